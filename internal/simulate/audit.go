package simulate

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"time"

	"theriac/engine"
	"theriac/internal/lobby"
	"theriac/internal/store"
	"theriac/internal/table"
)

// audit holds what the simulation knows about a table's log, because it reads every write to the disk.
type audit struct {
	chain    [32]byte
	entries  []written
	keys     map[string]int  // number of the entry that each key wrote
	refused  map[string]bool // keys of commands that the server refused
	plies    []engine.Seat   // the seats that made the moves, without undone ones
	state    *table.State    // the state computed from the entries on disk, without faults
	table    *table.Live
	limit    time.Duration
	over     bool
	result   *lobby.Outcome
	archived []byte
	record   []byte          // the table's last record in the lobby
	says     shown           // the decoded record
	next     string          // id of the rematch
	leaving  map[string]bool // people who may lose their seat
	gone     map[string]bool // people whom the host has removed
	lines    map[uint64]string
}

// written is an entry as it is stored on the disk.
type written struct {
	N      int     `json:"n"`
	At     int64   `json:"at"`
	Kind   string  `json:"kind"`
	Key    string  `json:"key"`
	By     []int   `json:"by"`
	Voters [][]int `json:"voters"`
	To     int     `json:"to"`
	Hash   string  `json:"hash"`
	Plays  []struct {
		Seat engine.Seat `json:"seat"`
		Move string      `json:"move"`
		Why  string      `json:"why"`
	} `json:"plays"`
	Open *struct {
		Limit int64 `json:"limit"`
	} `json:"open"`
}

// landed checks an entry that was written to the disk.
func (w *world) landed(id string, at uint64, data []byte) {
	t := w.byID[id]
	if t == nil {
		w.fail("an entry of a table that nobody made: %s", id)
		return
	}
	w.result.Entries++
	if len(data) < 66 {
		w.fail("table %s: an entry that is too short", id)
		return
	}
	body := data[65:]
	if len(t.entries) == 0 {
		t.chain = sha256.Sum256([]byte("theriac table\n" + id))
	}
	h := sha256.New()
	h.Write(t.chain[:])
	h.Write(body)
	h.Sum(t.chain[:0])
	var e written
	if err := json.Unmarshal(body, &e); err != nil {
		w.fail("table %s: an entry that cannot be read: %v", id, err)
		return
	}
	w.tell(id, "entry %d at %d: %s key %q by %v %v", e.N, at, e.Kind, e.Key, e.By, e.Plays)
	switch {
	case hex.EncodeToString(t.chain[:]) != string(data[:64]):
		w.fail("table %s: entry %d does not follow the one before it", id, e.N)
	case e.N != len(t.entries):
		w.fail("table %s: entry %d comes after entry %d", id, e.N, len(t.entries)-1)
	case t.over:
		w.fail("table %s: entry %d comes after the end", id, e.N)
	}
	if e.Key != "" {
		if n, twice := t.keys[e.Key]; twice {
			w.fail("table %s: the command %q is entry %d and again entry %d", id, e.Key, n, e.N)
		}
		if t.refused[e.Key] {
			w.fail("table %s: the command %q was refused, and is entry %d", id, e.Key, e.N)
		}
		t.keys[e.Key] = e.N
	}
	t.entries = append(t.entries, e)
	w.rules(t, &e)
	w.fold(t, &e)
	if !w.calm || w.result.Broken == "" {
		w.publish(id, store.News{Kind: "log", At: at, Data: data})
	}
}

// rules checks what the log alone can show: every affected player agreed to an undo, and no player's time ran
// out early.
func (w *world) rules(t *tableInfo, e *written) {
	switch e.Kind {
	case "open":
		if e.Open != nil {
			t.limit = time.Duration(e.Open.Limit) * time.Millisecond
		}
		fallthrough
	case "play":
		for _, p := range e.Plays {
			t.plies = append(t.plies, p.Seat)
			if p.Why == "clock" && t.state != nil {
				at, owes := t.state.Due(p.Seat)
				if due := time.UnixMilli(at).Add(-clockSlack); owes && t.now(w).Before(due) {
					w.fail("table %s: entry %d: the time of seat %d ran out %v early", t.id, e.N, p.Seat, due.Sub(t.now(w)))
				}
				if t.state.Paused() {
					w.fail("table %s: entry %d: the time of seat %d ran out in a pause", t.id, e.N, p.Seat)
				}
			}
		}
	case "end", "bot", "pause", "resume":
		w.majority(t, e)
	case "undo":
		if e.To < 0 || e.To >= len(t.plies) {
			w.fail("table %s: entry %d takes back down to %d of %d moves", t.id, e.N, e.To, len(t.plies))
			return
		}
		for _, seat := range t.plies[e.To:] {
			if !slices.Contains(e.By, int(seat)) {
				w.fail("table %s: entry %d takes back a move of seat %d, which did not agree", t.id, e.N, seat)
			}
		}
		t.plies = t.plies[:e.To]
	}
}

