package mapgame

import (
	"math/bits"
	"slices"
	"strconv"

	"theriac/ai/story"
	"theriac/engine"
	"theriac/games/epidemic"
)

// goodMoves returns a line about the greatest success of a turn's moves.
func goodMoves(c *story.Course, t *story.Turn) story.Line {
	s, acted := position(c.Before), position(c.Acted)
	names := s.Rules()
	seat := strconv.Itoa(t.Seat)
	if acted.End.Wins() {
		return line("story.skill.won", "seat", seat)
	}
	if found := acted.Cured &^ s.Cured; found != 0 {
		return line("story.skill.cure", "seat", seat, "disease", names.Disease.Text(uint8(bits.TrailingZeros8(found))))
	}
	if gone := acted.Eradicated &^ s.Eradicated; gone != 0 {
		return line("story.skill.eradicated", "seat", seat, "disease", names.Disease.Text(uint8(bits.TrailingZeros8(gone))))
	}
	if l, ok := given(c); ok {
		return l
	}
	if city, ok := cooled(s, acted); ok {
		return line("story.skill.treat", "seat", seat, "city", names.City.Text(uint8(city)))
	}
	if built := acted.Stations &^ s.Stations; built != 0 {
		return line("story.skill.station", "seat", seat, "city", names.City.Text(uint8(bits.TrailingZeros64(built))))
	}
	for f := range facts(c.Acts()) {
		if f.Kind == epidemic.FactEventPlayed {
			return line("story.skill.event", "seat", strconv.Itoa(int(f.Arg[0])), "event", names.Event.Text(f.Arg[1]))
		}
	}
	if a, b, ok := met(s, acted); ok {
		return line("story.skill.meet", "seat", strconv.Itoa(int(a)), "seat2", strconv.Itoa(int(b)), "city", names.City.Text(uint8(acted.Pawns[a])))
	}
	return story.Line{}
}

// met returns two players whose pawns a turn's moves brought together, the active player first. At least one
// of the two can give the other a card of an uncured disease.
func met(s, acted *epidemic.State) (a, b engine.Seat, ok bool) {
	useful := func(giver engine.Seat) bool {
		cards := acted.Shareable(giver)
		for d := range acted.Rules().Diseases {
			if !acted.IsCured(epidemic.Disease(d)) && cards&acted.Rules().CitiesOf(epidemic.Disease(d)) != 0 {
				return true
			}
		}
		return false
	}
	for n := range acted.Rules().Players {
		a := engine.Seat((int(acted.Active) + n) % acted.Rules().Players)
		for b := range acted.Mates(a).Without(a).Each {
			if s.Pawns[a] != s.Pawns[b] && (useful(a) || useful(b)) {
				return a, b, true
			}
		}
	}
	return 0, 0, false
}

// given returns a line about the last card that a turn's moves gave to another hand, if any.
func given(c *story.Course) (l story.Line, ok bool) {
	names := position(c.Before).Rules()
	for f := range facts(c.Acts()) {
		if f.Kind == epidemic.FactCardGiven {
			l, ok = line("story.skill.share", "seat", strconv.Itoa(int(f.Arg[0])), "seat2", strconv.Itoa(int(f.Arg[1])), "card", names.Card.Text(f.Arg[2])), true
		}
	}
	return l, ok
}

// cooled returns a city where a turn's moves removed some of the three cubes of a disease, if any.
func cooled(s, acted *epidemic.State) (epidemic.City, bool) {
	for city := range hot(s) {
		for d := range s.Rules().Diseases {
			if s.CubesAt(city, epidemic.Disease(d)) >= 3 && acted.CubesAt(city, epidemic.Disease(d)) < 3 {
				return city, true
			}
		}
	}
	return 0, false
}

// hot yields the cities that already hold three cubes of a disease, so that one more causes an outbreak.
func hot(s *epidemic.State) func(func(epidemic.City) bool) {
	return func(yield func(epidemic.City) bool) {
		for city := range len(s.Rules().City.Values) {
			for d := range s.Rules().Diseases {
				if s.CubesAt(epidemic.City(city), epidemic.Disease(d)) >= 3 {
					if !yield(epidemic.City(city)) {
						return
					}
					break
				}
			}
		}
	}
}

// badMoves returns a line about the result of a mistake.
func badMoves(c *story.Course, t *story.Turn) story.Line {
	s, acted := position(c.Before), position(c.Acted)
	if s.Pawns[t.Seat] == acted.Pawns[t.Seat] {
		return story.Line{}
	}
	return line("story.skill.away", "seat", strconv.Itoa(t.Seat), "city", s.Rules().City.Text(uint8(acted.Pawns[t.Seat])))
}

