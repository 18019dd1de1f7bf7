package table

import (
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	"theriac/engine"
	"theriac/games"
)

// localGame plays some moves of a game without a server, with some undos and one seat's standing passes. The
// game ends by the rules, or is given up if ends is true.
func localGame(t testing.TB, id, game string, moves int, ends bool) (*Local, []string) {
	t.Helper()
	g, ok := games.Find(game)
	if !ok {
		t.Fatal("no such game")
	}
	settings, err := engine.Resolve(engine.OptionsAt(g.Options(), g.Revision()), engine.Settings{{Name: "players", Value: "3"}})
	if err != nil {
		t.Fatal(err)
	}
	h := engine.Header{Game: game, Revision: g.Revision(), Settings: settings, Seats: []string{"0", "1", "2"}, Seed: engine.NewSeed(engine.Key{4}, engine.Key{5})}
	var log []string
	l, err := BeginLocal(id, h, 1000, func(entry []byte) { log = append(log, string(entry)) })
	if err != nil {
		t.Fatal(err)
	}
	l.Wishes.Solo = true
	for i := 0; i < moves && !l.state.Over; i++ {
		s := l.State()
		seat := s.Pos.Decision().Owing().First()
		list := s.Pos.AppendMoves(nil, seat)
		c := Command(Answer{Seat: seat, Question: s.Question(), Move: s.Pos.Vocabulary().Move(list[(i*7)%len(list)])})
		if i%11 == 10 && s.Moves() > 2 {
			c = Undo{By: s.Seats(), To: s.Moves() - 2}
		}
		if _, err := l.Do("k"+strconv.Itoa(i), c, int64(1000+i)); err != nil {
			t.Fatal(err)
		}
	}
	if ends && !l.state.Over {
		if _, err := l.Do("end", Propose{By: l.state.Seats(), What: ProposeEnd}, 9000); err != nil {
			t.Fatal(err)
		}
	}
	return l, log
}

func brought(id string, entries []string) (*BroughtGame, error) {
	b, err := ReadBrought(entries)
	if err != nil {
		return nil, err
	}
	return b.Check(id)
}

// A game that was played without a server passes the server's checks, whether it is still running, given up, or
// over. A table that begins with its moves has the same position.
func TestBroughtGame(t *testing.T) {
	for _, name := range games.Names() {
		over := 0
		for _, how := range []struct {
			moves int
			ends  bool
		}{{0, false}, {30, false}, {30, true}, {5000, true}} {
			l, log := localGame(t, "device-1", name, how.moves, how.ends)
			g, err := brought("device-1", log)
			if err != nil {
				t.Fatal(name, how, err)
			}
			if g.Pos.Hash() != l.State().Pos.Hash() || g.Over != l.State().Over || g.Origin == "" || len(g.Begun.Seed.Secret) == 0 {
				t.Error(name, how, "it is another game")
			}
			// A table on the server that begins with these moves reaches the same position.
			s := served(t, g)
			if s.Over != g.Over || s.GivenUp != g.GivenUp || s.Moves() != g.Moves() {
				t.Error(name, how, "the table stands elsewhere")
			}
			if s.Over {
				over++
			}
		}
		if over < 2 {
			t.Error(name, "no game ended")
		}
	}
}

// served returns a server's table that begins with the moves of an uploaded game.
func served(t testing.TB, g *BroughtGame) *State {
	t.Helper()
	e := &Entry{Kind: KindOpen, Open: NewOpening(g.Begun, 0)}
	for _, m := range g.Lead {
		if m == LeadEnd {
			e.What = ProposeEnd
			break
		}
		seat, move, _ := strings.Cut(m, " ")
		n, err := strconv.Atoi(seat)
		if err != nil {
			t.Fatal(err)
		}
		e.Plays = append(e.Plays, Play{Seat: engine.Seat(n), Move: move, Why: WhyLead})
	}
	s, _, err := begin("served").draft(e, 1, noWishes)
	if err != nil || s.Pos.Hash() != g.Pos.Hash() || s.Over != g.Over {
		t.Fatal("a table cannot go on with it", err)
	}
	return s
}

// sealed changes entries and recomputes the chain hashes, as a forger could.
func sealed(t testing.TB, id string, entries []string, change func(n int, e *Entry)) []string {
	t.Helper()
	c := genesis(id)
	var out []string
	for n, text := range entries {
		_, body, ok := unseal([]byte(text))
		if !ok {
			t.Fatal("no entry")
		}
		var e Entry
		if err := json.Unmarshal(body, &e); err != nil {
			t.Fatal(err)
		}
		change(n, &e)
		body, err := json.Marshal(&e)
		if err != nil {
			t.Fatal(err)
		}
		var data []byte
		c, data = seal(c, body)
		out = append(out, string(data))
	}
	return out
}

func nothing(int, *Entry) {}

