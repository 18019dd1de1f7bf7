package epidemic

import (
	"math/bits"

	"theriac/engine"
)

// Chances writes what a careful player would reckon from the view: that the next
// draw brings an epidemic, and for each city that its card is among those that
// the infection step has still to turn, or that the next one will. This holds if
// no event is played before, and no epidemic drawn; one that is being resolved is
// reckoned with. It holds too if no card in force makes the step longer, and none
// turns others from the bottom. Where the next step is skipped nothing is said of
// it.
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

// perMille rounds a chance to thousandths. Only what cannot be is 0, and only
// what must be is 1000; the sums of a few quotients are not exact, and what is
// that near to certain is.
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

// turned is which infection cards a step will turn, told by where they lie now.
type turned struct {
	places uint64 // from the top of the deck, the top being 0
	// lifted is the cards that an epidemic will shuffle and put on top first, of
	// which so many are turned.
	lifted uint64
	some   int
}

// nextInfection is what the infection step that is going on has still to turn, or
// what the next one will.
func (v *View) nextInfection() (next turned, skipped bool) {
	rate, size := int(v.Rate), int(v.InfectionLen)
	begun := 0 // epidemics that are drawn and have not yet taken the bottom card
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
	// Such an epidemic finds no discard but the bottom card, and puts it on top.
	places := topPlaces(n)
	if begun = min(begun, n, deck); begun > 0 {
		places = topPlaces(n-begun) | topPlaces(begun)<<(deck-begun)
	}
	lifted := count(next.lifted)
	next.some = bits.OnesCount64(places & topPlaces(lifted))
	next.places = places >> lifted
	return next, v.Quiet > 0
}

// stillInForce is the events that are in force when the next infection step comes:
// some end because a turn begins before. That is the next one while the hand that
// helps acts, and the other half of a team's turn while the first acts.
func (v *View) stillInForce() uint32 {
	stage := &v.rules.Turn[v.Stage]
	if stage.Helper {
		return v.inForceAfter(v.rules, v.Active)
	}
	if next := v.rules.on.ActsNext; next != nil && stage.Name == StageActions {
		if seat, ok := next(&v.Public); ok {
			return v.inForceAfter(v.rules, seat)
		}
	}
	return v.InForce
}

// bottomCard is what a step turns that takes the bottom card alone, once so many
// epidemics have taken theirs and put them on top.
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

// topPlaces is the n places from the top.
func topPlaces(n int) uint64 { return 1<<n - 1 }

// InfectionOdds is each city's chance that its card is among the next n of the
// infection deck.
func (v *View) InfectionOdds(n int) (odds [MaxInfection]float64) {
	v.reckon(&odds, turned{places: topPlaces(n)})
	return odds
}

// reckon finds each city's chance that its card is among some. Cards that are
// known by their place are certain. The others are reckoned as fillInfection lays
// them: within a stretch all free places are alike, and stretches lie inside or
// beside one another, so that what a place's chance of being free is follows from
// the narrower stretches alone.
func (v *View) reckon(odds *[MaxInfection]float64, among turned) {
	size := int(v.InfectionLen)
	var free [MaxInfection]float64 // the chance that a place from the top is not taken yet
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

// maxGroups is into how many groups the classes can fall: each seat's recall can
// part each of them once more.
const maxGroups = maxClasses * (engine.MaxSeats + 1)

// groups is what spans finds, with the cards of a stretch together.
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
		// Who recalls cards less deep says more of them: the others' are what is left.
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
