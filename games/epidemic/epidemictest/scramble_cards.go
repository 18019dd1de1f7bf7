package epidemictest

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

// scrambleCards puts some events in force, and some cubes on the role card that keeps samples.
func scrambleCards(s *epidemic.State, n func(int) int, arrange func(string)) {
	r := s.Rules()
	drawn := s.Discard // takes no card from the deck, because that would change the deck's size
	for seat := range engine.Seat(r.Players) {
		drawn = drawn.Or(s.Hand(seat))
	}
	for e, event := range r.Events {
		if event.Lasts > epidemic.ThisTurn && drawn.Has(epidemic.EventCard(e)) && n(3) == 0 {
			arrange("in-force " + engine.Number.Text(uint8(n(r.Players))) + " " + event.ID)
		}
	}
	for seat := range engine.Seat(r.Players) {
		if !s.Role(seat).KeepsSamples {
			continue
		}
		for d := range epidemic.Disease(len(r.Diseases)) {
			if k := uint8(n(5)); k <= s.Supply[d] {
				arrange("samples " + r.Disease.Text(uint8(d)) + " " + engine.Number.Text(k))
			}
		}
	}
}