// The server rejects forged entries, even if the forger has recomputed the chain hashes.
func TestForgedLogs(t *testing.T) {
	const id = "device-1"
	l, log := localGame(t, id, games.Default(), 30, false)
	if _, err := brought(id, sealed(t, id, log, nothing)); err != nil {
		t.Fatal("an untouched game is refused", err)
	}
	plays := slices.IndexFunc(log, func(e string) bool { return strings.Contains(e, `"kind":"play"`) })
	at := func(i int, f func(e *Entry)) []string {
		return sealed(t, id, log, func(n int, e *Entry) {
			if n == i {
				f(e)
			}
		})
	}
	raw := func(i int, was, is string) []string { // changes an entry's text without updating the chain hashes
		out := slices.Clone(log)
		if out[i] = strings.Replace(out[i], was, is, 1); out[i] == log[i] {
			t.Fatal("nothing was forged:", was)
		}
		return out
	}
	// textual changes an entry's text and recomputes the chain hashes. It can make changes that the fields of
	// Entry cannot express.
	textual := func(i int, was, is string) []string {
		c := genesis(id)
		var out []string
		for n, text := range log {
			_, body, _ := unseal([]byte(text))
			if n == i {
				if body = []byte(strings.Replace(string(body), was, is, 1)); strings.Contains(text, string(body)) {
					t.Fatal("nothing was forged:", was)
				}
			}
			var data []byte
			c, data = seal(c, body)
			out = append(out, string(data))
		}
		return out
	}
	number := uint64(7)
	last := len(log) - 1
	for name, c := range map[string]struct {
		log []string
		id  string
	}{
		"nothing":                {nil, RefusedLog},
		"no entry":               {[]string{"hello"}, RefusedLog},
		"a chain that is wrong":  {raw(plays, log[plays][:8], "00000000"), RefusedLog},
		"a body that was edited": {raw(plays, `"kind":"play"`, `"kind":"play" `), RefusedLog},
		"without the opening":    {log[1:], RefusedLog},
		"without an entry":       {slices.Delete(slices.Clone(log), plays, plays+1), RefusedLog},
		"without, tied anew":     {sealed(t, id, slices.Delete(slices.Clone(log), plays, plays+1), nothing), RefusedLog},
		"an entry twice":         {slices.Insert(slices.Clone(log), plays, log[plays]), RefusedLog},
		"another table's":        {sealed(t, "device-2", log, nothing), RefusedLog},
		"a server's":             {sealed(t, "abcdefghijkl", log, nothing), RefusedLog},
		"another seed":           {at(0, func(e *Entry) { e.Open.Secret = strings.Repeat("ab", 32) }), RefusedLog},
		"another seed, receipted": {sealed(t, id, log, func(n int, e *Entry) {
			if n == 0 {
				e.Open.Secret = strings.Repeat("ab", 32)
				h, _ := e.Open.Header()
				g, _ := games.Find(h.Game)
				pos, err := engine.Begin(g, h)
				if err != nil {
					t.Fatal(err)
				}
				e.Hash = pos.Hash().String()
			}
		}), RefusedLog},
		"a receipt":         {at(last, func(e *Entry) { e.Hash = strings.Repeat("0", len(e.Hash)) }), RefusedLog},
		"without a receipt": {at(plays, func(e *Entry) { e.Hash = "" }), RefusedLog},
		"a move of no rule": {at(plays, func(e *Entry) { e.Plays[0].Move = "win" }), RefusedLog},
		"a move of nobody":  {at(plays, func(e *Entry) { e.Plays[0].Seat = 5 }), RefusedLog},
		"a move of another": {at(plays, func(e *Entry) { e.Plays[0].Seat = (e.Plays[0].Seat + 1) % 3 }), RefusedLog},
		"no move":           {at(plays, func(e *Entry) { e.Plays = nil }), RefusedLog},
		"a move too many": {at(last, func(e *Entry) {
			e.Kind, e.Plays = KindPlay, append(e.Plays, Play{Seat: 0, Move: "pass"}, Play{Move: "draw"})
		}), RefusedLog},
		"a move of the clock":   {at(plays, func(e *Entry) { e.Plays[0].Why = WhyClock }), RefusedLog},
		"a move of a lead":      {at(plays, func(e *Entry) { e.Plays[0].Why = WhyLead }), RefusedLog},
		"advice":                {at(last, func(e *Entry) { *e = Entry{N: last, Kind: KindAdvice, By: 1} }), RefusedLog},
		"a repair":              {at(last, func(e *Entry) { *e = Entry{N: last, Kind: KindRepair} }), RefusedLog},
		"a second opening":      {at(last, func(e *Entry) { e.Kind, e.Plays = KindOpen, nil }), RefusedLog},
		"an undo of nothing":    {at(last, func(e *Entry) { *e = Entry{N: last, Kind: KindUndo, By: 7, To: 4000} }), RefusedLog},
		"an undo below nothing": {at(last, func(e *Entry) { *e = Entry{N: last, Kind: KindUndo, By: 7, To: -1} }), RefusedLog},
		"an undo of one":        {at(last, func(e *Entry) { *e = Entry{N: last, Kind: KindUndo, By: 1, To: 0} }), RefusedLog},
		"an end of one":         {at(last, func(e *Entry) { *e = Entry{N: last, Kind: KindEnd, By: 1} }), RefusedLog},
		"an end of nobody":      {at(last, func(e *Entry) { *e = Entry{N: last, Kind: KindEnd} }), RefusedLog},
		"a format":              {at(last, func(e *Entry) { e.Format = 1 }), RefusedLog},
		"a lead":                {at(0, func(e *Entry) { e.Plays = []Play{{Move: "pass", Why: WhyLead}} }), RefusedLog},
		"an opening given up":   {at(0, func(e *Entry) { e.What = ProposeEnd }), RefusedLog},
		"no header":             {at(0, func(e *Entry) { e.Open = nil }), RefusedLog},
		"a clock":               {at(0, func(e *Entry) { e.Open.Limit = 1000 }), RefusedLog},
		"a deal of a day":       {at(0, func(e *Entry) { e.Open.Deal = "2026-11-17-world" }), RefusedLog},
		"an open deal":          {at(0, func(e *Entry) { e.Open.Number = &number }), RefusedLog},
		"what a seat added":     {at(0, func(e *Entry) { e.Open.Nonces = []string{"", "", ""} }), RefusedLog},
		"what is known":         {at(0, func(e *Entry) { e.Open.Known = "{}" }), RefusedLog},
		"cards":                 {at(0, func(e *Entry) { e.Open.Content = []byte("x") }), RefusedLog},
		"names of seats":        {at(0, func(e *Entry) { e.Open.Seats[1] = "somebody" }), RefusedLog},
		"a seat more":           {at(0, func(e *Entry) { e.Open.Seats = append(e.Open.Seats, "3") }), RefusedLog},
		"an option too few":     {at(0, func(e *Entry) { e.Open.Settings = e.Open.Settings[1:] }), RefusedLog},
		"an option of no game":  {at(0, func(e *Entry) { e.Open.Settings[0][1] = "nonsense" }), RefusedLog},
		"no seed":               {at(0, func(e *Entry) { e.Open.Secret = "" }), RefusedLog},
		"an older revision":     {at(0, func(e *Entry) { e.Open.Revision = -1 }), RefusedLog},
		"a newer revision":      {at(0, func(e *Entry) { e.Open.Revision = 1 << 20 }), RefusedLogNewer},
		"a game to come":        {at(0, func(e *Entry) { e.Open.Game = "moon" }), RefusedLogNewer},
		"a newer format":        {at(last, func(e *Entry) { e.Format = entryFormat + 1 }), RefusedLogNewer},
		"a newer kind":          {at(last, func(e *Entry) { e.Kind = "dance" }), RefusedLogNewer},
		"a newer field":         {textual(plays, `"kind"`, `"mood":1,"kind"`), RefusedLogNewer},
		"too many entries":      {make([]string, MaxBrought+1), RefusedLogLong},
	} {
		_, err := brought(id, c.log)
		var refused *Refusal
		if !errors.As(err, &refused) || refused.ID != c.id {
			t.Errorf("%s: %v, and not %s", name, err, c.id)
		}
	}
	if l.State().Over {
		t.Error("the game is over: forgeries behind its end show nothing")
	}
}

