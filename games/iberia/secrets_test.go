package iberia_test

import (
	"bytes"
	"math"
	"testing"

	"theriac/engine"
	"theriac/engine/enginetest/property"
	"theriac/games/epidemic"
	"theriac/games/epidemic/epidemictest"
	"theriac/games/iberia"
)

func somewhere(t property.T, n func(int) int) *epidemic.State {
	return epidemictest.Somewhere(t, iberia.Game, iberia.Variants(), n)
}

// questions is the name under which positions in the middle of a move are counted.
const questions = "questions"

func asksWithin(s *epidemic.State) bool {
	return s.Asking() != epidemic.QuestionAction && s.Asking() != epidemic.QuestionOver
}

// Seats cannot distinguish two positions that differ only in what those seats may not know: the order of the
// decks, and the events left out. Both give these seats the same views, moves, owed answers and reasons. A
// position drawn from a view has that same view.
func TestSecrets(t *testing.T) {
	const unlike = "unlike twins"
	floor := property.Floor{unlike: 50, questions: 5}
	property.Check(t, floor, func(t property.T, n func(int) int, cases *property.Cases) {
		s := somewhere(t, n)
		cases.Met(unlike, epidemictest.Secrets(t, s, n))
		cases.If(asksWithin(s), questions)
	})
}

// A view survives encoding and decoding, and can list the moves of its seats without the position.
func TestViewsTravel(t *testing.T) {
	const listed = "listed moves"
	floor := property.Floor{listed: 200, questions: 5}
	property.Check(t, floor, func(t property.T, n func(int) int, cases *property.Cases) {
		s := somewhere(t, n)
		cases.Met(listed, epidemictest.Travels(t, s))
		cases.If(asksWithin(s), questions)
	})
}

// All seats have the same knowledge. They know every hand, but no position of any infection card. In the player
// deck, they know only cards that were shown to all and are still on top. This test does not use the code that
// makes views. Rules: hand/open.
func TestEverybodyKnowsTheSame(t *testing.T) {
	const cards, known = "cards in hands", "known cards on the player deck"
	floor := property.Floor{cards: 200, known: 1}
	property.Check(t, floor, func(t property.T, n func(int) int, cases *property.Cases) {
		s := somewhere(t, n)
		r := s.Rules()
		for _, by := range epidemictest.Watchers(r.Players) {
			v := s.Knows(by)
			if v.Hands != s.Secrets().Hands {
				t.Fatalf("seats %b do not see all hands", by)
			}
			for i, c := range v.Known {
				if c != epidemic.NoCity {
					t.Fatalf("seats %b know the infection card at %d", by, i)
				}
			}
			if v.DeckKnown > 3 {
				t.Fatalf("seats %b know %d player cards", by, v.DeckKnown)
			}
			cases.Met(known, int(v.DeckKnown))
			for _, hand := range v.Hands {
				cases.Met(cards, hand.Len())
			}
			w := engine.NewWriter()
			v.Code(w)
			for _, secret := range []string{`"deck"`, `"infection-deck"`, `"left-out"`, `"rand"`} {
				if bytes.Contains(w.Bytes(), []byte(secret+":")) {
					t.Fatalf("the view has %s: %s", secret, w.Bytes())
				}
			}
		}
	})
}

// Cards that a study has shown remain known to all until they are drawn, one after another. No card below
// them is known. Rules: role/royal-academy-scientist/study.
func TestStudiedCardsStayKnown(t *testing.T) {
	s := arrange(t, deal(t, 4, "roles", "royal-academy-scientist,sailor"),
		"turn 0", "hand 0 vigo", "hand 1 porto", "deck top leon gijon madrid soria", "infection top lisboa evora")
	play(t, s, "0 study", "0 lay madrid", "0 lay leon")
	chance := engine.Rand{}
	below := map[epidemic.Card]bool{}
	for range 300 {
		v := s.Knows(0)
		p := v.Position(&chance)
		for i, want := range []string{"madrid", "leon", "gijon"} {
			if got := s.Rules().Card.Text(uint8(p.Secrets().Deck[int(p.DeckLen)-1-i])); got != want {
				t.Fatalf("place %d: %s, not %s", i+1, got, want)
			}
		}
		below[p.Secrets().Deck[p.DeckLen-4]] = true
	}
	if len(below) < 30 {
		t.Errorf("only %d cards are drawn below the known ones", len(below))
	}
	play(t, s, "0 draw")
	v := s.Knows(0)
	if v.DeckKnown != 1 || s.Rules().Card.Text(uint8(v.DeckTop[0])) != "gijon" {
		t.Errorf("after the draw %d cards are known", v.DeckKnown)
	}
}

// In positions drawn from a view, the events left out of the game are chosen with equal chance from those that
// no seat has seen. Rules: setup/events.
func TestEventsLeftOutAreUnseen(t *testing.T) {
	s := arrange(t, deal(t, 7, "players", "3", "roles", "sailor,politician,nurse"),
		"turn 0", "hand 0 migration", "hand 1 vigo", "hand 2 porto", "discard telegraph")
	v, chance := s.Knows(0), engine.Rand{}
	const draws = 6000
	out := map[epidemic.Card]int{}
	for range draws {
		p := v.Position(&chance)
		if p.Secrets().LeftOut.Len() != 10 {
			t.Fatalf("%d events are left out", p.Secrets().LeftOut.Len())
		}
		for c := range p.Secrets().LeftOut.Each {
			out[c]++
		}
	}
	for e, name := range iberia.Game.Event.Values {
		want := draws * 10.0 / 13
		if name == "migration" || name == "telegraph" {
			want = 0
		}
		if n := float64(out[epidemic.EventCard(e)]); math.Abs(n-want) > 6*math.Sqrt(want*3/13) {
			t.Errorf("%s was left out %.0f times of about %.0f", name, n, want)
		}
	}
}
