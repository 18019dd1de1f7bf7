package epidemic

import (
	"math/bits"

	"theriac/engine"
)

// Chances writes what a careful player could compute from the view: the chance that the next draw contains an
// epidemic, and the chance that each city is infected. During an infection step, the latter covers the rest
// of that step; otherwise, it covers the next step.
//
// The odds assume that no event is played first and that no further epidemic is drawn. They include an
// epidemic that is being resolved. They also assume that no card in force adds infection cards or draws them
// from the bottom. If the next step is skipped, Chances writes no odds for it.
func (v *View) Chances(c *engine.Coder) {
	epidemic := perMille(v.EpidemicOdds(int(v.rules.draws)))
	engine.Uint(c, "epidemic", &epidemic)
	next, skipped := v.nextInfection()
	if skipped && !c.Describing() {
		return
	}
	var odds [MaxInfection]float64
	v.reckon(&odds, next)
	c.Object("infection", func(c *engine.Coder) {
		for i, city := range v.rules.Infection.Values {
			if odds[i] > 0 || c.Describing() {
				n := perMille(odds[i])
				engine.Uint(c, city, &n)
			}
		}
	})
}

// perMille rounds a chance to thousandths. Only an impossible event gets 0, and only a certain one 1000.
// Because sums of quotients are not exact, a chance that differs from 1 by a rounding error counts as
// certain.
func perMille(p float64) uint16 {
	const tiny = 1e-9
	switch {
	case p < tiny:
		return 0
	case p > 1-tiny:
		return 1000
	}
	return min(999, max(1, uint16(p*1000+0.5)))
}

// turned holds the positions of the infection cards that an infection step will draw.
type turned struct {
	places uint64 // positions in the deck, counted from the top, which is 0
	// lifted holds the cards that an epidemic will shuffle and put on top before the step. some is how many
	// of them the step draws.
	lifted uint64
	some   int
}

// nextInfection returns the cards that the current infection step has not drawn yet. During other stages, it
// returns the cards that the next step will draw.
func (v *View) nextInfection() (next turned, skipped bool) {
	rate, size := int(v.Rate), int(v.InfectionLen)
	begun := 0 // epidemics drawn that have not yet taken the bottom card
	stage := v.rules.Turn[v.Stage].Name
	epidemics := v.rules.Turn[v.Stage].Crowded
	switch {
	case stage == "infection" && v.Phase > 0:
		return turned{places: topPlaces(int(v.Pending))}, false
	case epidemics && v.Pending > 0 && (v.Phase == 1 || v.Phase == 2): // before it intensifies
		next.lifted = v.InfectionDiscard
		begun = int(v.Pending) - 1
	case epidemics:
		begun = int(v.Pending)
	}
	n := int(v.rules.rate(rate+begun, v.stillInForce()))
	deck := size + count(next.lifted)
	if v.Bottom > 0 {
		return v.bottomCard(next, begun, deck), v.Quiet > 0
	}
	// An epidemic that follows another finds an empty discard: it draws the bottom card, discards it, and
	// puts it on top.
	places := topPlaces(n)
	if begun = min(begun, n, deck); begun > 0 {
		places = topPlaces(n-begun) | topPlaces(begun)<<(deck-begun)
	}
	lifted := count(next.lifted)
	next.some = bits.OnesCount64(places & topPlaces(lifted))
	next.places = places >> lifted
	return next, v.Quiet > 0
}

// stillInForce returns the events that will still be in force in the next infection step. Some end earlier
// because another turn begins before that step: the active seat's turn after the helper's, or the partner's
// after that of a team's first seat.
func (v *View) stillInForce() uint32 {
	stage := &v.rules.Turn[v.Stage]
	if stage.Helper {
		return v.inForceAfter(v.rules, v.Active)
	}
	if next := v.rules.hooks.ActsNext; next != nil && stage.Name == StageActions {
		if seat, ok := next(&v.Public); ok {
			return v.inForceAfter(v.rules, seat)
		}
	}
	return v.InForce
}

