package bots

import (
	"math/bits"

	"theriac/engine"
	"theriac/games/epidemic"
)

// layers holds what is known about the infection deck: for each city, the chance that its card is drawn in
// this turn's infection step, and in the whole round. For cards that may be at the bottom of the deck, it
// also holds the chance that an epidemic draws them.
type layers struct {
	now, round [maxCities]float64
	low        uint64  // the cities whose cards may be at the bottom of the deck
	bottom     float64 // for each city in low, the chance that an epidemic draws its card this turn
	deep       float64 // for each city in low, the chance that an epidemic draws its card this round
}

// look computes the layers from what the given seats know about the deck.
func (l *layers) look(b *board, s *epidemic.State, by engine.Seats) {
	*l = layers{}
	rate := b.rules.RateAt(int(s.Rate))
	up := b.rules.RateAt(int(s.Rate) + 1)
	draws := b.rules.TurnDraws()
	odds := 0.0
	if s.Stage < b.drawStage {
		odds = s.EpidemicOdds(draws)
	}
	oddsRound := s.EpidemicOdds(draws * b.players)
	now := rate
	if s.Quiet > 0 {
		now = 0
	}
	if s.Stage == b.infection && s.Phase > 0 {
		now = int(s.Pending)
	}
	round := now + rate*(b.players-1)
	size := int(s.InfectionLen)
	for i := range s.Classes[:s.ClassesN] {
		cl := &s.Classes[i]
		n := bits.OnesCount64(cl.Cards)
		this := overlap(cl, now) * (1 - odds)
		later := overlap(cl, round)*(1-oddsRound) + overlap(cl, round/2)*oddsRound
		if int(cl.Hi) == size-1 && n > 0 {
			l.low, l.bottom, l.deep = cl.Cards, odds/float64(n), oddsRound/float64(n)
		}
		for set := cl.Cards & (1<<b.cities - 1); set != 0; set &= set - 1 {
			c := bits.TrailingZeros64(set)
			l.now[c], l.round[c] = this, later
		}
	}
	if back := s.InfectionDiscard; back != 0 {
		n := float64(bits.OnesCount64(back) + 1)
		this := odds * min(1, float64(up)/n)
		later := oddsRound * min(1, float64(up*b.players)/2/n)
		for set := back & (1<<b.cities - 1); set != 0; set &= set - 1 {
			c := bits.TrailingZeros64(set)
			l.now[c], l.round[c] = this, later
		}
	}
	for i := 0; i < round && i < size; i++ {
		c, seen := s.InfectionSeen(i, by)
		if !seen {
			break
		}
		switch {
		case int(c) >= b.cities:
		case i < now:
			l.now[c], l.round[c] = 1-odds, 1-oddsRound/2
		default:
			l.now[c], l.round[c] = 0, 1-oddsRound
		}
	}
}

// overlap returns the expected fraction of a class's cards that are among the top n cards.
func overlap(cl *epidemic.Class, n int) float64 {
	low, high := int(cl.Lo), int(cl.Hi)
	if n <= low {
		return 0
	}
	return float64(min(n, high+1)-low) / float64(high+1-low)
}
