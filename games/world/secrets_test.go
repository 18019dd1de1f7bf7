package world_test

import (
	"bytes"
	"math"
	"math/bits"
	"slices"
	"testing"

	"theriac/engine"
	"theriac/engine/enginetest/property"
	"theriac/games/epidemic"
	"theriac/games/epidemic/epidemictest"
	"theriac/games/world"
)

// somewhere returns a position from a random variant and deal, sometimes scrambled, after some random moves.
func somewhere(t property.T, n func(int) int, hidden bool) *epidemic.State {
	variants := slices.Clone(variants())
	if hidden {
		variants = slices.DeleteFunc(variants, func(s engine.Settings) bool { return s.Get("hands") != "hidden" })
	}
	return epidemictest.Somewhere(t, world.Game, variants, n)
}

// The tests count these interesting cases: different positions that look the same to a watcher, moves listed by
// a view, and questions in the middle of a move.
const unlike, listed, questions = "unlike twins", "listed moves", "questions"

func asksWithin(s *epidemic.State) bool {
	return s.Asking() != epidemic.QuestionAction && s.Asking() != epidemic.QuestionOver
}

// watchers returns the groups of seats whose views are tested: none (a spectator), each seat, each pair, and
// all.
func watchers(players int) []engine.Seats { return epidemictest.Watchers(players) }

// If two positions differ only in what some seats may not know, those seats get the same views, moves,
// questions and reasons in both. Random positions that fit a view also produce that view.
func TestSecrets(t *testing.T) {
	const looked = "infection cards looked at"
	floor := property.Floor{unlike: 50, questions: 5, looked: 1}
	property.Check(t, floor, func(t property.T, n func(int) int, cases *property.Cases) {
		s := somewhere(t, n, true)
		cases.Met(unlike, epidemictest.Secrets(t, s, n))
		cases.If(asksWithin(s), questions)
		for _, seen := range s.Seen[:s.InfectionLen] {
			cases.If(seen != 0, looked)
		}
	})
}

// A view holds no more than its seats may know. From the hands of others, it holds only events announced to all
// and cards that everyone has seen. From the infection deck, it holds only cards that its seats have seen.
//
// This test does not use the code that makes views, because a view that knew too much would still fit the
// positions drawn from it.
func TestViewsHoldNoMore(t *testing.T) {
	const hidden, shown, looked = "hidden cards of others", "cards that everybody has seen", "infection cards known"
	floor := property.Floor{hidden: 100, shown: 10, looked: 1}
	property.Check(t, floor, func(t property.T, n func(int) int, cases *property.Cases) {
		s := somewhere(t, n, true)
		r := s.Rules()
		for _, by := range watchers(r.Players) {
			v := s.Knows(by)
			eyes := by
			if by == 0 {
				eyes = engine.Spectators
			}
			for seat := range engine.Seat(r.Players) {
				if by.Has(seat) {
					continue
				}
				hand := s.Hand(seat)
				out := hand.Minus(v.Hands[seat])
				cases.Met(hidden, out.Len())
				cases.Met(shown, hand.Len()-out.Len())
				for c := range r.Card.Values {
					card := epidemic.Card(c)
					if v.Hands[seat].Has(card) && !s.Shown.Has(card) && (!r.Announced || !card.IsEvent()) {
						t.Fatalf("seats %b see %s in the hand of seat %d", by, r.Card.Text(uint8(c)), seat)
					}
				}
				if v.Recall[seat] != 0 || v.RecallTo[seat] != 0 {
					t.Fatalf("seats %b remember what seat %d saw", by, seat)
				}
			}
			for i, c := range v.Known {
				if c != epidemic.NoCity && s.Seen[i]&eyes == 0 {
					t.Fatalf("seats %b know the infection card at %d", by, i)
				}
				cases.If(c != epidemic.NoCity, looked)
			}
		}
	})
}