// drawn holds the effects of the cards drawn in a turn.
type drawn struct {
	epidemics []string // the cities whose cards the epidemics drew
	outbreaks []string // the cities that had outbreaks in this turn
	infected  []string // the cities whose infection cards were drawn
	skipped   bool
}

func drawnIn(c *story.Course) (x drawn) {
	names := position(c.Before).Rules()
	for f := range facts(c.Cards()) {
		switch f.Kind {
		case epidemic.FactInfectionDrawn:
			if f.Rule == "epidemic/infect" {
				x.epidemics = append(x.epidemics, names.Infection.Text(f.Arg[0]))
			}
			x.infected = append(x.infected, names.Infection.Text(f.Arg[0]))
		case epidemic.FactOutbreak:
			x.outbreaks = append(x.outbreaks, names.City.Text(f.Arg[0]))
		case epidemic.FactInfectionSkipped:
			x.skipped = true
		}
	}
	return x
}

// badCards returns a line about the harm done by the cards drawn: the end of the game, an epidemic and its
// consequences, or an outbreak.
func badCards(c *story.Course) story.Line {
	x, after := drawnIn(c), position(c.After)
	breaks := strconv.Itoa(len(x.outbreaks))
	switch {
	case after.End == epidemic.LostCards:
		return line("story.luck.end-cards")
	case after.End == epidemic.LostOutbreaks && len(x.outbreaks) > 0:
		return line("story.luck.end-outbreaks", "city", x.outbreaks[0], "n", breaks)
	case after.End == epidemic.LostCubes:
		for d, left := range after.Supply[:len(after.Rules().Diseases)] {
			if left == 0 {
				return line("story.luck.end-cubes", "disease", after.Rules().Disease.Text(uint8(d)))
			}
		}
	case len(x.epidemics) > 0 && len(x.outbreaks) > 0:
		return line("story.luck.epidemic-outbreaks", "n", strconv.Itoa(int(after.Epidemics)), "city", x.epidemics[len(x.epidemics)-1], "n2", breaks)
	case len(x.epidemics) > 0:
		return line("story.luck.epidemic", "n", strconv.Itoa(int(after.Epidemics)), "city", x.epidemics[len(x.epidemics)-1])
	case len(x.outbreaks) > 0:
		return line("story.luck.outbreak", "city", x.outbreaks[0], "n", breaks)
	}
	acted := position(c.Acted)
	was := slices.Collect(hot(acted))
	for city := range hot(after) {
		if !slices.Contains(was, city) {
			return line("story.luck.hot", "city", after.Rules().City.Text(uint8(city)))
		}
	}
	if len(x.infected) > 1 {
		return line("story.luck.infected", "city", x.infected[0], "city2", x.infected[1])
	}
	return story.Line{}
}

// goodCards returns a line about good luck with the cards drawn: a set of cards completed, or an outbreak or
// epidemic avoided.
func goodCards(c *story.Course) story.Line {
	x, acted, after := drawnIn(c), position(c.Acted), position(c.After)
	r := after.Rules()
	for h := range r.Players {
		for d := range r.Diseases {
			if seat, d := engine.Seat(h), epidemic.Disease(d); !after.IsCured(d) && !pays(acted, seat, d) && pays(after, seat, d) {
				return line("story.luck.set", "seat", strconv.Itoa(h), "disease", r.Disease.Text(uint8(d)))
			}
		}
	}
	full := slices.Collect(hot(acted))
	near := 0 // how many cities with three cubes have a card that could have been drawn
	known := acted.Knows(engine.AllSeats(r.Players))
	odds := known.InfectionOdds(len(x.infected))
	for _, city := range full {
		if odds[city] > 0 {
			near++
		}
	}
	switch {
	case x.skipped:
		return line("story.luck.skipped")
	case len(x.epidemics) > 0 && len(x.outbreaks) == 0:
		return line("story.luck.mild", "n", strconv.Itoa(int(after.Epidemics)), "city", x.epidemics[len(x.epidemics)-1])
	case near > 0 && len(x.outbreaks) == 0:
		return line("story.luck.spared", "n", strconv.Itoa(near))
	case len(full) > 0 && len(x.outbreaks) == 0:
		return line("story.luck.calm", "n", strconv.Itoa(len(full)))
	}
	return story.Line{}
}

// pays reports whether a hand has enough cards for a cure. It ignores all other needs.
func pays(s *epidemic.State, seat engine.Seat, d epidemic.Disease) bool {
	return !s.Rules().Plays(epidemic.LabMode) && s.CanPay(seat, d, s.CureNeed(seat, d))
}
