package epidemictest

import (
	"bytes"
	"reflect"
	"slices"

	"theriac/engine"
	"theriac/games/epidemic"
)

// Failer is as much of a test as a check needs to stop it.
type Failer interface {
	Helper()
	Fatalf(format string, args ...any)
}

// Somewhere is a position that some choices lead to: a variant, a deal, perhaps
// the middle of a game, and some moves.
func Somewhere(t Failer, g *epidemic.Ruleset, variants []engine.Settings, n func(int) int) *epidemic.State {
	t.Helper()
	set := variants[n(len(variants))]
	r, err := g.Compile(engine.Header{Game: g.Name(), Revision: g.Revision(), Settings: set})
	if err != nil {
		t.Fatalf("%v: %v", set, err)
	}
	chance, _ := engine.NumberedSeed(uint64(n(1 << 30))).Rand()
	s := new(epidemic.State)
	r.Deal(s, chance, nil)
	if n(2) == 1 {
		scramble := chance.Fork()
		Scramble(s, scramble.N)
	}
	for range n(121) {
		d := s.Decision()
		if d.Over {
			break
		}
		var list []engine.Move
		for seat := range d.Asked().Each {
			list = s.AppendMoves(list, seat)
		}
		s.Play(list[n(len(list))], nil)
	}
	return s
}

// Watchers are a spectator, each seat, each pair of seats, and all of them.
func Watchers(players int) []engine.Seats {
	sets := []engine.Seats{0, engine.AllSeats(players)}
	for a := range engine.Seat(players) {
		sets = append(sets, engine.SeatsOf(a))
		for b := a + 1; int(b) < players; b++ {
			sets = append(sets, engine.SeatsOf(a, b))
		}
	}
	return sets
}

// Secrets checks that two positions that differ only in what some seats may not
// know are the same to them: view, moves, whom the table waits for, reasons for
// refusals. And that a position drawn from a view has that view. It says for how many
// watchers the two did differ.
func Secrets(t Failer, s *epidemic.State, n func(int) int) (differ int) {
	t.Helper()
	for _, by := range Watchers(s.Rules().Players) {
		v := s.Knows(by)
		chance := engine.Rand{Key: engine.Key{uint8(n(256))}}
		twin := v.Position(&chance)
		if twin.Knows(by) != v {
			t.Fatalf("seats %b: the drawn position looks different", by)
		}
		if twin.Secrets().Hands != s.Secrets().Hands || twin.Secrets().Deck != s.Secrets().Deck || twin.Secrets().Infection != s.Secrets().Infection {
			differ++
		}
		if why := twin.Fault(); why != "" {
			t.Fatalf("seats %b: %s", by, why)
		}
		if s.Decision() != twin.Decision() {
			t.Fatalf("seats %b: the table waits for others", by)
		}
		for seat := range by.Each {
			if !slices.Equal(s.AppendMoves(nil, seat), twin.AppendMoves(nil, seat)) {
				t.Fatalf("seat %d of %b: other moves", seat, by)
			}
			if lacks, others := s.Lacks(seat), twin.Lacks(seat); !reflect.DeepEqual(lacks, others) {
				t.Fatalf("seat %d of %b: lacks %v and %v", seat, by, lacks, others)
			}
			if !s.Decision().Over && s.Decision().Owing().Has(seat) && s.Default(seat) != twin.Default(seat) {
				t.Fatalf("seat %d of %b: another default", seat, by)
			}
		}
		reasons(t, s, &twin, &v, by, n)
	}
	return differ
}

// reasons compares the reasons against moves of some verb in the position, in its
// twin, and as the view tells them.
func reasons(t Failer, s, twin *epidemic.State, v *epidemic.View, by engine.Seats, n func(int) int) {
	t.Helper()
	vocab := s.Rules().Vocabulary()
	verb := n(len(vocab.Verbs))
	for seat := range by.Each {
		m := engine.Move{Seat: seat, Verb: engine.Verb(verb)}
		for i, k := range vocab.Verbs[verb].Args {
			m.Arg[i] = uint8(n(max(1, len(k.Values))))
		}
		why := s.Why(m)
		if twin.Why(m) != why || engine.WhyFrom(v, m) != why {
			t.Fatalf("seat %d: %s is refused by %q, %q and %q", seat, vocab.Move(m), why, twin.Why(m), engine.WhyFrom(v, m))
		}
		lack, _ := s.Lack(m)
		if fromView, not := engine.LackFrom(v, m); not != (why != "") || not && !reflect.DeepEqual(lack, fromView) || lack.Rule != why {
			t.Fatalf("seat %d: %s lacks %v and %v, and is refused by %q", seat, vocab.Move(m), lack, fromView, why)
		}
	}
}

// Travels checks that a position and its views can be written and read, and that views
// list the moves of their seats by themselves. It says how many moves they listed.
func Travels(t Failer, s *epidemic.State) (moves int) {
	t.Helper()
	text := engine.AppendCode(nil, s.Code)
	read, err := s.Rules().ReadState(text)
	if again := engine.AppendCode(nil, read.Code); err != nil || !bytes.Equal(text, again) {
		t.Fatalf("the position: %v\n%s\n%s", err, text, again)
	}
	for _, by := range Watchers(s.Rules().Players) {
		v := s.Knows(by)
		w := engine.NewWriter()
		v.Code(w)
		got, err := s.Rules().ReadView(w.Bytes())
		if err != nil || got != v {
			t.Fatalf("seats %b: %v\n%s", by, err, w.Bytes())
		}
		if read.Knows(by) != v {
			t.Fatalf("seats %b: the position that was read looks different", by)
		}
		again := engine.NewWriter()
		got.Code(again)
		if !bytes.Equal(w.Bytes(), again.Bytes()) {
			t.Fatalf("seats %b: written differently", by)
		}
		for seat := range by.Each {
			list := engine.MovesFrom(&v, seat)
			if !slices.Equal(list, s.AppendMoves(nil, seat)) {
				t.Fatalf("seat %d of %b: the view lists other moves", seat, by)
			}
			moves += len(list)
		}
	}
	return moves
}