// bottomCard adds to next the position that an infection step draws if it draws only the bottom card. begun
// is how many epidemics will first move their bottom cards to the top.
func (v *View) bottomCard(next turned, begun, deck int) turned {
	if deck == 0 {
		return next
	}
	place := deck - 1 - begun%deck
	if lifted := count(next.lifted); place < lifted {
		next.some = 1
	} else {
		next.places = 1 << (place - lifted)
	}
	return next
}

// topPlaces returns the top n positions.
func topPlaces(n int) uint64 { return 1<<n - 1 }

// InfectionOdds returns, for each city, the chance that its card is among the next n cards of the infection
// deck.
func (v *View) InfectionOdds(n int) (odds [MaxInfection]float64) {
	v.reckon(&odds, turned{places: topPlaces(n)})
	return odds
}

// reckon computes, for each city, the chance that its card is among the given positions. A card with a known
// position is certain. The others are distributed as fillInfection places them. Each class of cards belongs
// to a range of positions, and every free position in it is equally likely. Two ranges are either nested or
// disjoint, so the chance that a position is free depends only on the narrower ranges.
func (v *View) reckon(odds *[MaxInfection]float64, among turned) {
	size := int(v.InfectionLen)
	var free [MaxInfection]float64 // the chance that a position, counted from the top, is still free
	var known uint64
	for i := range size {
		from := size - 1 - i
		if c := v.Known[i]; c != NoCity {
			known |= bit(c)
			if among.places>>from&1 != 0 {
				odds[c] = 1
			}
			continue
		}
		free[from] = 1
	}
	all := func(cards uint64, chance float64) {
		for ; cards != 0; cards &= cards - 1 {
			odds[bits.TrailingZeros64(cards)] = chance
		}
	}
	if among.some > 0 {
		all(among.lifted, float64(among.some)/float64(count(among.lifted)))
	}
	var groups [maxGroups]Class
	for _, g := range groups[:v.groups(&groups, known)] {
		places, near := 0.0, 0.0
		for p := g.Lo; p <= g.Hi; p++ {
			places += free[p]
			if among.places>>p&1 != 0 {
				near += free[p]
			}
		}
		all(g.Cards, near/places)
		left := 1 - float64(count(g.Cards))/places
		for p := g.Lo; p <= g.Hi; p++ {
			free[p] *= left
		}
	}
}

// maxGroups is the maximum number of groups. Each seat's memory of cards (Recall) can split each class once
// more.
const maxGroups = maxClasses * (engine.MaxSeats + 1)

// groups divides the cards without a known position into groups that share a range of the deck. It sorts them
// from the narrowest range to the widest.
func (v *View) groups(groups *[maxGroups]Class, known uint64) int {
	var recalled uint64
	for _, cards := range v.Recall {
		recalled |= cards
	}
	m := 0
	add := func(g Class) {
		if g.Cards == 0 {
			return
		}
		at := m
		for ; at > 0 && groups[at-1].Hi-groups[at-1].Lo > g.Hi-g.Lo; at-- {
			groups[at] = groups[at-1]
		}
		groups[at] = g
		m++
	}
	for _, cl := range v.Classes[:v.ClassesN] {
		cl.Cards &^= known
		add(Class{Cards: cl.Cards &^ recalled, Lo: cl.Lo, Hi: cl.Hi})
		// If several seats remember a card, the seat with the smallest RecallTo counts, since it knows the
		// position best.
		for rest := cl.Cards & recalled; rest != 0; {
			least, mine := cl.Hi+1, uint64(0)
			for seat, cards := range v.Recall {
				if to := v.RecallTo[seat]; cards&rest != 0 && (mine == 0 || to < least) {
					least, mine = to, cards&rest
				}
			}
			add(Class{Cards: mine, Lo: cl.Lo, Hi: min(cl.Hi, least-1)})
			rest &^= mine
		}
	}
	return m
}
