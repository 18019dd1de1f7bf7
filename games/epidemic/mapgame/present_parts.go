package mapgame

import (
	"fmt"
	"math/bits"
	"strings"

	"theriac/games/epidemic"
	"theriac/internal/terminal/present"
)

// This file draws what only some map games have: rails, tokens in regions, traits and challenges.

// These signs stand for pieces and lines in the terminal.
const (
	portSign   = "≈"
	railSign   = "═"
	dottedSign = "┄" // a line between cities that cannot carry a rail
	tokenSign  = "◇"
	shieldSign = "♥"
)

// name returns a city's name. If the city is a port, the sign for ports follows.
func (f *presenter) name(c epidemic.City) string {
	if f.v.Rules().Ports()>>c&1 != 0 {
		return f.city(c) + portSign
	}
	return f.city(c)
}

// pawn returns the name of a pawn's city, or a sign if the pawn is not on the board.
func (f *presenter) pawn(c epidemic.City) string {
	if c == epidemic.NoCity {
		return f.text("unplaced")
	}
	return f.name(c)
}

// station returns the sign for a city's station. If the station serves only one disease, that disease's
// letter follows.
func (f *presenter) station(c epidemic.City) string {
	if !f.v.Rules().OwnStations {
		return "⌂"
	}
	d := f.disease(int(f.v.Rules().Colour(c)))
	return f.st.Colour(d, "⌂"+f.Short("disease", d))
}

// stationOf returns the city of a disease's own station.
func (f *presenter) stationOf(d int) string {
	set := f.v.Stations & f.v.Rules().CitiesOf(epidemic.Disease(d))
	if set == 0 {
		return f.st.Dim(f.text("hospital.none"))
	}
	return f.text("hospital", "city", f.city(epidemic.City(bits.TrailingZeros64(set))))
}

// trait returns the trait of a disease at this table, if it has one.
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

// Parts returns alternative names for a region: each of its cities, and each pair of its cities.
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

// around returns the cities at the border of a region.
func (f *presenter) around(r epidemic.Region) []epidemic.City {
	var out []epidemic.City
	for set := f.v.Rules().CitiesIn(r); set != 0; set &= set - 1 {
		out = append(out, epidemic.City(bits.TrailingZeros64(set)))
	}
	return out
}

// land describes the table's rails, tokens, traits and challenges.
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

// section returns a heading with a list below it.
func section(head string, items []string, width int) string {
	if len(items) == 0 {
		return head + "\n"
	}
	return head + "\n" + present.Flow(present.Indent, items, " · ", width)
}

// rails returns the lines between cities that carry a rail.
func (f *presenter) rails() []string {
	var out []string
	for l := range epidemic.Line(f.v.Rules().Lines()) {
		if a, b := f.v.Rules().Ends(l); f.v.HasTrack(l) {
			out = append(out, present.Together(f.city(a)+railSign+f.city(b)))
		}
	}
	return out
}

// tokens returns the regions that carry tokens.
func (f *presenter) tokens() []string {
	var out []string
	for i, n := range f.v.Tokens[:len(f.v.Rules().Regions)] {
		if n > 0 {
			out = append(out, present.Together(strings.Repeat(tokenSign, int(n))+" "+f.region(epidemic.Region(i))))
		}
	}
	return out
}

// line returns a neighbour for the list of a city's connections. A sign tells whether that connection has a
// rail, has none, or cannot carry one.
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

// regions returns all regions with their cities and tokens.
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

// legend explains the ids of regions by listing their cities and tokens.
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
