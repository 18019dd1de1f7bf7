package bots

import (
	"theriac/ai"
	"theriac/engine"
	"theriac/games/pharmacy"
)

// reading is how much a player makes of what an opponent's play says about the risk card
// that it laid down. The zero reading takes every unseen card for as likely as another.
type reading struct {
	// Warmth is the difference in worth, in hundredths of a point, at which an owner is
	// thought to play the better card e times as often. 0: no reading.
	Warmth int
	// Doubt is how many of a thousand positions are taken as they come, since the owner
	// may be bluffing.
	Doubt int
}

// tries is how many positions are drawn at most to find one that fits what was played.
const tries = 8

// plausible says by chance whether a drawn position is taken: the more readily, the
// likelier its owner would have laid down this of all the cards in its hand.
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
	// A card that is played as often as any other of the hand is taken every second time.
	return dice.N(2*sum) < own*(int(v.HandLen[owner])+1)
}

// worth is what laying a risk card of that face down is worth to its owner: where the
// card still lies before the seat that it was meant for, there, and otherwise where it
// would do most.
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

// likelihood is e to the power of n eighths, in thousandths.
func likelihood(n int) int { return powers[min(len(powers)-1, max(0, n+24))] }

// powers is e to the power of -24/8 to 24/8, in thousandths.
var powers = [...]int{
	50, 56, 64, 72, 82, 93, 105, 119, 135, 153, 174, 197, 223, 253, 287, 325, 368, 417, 472, 535, 607, 687, 779, 882,
	1000, 1133, 1284, 1455, 1649, 1868, 2117, 2399, 2718, 3080, 3490, 3955, 4482, 5078, 5755, 6521, 7389, 8373, 9488,
	10751, 12182, 13805, 15643, 17725, 20086,
}
