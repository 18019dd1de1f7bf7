package pharmacy_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"theriac/engine"
	"theriac/engine/enginetest/property"
	"theriac/games/epidemic/epidemictest"
	"theriac/games/pharmacy"
	"theriac/games/pharmacy/pharmacytest"
)

// somewhere returns a position from a random variant and deal after some random moves.
func somewhere(t property.T, n func(int) int) *pharmacy.State {
	variants := pharmacy.Variants()
	r, err := pharmacy.Game.Compile(engine.Header{Game: "pharmacy", Revision: pharmacy.Revision, Settings: variants[n(len(variants))]})
	if err != nil {
		t.Fatalf("%v", err)
	}
	chance, _ := engine.NumberedSeed(uint64(n(1 << 30))).Rand()
	s := new(pharmacy.State)
	r.Deal(s, chance, nil)
	if n(2) == 1 {
		scramble := chance.Fork()
		pharmacytest.Scramble(s, scramble.N)
	}
	for range n(60) {
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

// Seats cannot distinguish two positions that differ only in what those seats may not know: risk cards of
// others, the face-down card, the unseen cards and the piles. Both give these seats the same views, moves, owed
// answers, reasons and defaults. A position drawn from a view has that same view.
func TestSecrets(t *testing.T) {
	const unlike, daring = "unlike twins", "risk cards going round"
	floor := property.Floor{unlike: 100, daring: 1}
	property.Check(t, floor, func(t property.T, n func(int) int, cases *property.Cases) {
		s := somewhere(t, n)
		cases.If(s.Travel.Risk, daring)
		for _, by := range epidemictest.Watchers(s.Rules().Players) {
			v := s.Knows(by)
			chance := engine.Rand{Key: engine.Key{uint8(n(256))}}
			twin := v.Position(&chance)
			if twin.Knows(by) != v || twin.Fault() != "" || s.Decision() != twin.Decision() {
				t.Fatalf("seats %b: the drawn position looks different, or is broken: %s", by, twin.Fault())
			}
			cases.If(twin.Secrets().Hands != s.Secrets().Hands || twin.Secrets().Pile != s.Secrets().Pile, unlike)
			for seat := range by.Each {
				if !slices.Equal(s.AppendMoves(nil, seat), twin.AppendMoves(nil, seat)) || s.Default(seat) != twin.Default(seat) {
					t.Fatalf("seat %d of %b: other moves, or another default", seat, by)
				}
				sameReasons(t, n, s, &twin, seat)
			}
		}
	})
}

// sameReasons checks that both positions reject the same moves of a seat for the same reasons. It tries a
// random move of every verb.
func sameReasons(t property.T, n func(int) int, a, b *pharmacy.State, seat engine.Seat) {
	for verb, w := range pharmacy.Game.Vocabulary().Verbs {
		m := engine.Move{Seat: seat, Verb: engine.Verb(verb)}
		for i, kind := range w.Args {
			m.Arg[i] = uint8(n(len(kind.Values)))
		}
		if why := a.Why(m); why != b.Why(m) {
			t.Fatalf("seat %d: %v is refused by %q and by %q", seat, m, why, b.Why(m))
		}
	}
}

// No seat sees a risk card of another seat, an unseen one, or a card in the piles. Only its owner sees the
// circulating risk card. This test does not use the code that makes views. Rules: dare/face-down
// setup/unseen.
func TestNobodySeesTooMuch(t *testing.T) {
	const hidden, faceDown, own = "hidden risk cards", "watchers of a card that lies face down", "of them its owner"
	floor := property.Floor{hidden: 100, faceDown: 5, own: 1}
	property.Check(t, floor, func(t property.T, n func(int) int, cases *property.Cases) {
		s := somewhere(t, n)
		for _, by := range epidemictest.Watchers(s.Rules().Players) {
			v := s.Knows(by)
			for seat := range engine.Seat(s.Rules().Players) {
				theirs := pharmacy.Hand(0)
				if by.Has(seat) {
					theirs = s.Secrets().Hands[seat]
				} else {
					cases.Met(hidden, s.Secrets().Hands[seat].Len())
				}
				if v.Hands[seat] != theirs {
					t.Fatalf("seats %b see another hand of %d than their own", by, seat)
				}
			}
			if (v.Face != pharmacy.NoCard) != (s.Travel.Risk && by.Has(s.Travel.Owner)) {
				t.Fatalf("seats %b see the card that lies face down", by)
			}
			cases.If(s.Travel.Risk, faceDown)
			cases.If(v.Face != pharmacy.NoCard, own)
			w := engine.NewWriter()
			v.Code(w)
			for _, secret := range []string{`"left-pile"`, `"right-pile"`, `"unseen"`, `"rand"`} {
				if bytes.Contains(w.Bytes(), []byte(secret+":")) {
					t.Fatalf("the view has %s: %s", secret, w.Bytes())
				}
			}
		}
	})
}

// A view survives encoding and decoding, and can list the moves of its seats without the position.
func TestViewsTravel(t *testing.T) {
	const listed, within = "listed moves", "questions in the middle of a turn"
	floor := property.Floor{listed: 200, within: 5}
	property.Check(t, floor, func(t property.T, n func(int) int, cases *property.Cases) {
		s := somewhere(t, n)
		cases.If(s.Question != pharmacy.QuestionTurn && s.Question != pharmacy.QuestionOver, within)
		for _, by := range epidemictest.Watchers(s.Rules().Players) {
			v := s.Knows(by)
			w := engine.NewWriter()
			v.Code(w)
			got, err := s.Rules().ReadView(w.Bytes())
			if err != nil || got != v {
				t.Fatalf("seats %b: %v\n%s", by, err, w.Bytes())
			}
			for seat := range by.Each {
				list := engine.MovesFrom(&v, seat)
				if !slices.Equal(list, s.AppendMoves(nil, seat)) {
					t.Fatalf("seat %d of %b: the view lists other moves", seat, by)
				}
				cases.Met(listed, len(list))
			}
		}
	})
}

// The text of a move does not reveal the card that the move puts face down.
func TestVeiledMove(t *testing.T) {
	s := arrange(t, deal(t, 1), "turn 0", "front 0 earworm", "risk 0 recall")
	vocab := pharmacy.Game.Vocabulary()
	m, _ := vocab.ParseMove(0, "risk recall 2")
	operands, to := s.Veiled(m)
	if text := vocab.VeiledMove(m, operands); strings.Contains(text, "recall") || text != "risk ? 2" || to != engine.SeatsOf(0) {
		t.Errorf("others read %q, and %b read it whole", text, to)
	}
	var out engine.Facts
	if effect := s.Play(m, &out); !effect.Free() {
		t.Errorf("laying a card face down told %b something", effect.Learned)
	}
	for _, f := range out.List {
		if strings.Contains(vocab.Fact(f), "recall") {
			t.Errorf("a fact names the card: %s", vocab.Fact(f))
		}
	}
}

// In positions drawn from a view, unseen risk cards are distributed fairly. How often a card is in a hand, or
// among the cards not dealt, is proportional to the number of its unseen copies.
func TestDrawnEvenly(t *testing.T) {
	s := deal(t, 5, "players", "3")
	v := s.Knows(engine.SeatsOf(0))
	const draws = 3000
	var seen, unseen [64]int
	chance := engine.Rand{}
	for range draws {
		p := v.Position(&chance)
		for c := pharmacy.FirstRisk; int(c) < len(pharmacy.Cards().Values); c++ {
			seen[c] += p.Secrets().Hands[1].Count(c)
			unseen[c] += p.Secrets().Unseen.Count(c)
		}
	}
	for c := pharmacy.FirstRisk; int(c) < len(pharmacy.Cards().Values); c++ {
		left := float64(pharmacy.Copies(c) - s.Secrets().Hands[0].Count(c))
		for what, got := range map[string]int{"hand": seen[c], "unseen": unseen[c]} {
			want := draws * left * map[string]float64{"hand": 6, "unseen": 2}[what] / 14
			if d := float64(got) - want; d*d > 36*max(want, 1) {
				t.Errorf("%s in the %s %d times of %.0f", pharmacy.Cards().Text(uint8(c)), what, got, want)
			}
		}
	}
}

// The cards in front of a player are face up: a spectator sees as much of them as the player. Rules:
// take/face-up.
func TestFrontsLieFaceUp(t *testing.T) {
	s := deal(t, 7)
	for _, text := range []string{"turn 0", "pile left hothead"} {
		if err := pharmacytest.Arrange(s, text); err != nil {
			t.Fatal(err)
		}
	}
	m, err := pharmacy.Game.Vocabulary().ParseMove(0, "take-card left")
	if err != nil {
		t.Fatal(err)
	}
	s.Play(m, nil)
	mine, theirs := s.Knows(engine.SeatsOf(0)), s.Knows(0)
	if mine.Fronts != theirs.Fronts || theirs.Fronts[0].N != 1 || theirs.Sickness(0) != 5 {
		t.Errorf("an onlooker sees %+v, the owner %+v", theirs.Fronts[0], mine.Fronts[0])
	}
}
