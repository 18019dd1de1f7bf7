// Command trace plays fixed games as a server does, with its tables, its questions to workers and their
// answers. It prints every entry and what the person sees. trace.mjs plays these games under Node with the
// browser's build, and must print the same text.
//
// By design it refuses to use package offline, because its output is the reference for that package.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"time"

	"theriac/engine"
	"theriac/games"
	"theriac/internal/table"
	"theriac/internal/work"
)

// plan is a game to play. TRACES in trace.mjs must list the same games.
type plan struct {
	Game     string            `json:"game"`
	Settings map[string]string `json:"settings"`
	Bots     []string          `json:"bots"`
	Entries  int               `json:"entries"`
	Seed     int               `json:"seed"`
}

func main() {
	var plans []plan
	if err := json.NewDecoder(os.Stdin).Decode(&plans); err != nil {
		panic(err)
	}
	for _, p := range plans {
		if len(os.Args) < 2 || p.Game == os.Args[1] {
			p.play()
		}
	}
}

func (p plan) play() {
	game, _ := games.Find(p.Game)
	var given engine.Settings
	for name, value := range p.Settings {
		given = append(given, engine.Setting{Name: name, Value: value})
	}
	settings, err := engine.Resolve(game.Options(), given)
	if err != nil {
		panic(err)
	}
	h := engine.Header{Game: p.Game, Revision: game.Revision(), Settings: settings}
	for i := range max(settings.Int("players"), 1) {
		h.Seats = append(h.Seats, fmt.Sprint(i))
	}
	secret, salt := engine.Key{byte(p.Seed)}, engine.Key{1, byte(p.Seed)}
	h.Seed = engine.NewSeed(secret, salt)
	now := int64(1_000_000)
	kept := func(entry []byte) { fmt.Println(string(entry)) }
	t, err := table.BeginLocal("trace", h, now, kept)
	if err != nil {
		panic(err)
	}
	var bots engine.Seats
	for i, level := range p.Bots {
		if level != "" {
			bots = bots.With(engine.Seat(i))
		}
	}
	person := t.State().Seats() &^ bots
	t.Wishes = table.Wishes{Once: person, Solo: bots.Empty()}
	w := worker{memos: map[engine.Seats][]byte{}, silent: map[engine.Seats]bool{}, bots: p.Bots}
	for t.State().N < p.Entries && !t.State().Over {
		now += 1000
		update := t.State().AppendUpdate(nil, table.Viewer{Seats: person}, t.State().N-1)
		fmt.Printf("%x\n", engine.Sum(update))
		if w.play(t, bots, now) {
			continue
		}
		choose(t, person, now)
	}
	fmt.Println(p.Game, t.State().N, t.State().Over, t.State().Pos.Hash())
}

// choose makes a move for the person. It picks a legal move by its number.
func choose(t *table.Local, person engine.Seats, now int64) {
	s := t.State()
	for seat := range person.Each {
		list := s.Pos.AppendMoves(nil, seat)
		if len(list) == 0 || !s.Pos.Decision().Owing().Has(seat) {
			continue
		}
		move := s.Pos.Vocabulary().Move(list[s.N*7919%len(list)])
		if _, err := t.Do(fmt.Sprint("p", s.N), table.Answer{Seat: seat, Question: s.Question(), Move: move}, now); err != nil {
			panic(err)
		}
		return
	}
	panic("nobody can move")
}

// worker answers the questions to bots as a server's worker does.
type worker struct {
	work.Thinker
	bots   []string
	memos  map[engine.Seats][]byte
	silent map[engine.Seats]bool
	asked  string
	drawn  uint64
}

func (w *worker) play(t *table.Local, bots engine.Seats, now int64) bool {
	s := t.State()
	if s.Question() != w.asked {
		w.asked = s.Question()
		clear(w.silent)
	}
	groups := s.Together(bots, func(seat engine.Seat) string { return w.bots[seat] })
	d := s.Pos.Decision()
	for _, g := range groups {
		if (d.Owing() & g).Empty() && d.May&g != 0 && !w.silent[g] {
			w.silent[g] = true
			if w.answer(t, g, now) {
				return true
			}
		}
	}
	for _, g := range groups {
		if d.Owing()&g != 0 {
			return w.answer(t, g, now)
		}
	}
	return false
}

func (w *worker) answer(t *table.Local, group engine.Seats, now int64) bool {
	s := t.State()
	it := work.Ask(s.Header(), s.Pos, group)
	if it == nil {
		return false
	}
	a := work.Answer{Move: it.Moves[0]}
	if len(it.Moves) > 1 || it.Owing.Empty() {
		w.drawn++
		it.Level, it.Memo, it.Most = w.bots[group.First()], w.memos[group], time.Hour.Milliseconds()
		it.Seed = w.drawn<<32 | w.drawn*2654435761%(1<<32)
		w.Now = time.Now
		item, err := json.Marshal(it)
		if err != nil {
			panic(err)
		}
		a = work.Answer{}
		if err := json.Unmarshal(w.AnswerTo(item), &a); err != nil || a.Failed != "" {
			panic(a.Failed)
		}
	}
	if a.Silent {
		return false
	}
	c := table.BotAnswer{Seats: group, Question: s.Question(), Made: s.Moves(), Seat: a.Move.Seat, Move: a.Move.Move}
	n, err := t.Do(c.Key(), c, now)
	if err != nil {
		panic(err)
	}
	w.memos[group] = a.Memo
	if to := engine.RivalsOf(s.Game, s.Header().Settings, a.Move.Seat); a.Reason != "" && to&^w.botSeats() == 0 {
		fmt.Println("because", n, a.Reason, a.Args)
	}
	return true
}

func (w *worker) botSeats() (set engine.Seats) {
	for i, level := range w.bots {
		if level != "" {
			set = set.With(engine.Seat(i))
		}
	}
	return set
}
