package epidemic

import (
	"math/bits"

	"theriac/engine"
)

// Regions of the board can hold tokens. Spending one keeps a cube away from a city at the region's border.

// Enclosure is a region of the board: the area that the lines between some cities enclose.
type Enclosure struct {
	ID     string
	Cities []string
}

// RegionKind is the kind of operand that names a region. The box provides its values.
var RegionKind = engine.NewKind("region")

// regionMap holds the cities at the border of each region, and the reverse.
type regionMap struct {
	of     [MaxCities]uint64  // for each city, the regions that it borders
	cities [MaxRegions]uint64 // for each region, the cities at its border
	kinds  [MaxRegions]uint64 // for each region, all cities with the colour of a city at its border
}

func (t *Ruleset) numberRegions() {
	if len(t.Regions) > MaxRegions {
		panic("epidemic: the box " + t.Game + " has too many regions")
	}
	m := &t.regions
	t.Region = engine.NewKind("region", ids(t.Regions, func(r Enclosure) string { return r.ID })...)
	t.ownKinds[RegionKind] = t.Region
	for i, r := range t.Regions {
		for _, id := range r.Cities {
			c := must(t.City, id)
			m.of[c] |= 1 << i
			m.cities[i] |= 1 << c
			m.kinds[i] |= t.ofKind[t.colour[c]]
		}
	}
}

// KindsIn returns all cities with the same colour as some city at a region's border.
func (t *Ruleset) KindsIn(r Region) uint64 { return t.regions.kinds[r] }

// CuredCities returns the cities whose own disease has been cured.
func (s *State) CuredCities() uint64 {
	set := uint64(0)
	for d, of := range s.rules.ofKind {
		if s.IsCured(Disease(d)) {
			set |= of
		}
	}
	return set
}

// RegionsOf returns the regions that a city borders.
func (t *Ruleset) RegionsOf(c City) uint64 { return t.regions.of[c] }

// CitiesIn returns the cities at a region's border.
func (t *Ruleset) CitiesIn(r Region) uint64 { return t.regions.cities[r] }

// AllRegions returns all regions.
func (t *Ruleset) AllRegions() uint64 { return 1<<len(t.Regions) - 1 }

// Around returns the cities that border a region together with a city, and that city itself.
func (t *Ruleset) Around(c City) uint64 {
	near := uint64(0)
	for set := t.regions.of[c]; set != 0; set &= set - 1 {
		near |= t.regions.cities[bits.TrailingZeros64(set)]
	}
	return near
}

// PlaceTokens puts n tokens into a region, or as many as the supply has.
func (s *State) PlaceTokens(r Region, n uint8, out *engine.Facts, rule string) {
	n = min(n, s.TokensLeft)
	if n == 0 {
		return
	}
	s.TokensLeft -= n
	s.Tokens[r] += n
	s.Tokened |= 1 << r
	out.Add(FactTokensPlaced, rule, uint8(r), n)
}

// spendToken returns one of a region's tokens to the supply, which keeps one cube away from a city.
func (s *State) spendToken(r Region, c City, d Disease, out *engine.Facts, rule string) {
	s.TokensLeft++
	s.Tokens[r]--
	if s.Tokens[r] == 0 {
		s.Tokened &^= 1 << r
	}
	out.Add(FactTokenSpent, rule, uint8(r), uint8(c), uint8(d))
}

// keepAway spends tokens instead of placing some of n cubes in a city, and returns how many cubes are left.
// If it matters which region pays, it asks the active seat, and the placement continues after the answer.
func (s *State) keepAway(c City, d Disease, n uint8, why cause, out *engine.Facts) (left uint8, asked bool) {
	pays := s.Tokened & s.rules.regions.of[c]
	if pays == 0 {
		return n, false
	}
	total := uint8(0)
	for set := pays; set != 0; set &= set - 1 {
		total += s.Tokens[bits.TrailingZeros64(set)]
	}
	if total > n && pays&(pays-1) != 0 {
		s.ask(Frame{Question: QuestionRegion, Seat: s.Active, Verb: s.rules.pay, N: n, Arg: [engine.Operands]uint8{uint8(c), uint8(d), uint8(why)}})
		return 0, true
	}
	for set := pays; set != 0 && n > 0; {
		r := Region(bits.TrailingZeros64(set))
		s.spendToken(r, c, d, out, "water/token")
		n--
		if s.Tokens[r] == 0 {
			set &= set - 1
		}
	}
	return n, false
}

// contested returns the cities in next for which it matters when the outbreak reaches them. Their region has
// too few tokens for all of them, so those reached first are spared.
func (s *State) contested(next uint64) uint64 {
	next &^= s.Fled
	for _, c := range s.Spread.City[:s.Spread.Done] {
		next &^= bit(c)
	}
	for set := next; set != 0 && s.guards != 0; set &= set - 1 {
		if _, blocked := s.blocker(firstCity(set), s.Spread.Disease); blocked {
			next &^= set & -set
		}
	}
	set := uint64(0)
	for of := s.Tokened; of != 0; of &= of - 1 {
		r := bits.TrailingZeros64(of)
		if near := s.rules.regions.cities[r] & next; count(near) > int(s.Tokens[r]) && near&(near-1) != 0 {
			set |= near
		}
	}
	return set
}

// ReachNext asks which city an outbreak reaches next, because a region has too few tokens for all of its
// cities.
var ReachNext = &Verb{
	Name: "reach-next", Rule: "water/order", List: never, Play: nothing,
	City: &CityChoice{
		Cities: func(s *State, _ *Frame) uint64 {
			next, _ := s.nextReached()
			return s.contested(next)
		},
		Then: func(s *State, _ Frame, c City, out *engine.Facts) {
			out.Add(FactReachChosen, "water/order", uint8(c))
			s.reachOut(c, out)
		},
	},
}

// PayToken asks which region's token is spent to keep a cube away.
var PayToken = &Verb{
	Name: "pay-token", Rule: "water/choice", Keeps: []*engine.Kind{CityKind, DiseaseKind},
	List: never, Play: nothing,
	Choice: &Choice{
		List: func(s *State, f *Frame, m engine.Move, dst []engine.Move) []engine.Move {
			return AppendRegions(dst, m, s.Tokened&s.rules.regions.of[f.Arg[0]])
		},
		Then: func(s *State, f Frame, m engine.Move, out *engine.Facts) {
			c, d := City(f.Arg[0]), Disease(f.Arg[1])
			s.spendToken(Region(m.Arg[0]), c, d, out, "water/choice")
			if f.N > 1 {
				s.infect(c, d, f.N-1, cause(f.Arg[2]), out)
			}
		},
	},
}

// AppendRegions appends one move for each region in a set.
func AppendRegions(dst []engine.Move, m engine.Move, set uint64) []engine.Move {
	for ; set != 0; set &= set - 1 {
		m.Arg[0] = uint8(bits.TrailingZeros64(set))
		dst = append(dst, m)
	}
	return dst
}

// FreeTokens adds n reserved tokens to the supply.
func (s *State) FreeTokens(n uint8, out *engine.Facts, rule string) {
	s.TokensLeft += n
	out.Add(FactTokensFreed, rule, n)
}

// askNext asks which city an outbreak reaches next, if a region has too few tokens for all of its cities. It
// reports whether it asked.
func (s *State) askNext(next uint64) bool {
	if s.Tokened == 0 || s.contested(next) == 0 {
		return false
	}
	s.ask(Frame{Question: QuestionCity, Seat: s.Active, Verb: s.rules.reachNext})
	return true
}

// In answers a follow-up question with a region.
var In = answerVerb("in", QuestionRegion, RegionKind)