// A view survives encoding and decoding, and can list the moves of its seats without the position.
func TestViewsTravel(t *testing.T) {
	floor := property.Floor{listed: 200, questions: 5}
	property.Check(t, floor, func(t property.T, n func(int) int, cases *property.Cases) {
		s := somewhere(t, n, false)
		cases.Met(listed, epidemictest.Travels(t, s))
		cases.If(asksWithin(s), questions)
	})
}

// The text of a spectator's view contains no card that no seat has seen.
func TestSpectatorSeesNoHiddenCard(t *testing.T) {
	s := deal(t, 3, "players", "4", "epidemics", "6", "events", "secret")
	w := engine.NewWriter()
	v := s.Knows(0)
	v.Code(w)
	shown := 0
	for seat := range engine.Seat(4) {
		for c := range s.Rules().Card.Values {
			if v.Hands[seat].Has(epidemic.Card(c)) {
				shown++
			}
		}
	}
	if shown != 1 { // one card: the city card that decided which seat begins
		t.Errorf("a spectator sees %d cards in hands", shown)
	}
	for _, secret := range []string{`"deck"`, `"infection-deck":`, `"rand"`, `"known"`} {
		if bytes.Contains(w.Bytes(), []byte(secret)) {
			t.Errorf("the view has %s: %s", secret, w.Bytes())
		}
	}
}

// If a seat is asked for five blue cards, everyone knows that it holds five. In positions drawn from a view,
// every blue card is equally likely to be among them. The rest of the hand can be any of the unseen cards.
func TestDrawnHandsAreUniform(t *testing.T) {
	s := deal(t, 5, "epidemics", "5", "roles", "medic,researcher")
	for _, g := range []string{"turn 0", "hand 0 paris milan essen london madrid lima", "hand 1 bogota"} {
		if err := epidemictest.Arrange(s, g); err != nil {
			t.Fatal(err)
		}
	}
	cure, _ := world.Game.Vocabulary().ParseMove(0, "cure blue")
	if effect := s.Play(cure, nil); effect.Free() {
		t.Error("asking for five blue cards tells that there are five")
	}
	v := s.Knows(1 << 1)
	const draws = 12000
	held := map[epidemic.Card]int{}
	six := 0
	for chance, i := (engine.Rand{}), 0; i < draws; i++ {
		p := v.Position(&chance)
		blue := 0
		for c := range epidemic.Card(12) {
			if p.Hand(0).Has(c) {
				held[c]++
				blue++
			}
		}
		if blue == 6 {
			six++
		}
	}
	// The unseen cards are 12 blue cities, 35 other cities and five events. Of the C(12,5)·35 + C(12,6)
	// possible hands, C(12,6) have six blue cards.
	if want := draws * 924.0 / (792*35 + 924); math.Abs(float64(six)-want) > 5*math.Sqrt(want) {
		t.Errorf("%d hands have six blue cards, not about %.0f", six, want)
	}
	for c, n := range held {
		if want := draws * 5.0 / 12; math.Abs(float64(n)-want) > 0.06*want {
			t.Errorf("%s came %d times of about %.0f", world.Game.Card.Text(uint8(c)), n, want)
		}
	}
}

// A view's chance of an epidemic equals the frequency of epidemics in positions drawn from the view.
func TestEpidemicOdds(t *testing.T) {
	s := deal(t, 1, "players", "3", "epidemics", "6")
	s.Advance(7, 0, func(epidemic.Card) (engine.Seat, bool) { return 0, false })
	v := s.Knows(0)
	came, chance := 0, engine.Rand{}
	const draws = 6000
	for range draws {
		p := v.Position(&chance)
		if p.Secrets().Deck[p.DeckLen-1] == epidemic.Epidemic || p.Secrets().Deck[p.DeckLen-2] == epidemic.Epidemic {
			came++
		}
	}
	if got, want := float64(came)/draws, v.EpidemicOdds(2); math.Abs(got-want) > 0.03 || want <= 0 || want > 1 {
		t.Errorf("%.3f of the draws, but the view says %.3f", got, want)
	}
}

