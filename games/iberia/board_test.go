package iberia_test

import (
	"math/bits"
	"slices"
	"testing"

	"theriac/games/epidemic"
	"theriac/games/iberia"
)

// The map is connected, and its lines, cities and regions agree. The lines enclose as many areas as there are
// regions. Lines surround every region, and no line borders on more than two regions. Rules: action/regions.
func TestRegionsFitTheLines(t *testing.T) {
	r := rules(t)
	reached, todo := uint64(1), uint64(1)
	for todo != 0 {
		c := bits.TrailingZeros64(todo)
		todo &= todo - 1
		todo |= r.Links(epidemic.City(c)) &^ reached
		reached |= r.Links(epidemic.City(c))
	}
	if reached != r.Everywhere() {
		t.Error("the map is not in one piece")
	}
	if want := r.Lines() - len(r.Cities) + 1; len(r.Regions) != want || want != 34 {
		t.Errorf("%d regions, but the lines enclose %d", len(r.Regions), want)
	}
	beside := map[epidemic.Line]int{}
	for _, region := range r.Regions {
		for i, id := range region.Cities {
			a, _ := r.City.Parse(id)
			b, _ := r.City.Parse(region.Cities[(i+1)%len(region.Cities)])
			l, ok := r.LineBetween(epidemic.City(a), epidemic.City(b))
			if !ok {
				t.Errorf("%s: no line goes from %s to the next city", region.ID, id)
			}
			beside[l]++
		}
	}
	for l, n := range beside {
		if a, b := r.Ends(l); n > 2 {
			t.Errorf("%d regions lie beside the line from %s to %s", n, r.City.Text(uint8(a)), r.City.Text(uint8(b)))
		}
	}
}

// C74: the dotted lines are exactly those of Andorra la Vella, Palma and Gibraltar. There are 19 ports, and
// twelve cities of each colour. Rules: action/rail-dotted action/ports setup/supply.
func TestBoard(t *testing.T) {
	r := rules(t)
	islands := []string{"andorra-la-vella", "palma-de-mallorca", "gibraltar"}
	dotted := 0
	for l := range epidemic.Line(r.Lines()) {
		a, b := r.Ends(l)
		want := slices.Contains(islands, r.City.Text(uint8(a))) || slices.Contains(islands, r.City.Text(uint8(b)))
		if r.CarriesTracks(l) == want {
			t.Errorf("the line from %s to %s: dotted %v", r.City.Text(uint8(a)), r.City.Text(uint8(b)), !want)
		}
		if want {
			dotted++
		}
	}
	if n := bits.OnesCount64(r.Ports()); n != 19 || dotted != 6 {
		t.Errorf("%d ports, %d dotted lines", n, dotted)
	}
	years := map[int16]bool{}
	for _, c := range r.Cities {
		years[c.Founded] = true
	}
	if len(years) != 48 {
		t.Error("two cities have the same year: who begins needs a ruling")
	}
	for d := range epidemic.Disease(4) {
		if n := bits.OnesCount64(r.CitiesOf(d)); n != 12 {
			t.Errorf("%d cities of disease %d", n, d)
		}
	}
	n := iberia.Game.Numbers
	if n.Cubes != 24 || n.Tracks != 20 || n.Tokens != 14 || n.Stations != 4 {
		t.Errorf("the supply is %+v", n)
	}
}
