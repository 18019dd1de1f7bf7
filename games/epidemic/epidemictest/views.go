package epidemictest

import (
	"bytes"
	"reflect"
	"slices"

	"theriac/engine"
	"theriac/games/epidemic"
)

// Failer is the part of testing.T that a check needs if it stops at a failure.
type Failer interface {
	Helper()
	Fatalf(format string, args ...any)
}

// Somewhere returns a random position: it chooses a variant and a deal, sometimes scrambles the position,
// and plays some moves.
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

// Watchers returns the groups of seats whose views are tested: none (a spectator), each seat, each pair, and
// all.
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

// Secrets checks that seats cannot distinguish two positions that differ only in what those seats may not
// know. Views, moves, owed answers and reasons must be equal. A position drawn from a view must also have
// that view. Secrets returns for how many groups of seats the positions differed.
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
			if lacks, others := s.UnmetNeeds(seat), twin.UnmetNeeds(seat); !reflect.DeepEqual(lacks, others) {
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

// reasons checks why moves of a random verb are not legal. The position, a twin that differs only in hidden
// parts, and the view must give the same reasons.
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
		lack, _ := s.UnmetNeed(m)
		if fromView, not := engine.UnmetFrom(v, m); not != (why != "") || not && !reflect.DeepEqual(lack, fromView) || lack.Rule != why {
			t.Fatalf("seat %d: %s lacks %v and %v, and is refused by %q", seat, vocab.Move(m), lack, fromView, why)
		}
	}
}

// Travels checks that a position and its views survive encoding and decoding. A decoded view must also list
// the moves of its seats without the position. Travels returns how many moves the views listed.
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
