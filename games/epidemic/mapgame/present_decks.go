package mapgame

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"theriac/games/epidemic"
	"theriac/internal/terminal/present"
)

// manyCards is the maximum number of cards that the board names for the lowest part of the infection deck. If
// there are more, only Discards names them.
const manyCards = 15

// infection describes what is known about the infection deck, from the top: first the cards with a known
// position, then the sets of cards that are somewhere between two positions.
func (f *presenter) infection(width int, all bool) string {
	var b strings.Builder
	n := int(f.v.InfectionLen)
	b.WriteString(present.Wrap("", f.text("infection.deck", "n", n), width))
	var known uint64
	var places []string
	for i := n - 1; i >= 0; i-- {
		if c := f.v.Known[i]; c != epidemic.NoCity {
			known |= 1 << c
			places = append(places, fmt.Sprintf("%d %s", n-i, f.tinted(c)))
		}
	}
	if len(places) > 0 {
		b.WriteString(present.Flow(present.Indent+f.text("infection.known")+" ", places, ", ", width))
	}
	classes := slices.Clone(f.v.Classes[:])
	slices.SortStableFunc(classes, func(a, b epidemic.Class) int {
		return (int(a.Lo)-int(b.Lo))*1000 + int(a.Hi) - int(b.Hi)
	})
	for i, cl := range classes {
		set := cl.Cards &^ known
		if set == 0 {
			continue
		}
		count := bits.OnesCount64(set)
		from, to := int(cl.Lo)+1, int(cl.Hi)+1
		for from < to && f.v.Known[n-from] != epidemic.NoCity {
			from++
		}
		head := present.Indent + f.text("infection.span", "from", from, "to", to) + " "
		if from == to {
			head = present.Indent + f.text("infection.place", "n", from) + " "
		}
		if count > manyCards && !all && i == len(classes)-1 {
			b.WriteString(head + f.st.Dim(f.text("infection.many", "n", count)) + "\n")
			continue
		}
		b.WriteString(present.Flow(head, f.cities(set), ", ", width))
	}
	return b.String()
}

// Discards names all cards that are face up or out of the game, and describes all that is known about the
// infection deck.
func (f *presenter) Discards(width int) string {
	var b strings.Builder
	section := func(key string, items []string) {
		b.WriteString(f.st.Bold(f.text(key, "n", len(items))) + "\n")
		if len(items) > 0 {
			b.WriteString(present.Flow(present.Indent, items, ", ", width))
		}
	}
	section("discards.player", f.cards(f.v.Discard))
	section("discards.infection", f.cities(f.v.InfectionDiscard))
	if out := append(f.cities(f.v.InfectionRemoved), f.cards(f.v.Removed)...); len(out) > 0 {
		section("discards.removed", out)
	}
	var gone []string
	for i, r := range f.v.Rules().Roles {
		if f.v.RolesGone>>i&1 != 0 {
			gone = append(gone, f.c.Name("role", r.ID))
		}
	}
	if len(gone) > 0 {
		section("discards.roles", gone)
	}
	b.WriteString(f.infection(width, true))
	return b.String()
}

// Whole lists all cities with their connections, and all regions.
func (f *presenter) Whole(width int) string {
	widest := 0
	for c := range f.v.Rules().Cities {
		widest = max(widest, present.Wide(f.label(epidemic.City(c), seatNumber)))
	}
	widest = min(widest, width/2)
	var b strings.Builder
	for d := range f.v.Rules().Diseases {
		b.WriteString(f.state(d, width))
		var cities []epidemic.City
		for set := f.v.Rules().CitiesOf(epidemic.Disease(d)); set != 0; set &= set - 1 {
			cities = append(cities, epidemic.City(bits.TrailingZeros64(set)))
		}
		for _, c := range cities {
			var to []string
			for set := f.v.Rules().Links(c); set != 0; set &= set - 1 {
				to = append(to, f.line(c, epidemic.City(bits.TrailingZeros64(set))))
			}
			b.WriteString(present.Flow(present.Indent+present.Pad(f.label(c, seatNumber), widest)+" — ", to, ", ", width))
		}
	}
	b.WriteString(f.regions(width))
	return b.String()
}
