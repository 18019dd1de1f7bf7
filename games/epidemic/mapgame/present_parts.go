package mapgame

import (
	"fmt"
	"math/bits"
	"strings"

	"theriac/games/epidemic"
	"theriac/internal/terminal/present"
)

// What only some map games have: rails, tokens in regions, traits, challenges.

// The signs beside those that every map has.
const (
	portSign   = "≈"
	railSign   = "═"
	dottedSign = "┄" // a line that takes no rail
	tokenSign  = "◇"
	shieldSign = "♥"
)

// name is a city with the sign of a port.
func (f *presenter) name(c epidemic.City) string {
	if f.v.Rules().Ports()>>c&1 != 0 {
		return f.city(c) + portSign
	}
	return f.city(c)
}

// pawn is where a seat's pawn is.
func (f *presenter) pawn(c epidemic.City) string {
	if c == epidemic.NoCity {
		return f.text("unplaced")
	}
	return f.name(c)
}

// station is the sign of a station. Where it serves one disease alone it has its
// letter.
func (f *presenter) station(c epidemic.City) string {
	if !f.v.Rules().OwnStations {
		return "⌂"
	}
	d := f.disease(int(f.v.Rules().Colour(c)))
	return f.st.Colour(d, "⌂"+f.Short("disease", d))
}

// stationOf says where a disease's own station stands.
func (f *presenter) stationOf(d int) string {
	set := f.v.Stations & f.v.Rules().CitiesOf(epidemic.Disease(d))
	if set == 0 {
		return f.st.Dim(f.text("hospital.none"))
	}
	return f.text("hospital", "city", f.city(epidemic.City(bits.TrailingZeros64(set))))
}

// trait is the special rule of a disease at this table.
func (f *presenter) trait(d int) (string, bool) {
	for i, x := range f.v.Rules().Traits {
		if f.v.Traits>>i&1 != 0 && x.Disease == f.disease(d) {
			return f.c.Name("trait", x.ID), true
		}
	}
	return "", false
}

func (f *presenter) region(r epidemic.Region) string {
	return f.c.Name("region", f.v.Rules().Region.Text(uint8(r)))
}

// Parts are the names of what a region can be called by besides its own: one of
// its cities, or two of them.
func (f *presenter) Parts(kind string, n uint8) []string {
	if kind != "region" {
		return nil
	}
	var out []string
	for _, a := range f.around(epidemic.Region(n)) {
		id := f.v.Rules().City.Text(uint8(a))
		out = append(out, id, f.city(a))
		for _, b := range f.around(epidemic.Region(n)) {
			if a != b {
				out = append(out, id+" "+f.v.Rules().City.Text(uint8(b)), f.city(a)+" "+f.city(b))
			}
		}
	}
	return out
}

// around is the cities that border on a region.
func (f *presenter) around(r epidemic.Region) []epidemic.City {
	var out []epidemic.City
	for set := f.v.Rules().CitiesIn(r); set != 0; set &= set - 1 {
		out = append(out, epidemic.City(bits.TrailingZeros64(set)))
	}
	return out
}

// land is what lines and regions carry, and what the table plays with.
func (f *presenter) land(width int) string {
	r := f.v.Rules()
	var b strings.Builder
	if n := int(f.v.DeckKnown); n > 0 {
		var top []string
		for i, c := range f.v.DeckTop[:n] {
			top = append(top, fmt.Sprintf("%d %s", i+1, f.card(c)))
		}
		b.WriteString(present.Flow(f.text("deck.top")+" ", top, ", ", width))
	}
	rails := f.rails()
	if r.Numbers.Tracks > 0 {
		head := f.text("track.rails") + "  " + railSign + " " + fraction(len(rails), int(r.Numbers.Tracks))
		b.WriteString(section(head, rails, width))
	}
	if len(r.Regions) > 0 {
		head := f.text("track.tokens") + "  " + tokenSign + " " + f.text("tokens.left", "n", int(f.v.TokensLeft))
		b.WriteString(section(head, f.tokens(), width))
	}
	if len(r.Regions) > 0 && f.v.Shield != epidemic.NoRegion {
		b.WriteString(present.Wrap("", shieldSign+" "+f.text("shield", "region", f.region(f.v.Shield)), width))
	}
	for _, x := range r.Challenges {
		if r.InPlay(x) {
			b.WriteString(present.Wrap("", f.c.Text("fact.challenge"), width))
		}
	}
	if n := int(f.v.Bottom); n > 0 {
		b.WriteString(present.Wrap("", f.text("bottom", "n", n), width))
	}
	return b.String()
}

// section is a heading and, below it, what belongs to it.
func section(head string, items []string, width int) string {
	if len(items) == 0 {
		return head + "\n"
	}
	return head + "\n" + present.Flow(present.Indent, items, " · ", width)
}

// rails is the lines that carry one.
func (f *presenter) rails() []string {
	var out []string
	for l := range epidemic.Line(f.v.Rules().Lines()) {
		if a, b := f.v.Rules().Ends(l); f.v.HasTrack(l) {
			out = append(out, present.Together(f.city(a)+railSign+f.city(b)))
		}
	}
	return out
}

// tokens is the regions that carry some.
func (f *presenter) tokens() []string {
	var out []string
	for i, n := range f.v.Tokens[:len(f.v.Rules().Regions)] {
		if n > 0 {
			out = append(out, present.Together(strings.Repeat(tokenSign, int(n))+" "+f.region(epidemic.Region(i))))
		}
	}
	return out
}

// line is a neighbour as the map lists it: with a rail, without, or where none can
// be.
func (f *presenter) line(from, to epidemic.City) string {
	l, _ := f.v.Rules().LineBetween(from, to)
	switch {
	case f.v.HasTrack(l):
		return railSign + f.name(to)
	case f.v.Rules().Numbers.Tracks > 0 && !f.v.Rules().CarriesTracks(l):
		return dottedSign + f.name(to)
	}
	return f.name(to)
}

// regions is every region with its cities and what it carries.
func (f *presenter) regions(width int) string {
	if len(f.v.Rules().Regions) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString(f.st.Bold(f.text("regions")) + "\n")
	for i, r := range f.v.Rules().Regions {
		marks := strings.Repeat(tokenSign, int(f.v.Tokens[i]))
		if f.v.Shield == epidemic.Region(i) {
			marks += shieldSign
		}
		var cities []string
		for _, c := range f.around(epidemic.Region(i)) {
			cities = append(cities, f.city(c))
		}
		b.WriteString(present.Flow(present.Indent+present.Pad(r.ID+" "+marks, 8)+" ", cities, ", ", width))
	}
	return b.String()
}

// legend is what the ids of regions stand for: their cities, and how many tokens lie there.
func (f *presenter) legend(width int) string {
	if len(f.v.Rules().Regions) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("\n" + f.text("regions.legend") + "\n")
	for i, r := range f.v.Rules().Regions {
		var cities []string
		for _, c := range f.around(epidemic.Region(i)) {
			cities = append(cities, present.Together(f.city(c)))
		}
		line := strings.Join(cities, " – ")
		if n := int(f.v.Tokens[i]); n > 0 {
			line = f.text("region.carries", "region", line, "n", n)
		}
		b.WriteString(present.Wrap(r.ID+" ", line, width))
	}
	return b.String()
}