// A player cannot make the server replay a game over and over by uploading a log with many undos.
func TestTooMuchUndone(t *testing.T) {
	undo := sealed(t, "x", []string{strings.Repeat("0", chainText) + ` {"n":1,"kind":"undo","by":[0,1,2],"to":1000}`}, nothing)[0]
	_, err := ReadBrought(slices.Repeat([]string{undo}, 101))
	var refused *Refusal
	if !errors.As(err, &refused) || refused.ID != RefusedLogLong {
		t.Error(err)
	}
	b, err := ReadBrought(slices.Repeat([]string{undo}, 50))
	if err != nil || b.Moves() != 50_000 {
		t.Error(err, "what it costs is not said")
	}
}

// FuzzBrought passes logs with arbitrary entries and correct chain hashes to Check. Check must not panic, and
// must not accept a log that a table cannot continue.
func FuzzBrought(f *testing.F) {
	const id = "device-1"
	for _, name := range games.Names() {
		_, log := localGame(f, id, name, 12, true)
		f.Add(strings.Join(log, "\n"), 0, "")
		f.Add(strings.Join(log, "\n"), 3, `{"n":3,"at":0,"kind":"end","by":[0,1,2]}`)
		f.Add(strings.Join(log[:1], "\n"), 1, `{"n":1,"at":0,"kind":"standing","by":[1],"passes":["pass"]}`)
	}
	f.Fuzz(func(t *testing.T, text string, at int, body string) {
		lines := strings.Split(text, "\n")
		if len(lines) > 200 {
			return
		}
		c := genesis(id)
		for i, line := range lines { // recompute the chain hashes, as a forger would
			_, own, ok := unseal([]byte(line))
			if i == at && body != "" {
				own, ok = []byte(body), true
			}
			if !ok {
				continue
			}
			var data []byte
			c, data = seal(c, own)
			lines[i] = string(data)
		}
		g, err := brought(id, lines)
		if err != nil {
			if _, refused := errors.AsType[*Refusal](err); !refused {
				t.Fatal("it is not refused in words:", err)
			}
			return
		}
		served(t, g)
	})
}