// majority checks that more than half of those present agreed to a decision. Only a pause that was too long ends
// without one.
func (w *world) majority(t *tableInfo, e *written) {
	yes := 0
	for _, seats := range e.Voters {
		if slices.ContainsFunc(seats, func(s int) bool { return slices.Contains(e.By, s) }) {
			yes++
		}
	}
	if 2*yes <= len(e.Voters) && (e.Kind != "resume" || len(e.By) > 0) {
		w.fail("table %s: entry %d was decided by %v of %v", t.id, e.N, e.By, e.Voters)
	}
	w.count("decided " + e.Kind)
}

func (t *tableInfo) now(w *world) time.Time { return dayBegins.Add(w.now) }

// clockSlack is how much the clocks of two nodes may differ while neither of them is wrong.
const clockSlack = 3 * time.Second

// fold applies the newest entry to the reference state, which checks the entry's moves and hash.
func (w *world) fold(t *tableInfo, e *written) {
	var err error
	if t.table == nil {
		t.table, err = w.reference.Open(context.Background(), t.id)
	} else {
		err = t.table.Refresh(context.Background())
	}
	if err == nil && t.table.Damaged() != nil {
		err = t.table.Damaged()
	}
	if err != nil {
		w.fail("table %s: entry %d cannot be folded: %v", t.id, e.N, err)
		return
	}
	t.state = t.table.State()
	if t.state.N != e.N {
		w.fail("table %s: the fold ends at entry %d of %d", t.id, t.state.N, e.N)
	}
	t.over = t.state.Over
	if t.entries[e.N].Hash == "" && e.N > 0 {
		t.entries[e.N].Hash = t.entries[e.N-1].Hash // this entry contains no moves
	}
}

// check compares a node's state of a table with the reference state for the disk.
func (w *world) check(n *node, s *table.State) {
	t := w.byID[s.Table]
	if n.checked[s.Table] == s {
		return
	}
	n.checked[s.Table] = s
	w.result.Checks++
	switch {
	case s.N >= len(t.entries):
		w.fail("table %s: node %d has entry %d, and the disk has %d", t.id, n.number, s.N, len(t.entries))
	case w.hashOf(s.Pos) != t.entries[s.N].Hash:
		w.fail("table %s: node %d has another position at entry %d", t.id, n.number, s.N)
	}
}

// hashOf returns the hash of a position. It uses the standard library's SHA-256, which is faster than the
// engine's own.
func (w *world) hashOf(pos engine.Session) string {
	w.code = engine.AppendCode(w.code[:0], pos.Code)
	sum := sha256.Sum256(w.code)
	return engine.Hash(sum[:len(engine.Hash{})]).String()
}

// checkNode checks a table that is open on a node.
func (w *world) checkNode(n *node, id string) {
	if t := n.open[id]; t != nil {
		w.check(n, t.State())
	}
}

// acked records that the server acknowledged a command as entry n.
func (w *world) acked(t *tableInfo, key string, n int) {
	w.result.Acked++
	if n >= len(t.entries) || t.entries[n].Key != key {
		w.fail("table %s: the command %q was acknowledged as entry %d, which is not it", t.id, key, n)
	}
}

// refuse records that the server refused a command, which therefore must never be written.
func (w *world) refuse(t *tableInfo, key, why string) {
	w.result.Refused++
	w.tell(t.id, "refused %q: %s", key, why)
	if why == table.RefusedKey {
		return
	}
	if n, there := t.keys[key]; there {
		w.fail("table %s: the command %q was refused (%s), and is entry %d", t.id, key, why, n)
	}
	t.refused[key] = true
}

// outcome records how a game ended. A later record of the same game must not differ.
func (w *world) outcome(id string, o lobby.Outcome) {
	t := w.byID[id]
	w.tell(id, "ends: %s, won by %v", o.Cause, o.Won)
	if !t.over {
		w.fail("table %s has an outcome and is not over", id)
	}
	if t.result != nil && !reflect.DeepEqual(*t.result, o) {
		w.fail("table %s ends as %v and as %v", id, *t.result, o)
	}
	t.result = &o
}

// archiving checks that an archived game has every entry exactly once.
func (w *world) archiving(id string, data []byte) {
	t := w.byID[id]
	w.tell(id, "archived")
	if t.archived != nil {
		if !bytes.Equal(t.archived, data) {
			w.fail("table %s is archived as two different games", id)
		}
		return
	}
	t.archived = data
	w.result.Finished++
	line, rest, _ := bytes.Cut(data, []byte{'\n'})
	want := fmt.Sprintf("theriac-entries-1 %d 0 %x", len(t.entries), t.chain)
	if string(line) != want || bytes.Count(rest, []byte{'\n'}) != len(t.entries) {
		w.fail("table %s is archived as %q, and has %q", id, line, want)
	}
	if !t.over || t.result == nil {
		w.fail("table %s is archived before its end", id)
	}
}

