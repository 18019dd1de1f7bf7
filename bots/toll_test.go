package bots

import (
	"math"
	"slices"
	"testing"

	"theriac/engine"
	"theriac/games/epidemic"
)

// A plan that asks people is charged a toll, because its rollouts do not show that cost. Asking bots of the
// same level is free.
func TestAskingPeopleHasToBringSomething(t *testing.T) {
	m, _ := dealt(t, "steady", 1)
	agree := engine.Verb(slices.Index(m.turn.intent[:], epidemic.Agrees))
	p := plan{end: m.trial, moves: []engine.Move{{Seat: 2, Verb: agree}, {Seat: 3, Verb: agree}}}
	among := m.tollOf(&p)
	m.turn.seats = engine.SeatsOf(0, 1, 2)
	if with := m.tollOf(&p); among != 0 || with != tollAsk {
		t.Errorf("the tolls are %v among bots and %v with one person", among, with)
	}
}

// A station next to another lowers the value of a position, while a distant one raises it.
func TestNoStationNextDoor(t *testing.T) {
	m, _ := dealt(t, "steady", 1)
	v := m.turn
	worth := func(cities ...string) float64 {
		s := m.trial
		s.Stations = 0
		for _, id := range cities {
			c, _ := m.rules.City.Parse(id)
			s.Stations |= 1 << c
		}
		v.begin(&s)
		return v.goods(&s)
	}
	one := worth("atlanta")
	if beside, apart := worth("atlanta", "chicago"), worth("atlanta", "cairo"); beside >= one || apart <= one {
		t.Errorf("one station is worth %.2f, with one beside it %.2f, with one apart %.2f", one, beside, apart)
	}
}

// If trials with and without an epidemic are separate, every third has one and is weighted by its
// probability. A certain epidemic has weight one.
func TestEpidemicsDrawnApart(t *testing.T) {
	m, v := dealt(t, "steady", 3)
	m.collectPlans()
	m.views = append(m.views[:0], m.ideas[0].end.Knows(v.By))
	odds := m.trial.EpidemicOdds(m.rules.TurnDraws())
	chance, _ := engine.NumberedSeed(4).Rand()
	sum := 0.0
	const trials = 60
	for trial := range trials {
		var s epidemic.State
		sum += m.drawApart(&s, 0, trial, chance, odds)
		if drawn := s.Epidemics > m.ideas[0].end.Epidemics; drawn != (trial%3 == 0) {
			t.Fatalf("trial %d: an epidemic was drawn: %v", trial, drawn)
		}
	}
	if math.Abs(sum/trials-1) > 1e-9 {
		t.Errorf("a sure thing counts %v", sum/trials)
	}
}

// A plan's leftover actions are used without spending a card or an event, and without asking a seat.
func TestActionsAreUsed(t *testing.T) {
	used := 0
	for deal := range uint64(12) {
		m, _ := dealt(t, "steady", deal)
		m.collectPlans()
		p := plan{end: m.trial} // a plan that does nothing
		m.fill(&p)
		used += int(m.trial.Actions - p.end.Actions)
		if p.end.HandsKey() != m.trial.HandsKey() || p.end.Discard != m.trial.Discard {
			t.Errorf("deal %d: cards were spent", deal)
		}
		for _, x := range p.moves {
			if x.Seat != m.trial.Active {
				t.Errorf("deal %d: seat %d was asked", deal, x.Seat)
			}
		}
		m.turn.begin(&m.trial)
		if before, after := m.turn.of(&m.trial, m.turn.Key(&m.trial)), m.turn.of(&p.end, m.turn.Key(&p.end)); after < before-0.2 {
			t.Errorf("deal %d: a value of %.2f became %.2f", deal, before, after)
		}
	}
	if used < 40 {
		t.Errorf("of 48 actions %d were used", used)
	}
}
