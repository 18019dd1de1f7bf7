package bots

import (
	"theriac/ai"
	"theriac/engine"
	"theriac/games/pharmacy"
)

// reading configures what a bot concludes from the risk card that an opponent has put down. With the zero
// value, all unseen cards are equally likely.
type reading struct {
	// Warmth is a difference in value, in hundredths of a point. If one card is better than another by this
	// much, its owner is assumed to play it e (2.718) times as often. If Warmth is 0, the bot draws no
	// conclusions.
	Warmth int
	// Doubt is how many in a thousand positions are accepted unconditionally, since the owner may be bluffing.
	Doubt int
}

// tries is the maximum number of positions drawn in search of one that explains the risk card that was played.
const tries = 8

// plausible decides at random whether to accept a drawn position. The more likely the owner of the risk card
// would have been to play it from this hand, the more often the position is accepted.
func (g reading) plausible(j *judge, s *pharmacy.State, dice *ai.Dice) bool {
	if dice.N(1000) < g.Doubt {
		return true
	}
	owner := s.Travel.Owner
	v := s.Knows(engine.SeatsOf(owner))
	if v.Face == pharmacy.NoCard {
		return true
	}
	own, sum := 0, 0
	for c := pharmacy.FirstRisk; int(c-pharmacy.FirstRisk) < len(faceCosts); c++ {
		k := v.Hands[owner].Count(c)
		if c != v.Face && k == 0 {
			continue
		}
		n := likelihood((j.worth(owner, c) - j.worth(owner, v.Face)) / max(1, g.Warmth/8))
		sum += k * n
		if c == v.Face {
			sum += n
			own = n
		}
	}
	// If the owner would play any card of its hand equally often, half of the positions are accepted.
	return dice.N(2*sum) < own*(int(v.HandLen[owner])+1)
}

// worth returns the value for its owner of putting down a risk card with the given face. If the owner has just
// sent the card, only the harm to its receiver counts. Otherwise the value is the harm to the seat that the
// card would harm most.
func (j *judge) worth(owner engine.Seat, c pharmacy.Card) int {
	t := &j.p.Travel
	most := -1 << 30
	for seat := range engine.Seat(j.r.Players) {
		if seat != owner && (t.Giver != owner || seat == t.To) {
			most = max(most, j.faced(seat, c))
		}
	}
	return most
}

// likelihood returns e to the power of n/8, in thousandths.
func likelihood(n int) int { return powers[min(len(powers)-1, max(0, n+24))] }

// powers holds 1000·e^x, rounded, for x from -3 to 3 in steps of 1/8.
var powers = [...]int{
	50, 56, 64, 72, 82, 93, 105, 119, 135, 153, 174, 197, 223, 253, 287, 325, 368, 417, 472, 535, 607, 687, 779, 882,
	1000, 1133, 1284, 1455, 1649, 1868, 2117, 2399, 2718, 3080, 3490, 3955, 4482, 5078, 5755, 6521, 7389, 8373, 9488,
	10751, 12182, 13805, 15643, 17725, 20086,
}