// shown is a table's record as it is stored on the disk.
type shown struct {
	Status   lobby.Status     `json:"status"`
	Public   bool             `json:"public"`
	Seats    []seatShown      `json:"seats"`
	Present  []lobby.Presence `json:"present"`
	Outcome  json.RawMessage  `json:"outcome"`
	Started  string           `json:"started"`
	Finished string           `json:"finished"`
	Secret   string           `json:"secret"`
	Next     string           `json:"next"`
	Updated  time.Time        `json:"updated"`
}

type seatShown struct {
	Holder string `json:"holder"`
	Nonce  string `json:"nonce"`
	Bot    string `json:"bot"`
}

// recorded checks a table's record against the previous one.
func (w *world) recorded(id string, after []byte) {
	var b shown
	if err := json.Unmarshal(after, &b); err != nil {
		w.fail("the record of %s cannot be read: %v", id, err)
		return
	}
	t := w.byID[id]
	if t == nil {
		return
	}
	a, first := t.says, t.record == nil
	if t.record, t.says = slices.Clone(after), b; first {
		return
	}
	w.tell(id, "record: %s", b.Status)
	order := []lobby.Status{lobby.Gathering, lobby.Playing, lobby.Finished}
	switch {
	case slices.Index(order, b.Status) < slices.Index(order, a.Status):
		w.fail("table %s was %s and is %s", id, a.Status, b.Status)
	case a.Started != "" && a.Started != b.Started:
		w.fail("table %s was started twice", id)
	case a.Finished != "" && (a.Finished != b.Finished || !bytes.Equal(a.Outcome, b.Outcome)):
		w.fail("the end of table %s was written twice: %s and %s", id, a.Outcome, b.Outcome)
	case a.Status != lobby.Gathering && a.Secret == "" && b.Secret != "":
		w.fail("the seed of table %s is back in its record", id)
	case a.Next != "" && a.Next != b.Next:
		w.fail("table %s had the rematch %s, and has %q", id, a.Next, b.Next)
	case b.Status == lobby.Finished && t.result == nil:
		w.fail("table %s is finished before its end", id)
	}
	for i := range b.Seats {
		if t.gone[b.Seats[i].Holder] {
			w.fail("table %s: a person who was removed has seat %d", id, i)
		}
	}
	for i := range a.Seats {
		was, is := a.Seats[i].Holder, b.Seats[i].Holder
		if is == "" && b.Seats[i].Bot != "" && a.hasVanished(was, b.Updated) {
			w.count("taken over")
			continue
		}
		if was != "" && was != is && !t.leaving[was] {
			w.fail("table %s: seat %d was taken from its holder, who did not leave", id, i)
		}
	}
}

// checkView checks that an update reveals to the given seats only what they may know. It draws another position
// that looks the same to them, which must give the same view and the same moves.
func (w *world) checkView(s *table.State, seats engine.Seats) {
	if s.Over {
		return
	}
	w.result.Views++
	v := table.Viewer{Seats: seats}
	if w.plant.viewer != nil {
		v = w.plant.viewer(s, v)
	}
	update := s.AppendUpdate(nil, v, s.N)
	chance := engine.Rand{Next: uint32(w.rng.IntN(1 << 16))}
	other := s.Pos.View(seats).Draw(&chance)
	view := engine.AppendCode([]byte(`"view":`), other.View(seats).Code)
	if !bytes.Contains(update, view) {
		w.fail("table %s: at entry %d the seats %v see what they may not know", s.Table, s.N, seats)
		return
	}
	words := other.Vocabulary()
	for seat := range seats.Each {
		list := append([]byte(`{"seat":`), strconv.Itoa(int(seat))+`,"list":[`...)
		for i, m := range other.AppendMoves(nil, seat) {
			if i > 0 {
				list = append(list, ',')
			}
			list = strconv.AppendQuote(list, words.Move(m))
		}
		if !bytes.Contains(update, append(list, ']')) {
			w.fail("table %s: at entry %d the moves of seat %d tell what it may not know", s.Table, s.N, seat)
		}
	}
}

// checkEvery is how often checkClocks runs. mostLate is how late a seat's clock may run out: a node may be down
// for a minute, and the store repeats a reminder after five.
const (
	checkEvery = 10 * time.Minute
	mostLate   = 15 * time.Minute
)

// checkClocks checks that no table still waits for a player whose time ran out long ago.
func (w *world) checkClocks() {
	for _, t := range w.tables {
		if t.state == nil || t.over || t.limit == 0 {
			continue
		}
		if d := t.state.Deadline(); d != 0 && t.now(w).Sub(time.UnixMilli(d)) > mostLate {
			w.fail("table %s sticks: the time of %v was up at %v", t.id, t.state.Pos.Decision().Owing(), time.UnixMilli(d).UTC())
		}
	}
	w.plan(checkEvery, w.checkClocks)
}
