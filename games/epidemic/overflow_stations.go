package epidemic

import "theriac/engine"

// In some challenges, a city with a station can hold a fourth cube of a colour. It then overflows instead of
// having an outbreak: the active seat moves all cubes of the colour to neighbouring cities, and the outbreak
// marker advances. As with outbreaks, a city overflows at most once for each infection card.

// Challenge is an optional part of a box that makes the game harder, such as patients at the stations.
type Challenge struct {
	ID   string // the option that switches it on
	Rule string // the prefix of the ids of the challenge's rules
	// Setup is the rule for setting the challenge up.
	Setup string
	// Overflow means that cities with a station hold a fourth cube and then overflow.
	Overflow bool
	// Kept is the number of tokens under each station that has not been built.
	Kept uint8
	// Built runs after a station has been built in a city or moved there; first tells whether it was built.
	Built func(s *State, c City, first bool, out *engine.Facts)
}

// overflowRules are the ids of the rules for overflowing cities.
type overflowRules struct{ fourth, flee, marker, once string }

// InPlay reports whether the table plays with the challenge.
func (r *Rules) InPlay(c *Challenge) bool {
	for _, x := range r.challenges {
		if x == c {
			return true
		}
	}
	return false
}

// overflow starts a city's overflow by asking where the first cube goes.
func (s *State) overflow(c City, d Disease, out *engine.Facts) {
	s.fleeOn(Frame{Question: QuestionCity, Seat: s.Active, Verb: s.rules.flee, N: s.CubesAt(c, d), Arg: [engine.Operands]uint8{uint8(c), uint8(d)}}, out)
}

// fleeOn asks where the next cube of an overflow goes. If no city can take the remaining cubes, it returns
// them to the supply.
func (s *State) fleeOn(f Frame, out *engine.Facts) {
	c, d := City(f.Arg[0]), Disease(f.Arg[1])
	if f.N > 0 && s.refuges(c, d) != 0 {
		s.ask(f)
		return
	}
	if f.N > 0 {
		s.RemoveCubes(c, d, f.N, out, s.rules.over.flee)
	}
	s.Fled |= bit(c)
	s.Outbreaks++
	out.Add(FactOverflowed, s.rules.over.marker, uint8(c), uint8(d), s.Outbreaks)
	if s.Outbreaks >= s.rules.Numbers.Outbreaks {
		s.end(LostOutbreaks, out)
		return
	}
	if s.Spread.N == 0 {
		s.overflowNext(d, out)
	}
}

// overflowNext starts the overflow of the next city that holds too many cubes, and reports whether there is
// one.
func (s *State) overflowNext(d Disease, out *engine.Facts) bool {
	for set := s.Stations; set != 0; set &= set - 1 {
		if c := firstCity(set); s.CubesAt(c, d) > full {
			s.overflow(c, d, out)
			return true
		}
	}
	return false
}

// refuges returns the cities to which the cubes of an overflowing city can go. It leaves out cities that have
// had an outbreak or overflow for this infection card, or are about to overflow.
func (s *State) refuges(c City, d Disease) uint64 {
	set := s.rules.links[c] &^ s.Fled
	for _, broken := range s.Spread.City[:s.Spread.Done] {
		set &^= bit(broken)
	}
	for near := set & s.Stations; near != 0; near &= near - 1 {
		if to := firstCity(near); s.CubesAt(to, d) > full {
			set &^= bit(to)
		}
	}
	return set
}

// Overflow asks where a cube from an overflowing city goes.
var Overflow = &Verb{
	Name: "overflow", Rule: "turn/question", Keeps: []*engine.Kind{CityKind, DiseaseKind},
	List: never, Play: nothing,
	City: &CityChoice{
		Cities: func(s *State, f *Frame) uint64 { return s.refuges(City(f.Arg[0]), Disease(f.Arg[1])) },
		Then: func(s *State, f Frame, to City, out *engine.Facts) {
			s.walk(City(f.Arg[0]), to, Disease(f.Arg[1]), out, s.rules.over.flee)
			f.N--
			s.fleeOn(f, out)
		},
	},
}

// walk moves a cube from one city to another. If there is no room, the cube returns to the supply, and the
// destination has an outbreak.
func (s *State) walk(from, to City, d Disease, out *engine.Facts, rule string) {
	if s.room(to, d) == 0 {
		s.RemoveCubes(from, d, 1, out, rule)
		s.breakOut(to, d)
		return
	}
	one := uint16(1) << (cubeBits * d)
	s.Cubes[from] -= one
	s.Cubes[to] += one
	out.Add(FactCubeWalked, rule, uint8(d), uint8(from), uint8(to))
}

// WalkCube moves a cube to a neighbouring city. If that city has a station and now holds four cubes, it
// overflows.
func (s *State) WalkCube(from, to City, d Disease, out *engine.Facts, rule string) {
	s.Fled = 0
	s.walk(from, to, d, out, rule)
	if s.takesIn(to) && s.CubesAt(to, d) > full {
		s.overflow(to, d, out)
	}
}

// Walk chooses which cube moves, from which city and to which.
var Walk = answerVerb("walk", QuestionWalk, DiseaseKind, CityKind, CityKind)