// A seat remembers the infection cards that it has seen, and no other seat learns them. It still knows them
// after another seat reorders them, after cards above them are drawn, and after an epidemic puts others on top.
func TestWhatWasSeenStaysKnown(t *testing.T) {
	s := arrange(t, deal(t, 2, "epidemics", "5", "roles", "scientist,contingency-planner"),
		"turn 0", "hand 0 forecast", "hand 1 lima", "infection top seoul essen cairo osaka milan tokyo")
	play(t, s, "0 forecast", "0 put essen", "0 put seoul", "0 put cairo", "0 put osaka", "0 put milan")
	top := func(v epidemic.View, fromTop uint8) epidemic.City { return v.Known[v.InfectionLen-1-fromTop] }
	essen, _ := world.Game.City.Parse("essen")
	if top(s.Knows(1), 0) != epidemic.City(essen) || top(s.Knows(2), 0) != epidemic.NoCity || top(s.Knows(0), 0) != epidemic.NoCity {
		t.Fatal("not exactly who looked knows the top card")
	}
	arrange(t, s, "stash 1 forecast")
	play(t, s, "1 forecast", "1 put tokyo", "1 put milan", "1 put osaka", "1 put cairo", "1 put seoul")
	six := s.Knows(1).Recall[0]
	if bits.OnesCount64(six) != 6 || s.Knows(2).Recall[0] != 0 || s.Knows(0).Recall[0] != 0 || top(s.Knows(1), 0) != epidemic.NoCity {
		t.Fatalf("seat 0 recalls %b", six)
	}
	among := func(n uint8) {
		t.Helper()
		v, chance := s.Knows(1), engine.Rand{}
		for range 200 {
			p := v.Position(&chance)
			for i := range p.InfectionLen - n {
				if v.Recall[0]>>p.Secrets().Infection[i]&1 != 0 {
					t.Fatalf("a card that was seen is drawn below the top %d", n)
				}
			}
		}
	}
	among(6)
	s.Advance(0, 2, nil)
	among(4)
	pushed := uint8(bits.OnesCount64(s.InfectionDiscard))
	s.Reshuffle()
	among(4 + pushed)
	if s.Knows(1).RecallTo[0] != 4+pushed {
		t.Errorf("the four lie above place %d, not %d", s.Knows(1).RecallTo[0], 4+pushed)
	}
	a, chance := s.Knows(1), engine.Rand{}
	if p, q := a.Position(&chance), a.Position(&chance); p.Secrets().Key == q.Secrets().Key || p.Secrets().Key == s.Secrets().Key {
		t.Error("drawn positions share their chance, or have the real one")
	}
}

// In positions drawn from a view, an infection card is equally likely to be in every place where it can be.
// After another seat's Forecast of three cards, all orders of these cards occur equally often.
func TestDrawnPositionsAreUniform(t *testing.T) {
	s := deal(t, 11, "players", "2", "epidemics", "5")
	for _, g := range []string{"turn 0", "hand 0 forecast", "hand 1 lima", "infection size 3"} {
		if err := epidemictest.Arrange(s, g); err != nil {
			t.Fatal(err)
		}
	}
	forecast, _ := world.Game.Vocabulary().ParseMove(0, "forecast")
	s.Play(forecast, nil)
	for s.Top().Question == epidemic.QuestionOrderInfectionDeck {
		s.Play(s.Default(0), nil)
	}
	if own := s.Knows(1 << 0); own.Known[s.InfectionLen-1] == epidemic.NoCity {
		t.Error("who looked does not know the top card")
	}
	v := s.Knows(1 << 1)
	seen := map[[3]epidemic.City]int{}
	chance := engine.Rand{}
	for range 6000 {
		p := v.Position(&chance)
		seen[[3]epidemic.City(p.Secrets().Infection[:3])]++
	}
	for order, n := range seen {
		if len(seen) != 6 || n < 850 || n > 1150 {
			t.Errorf("%v came %d times of 6000", order, n)
		}
	}
}
