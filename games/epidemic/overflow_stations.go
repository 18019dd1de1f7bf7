package epidemic

import "theriac/engine"

// A challenge can let stations take in patients: the city of a station takes a
// fourth cube, and at four it overflows instead of breaking out. Then all cubes of
// the colour leave for neighbouring cities that the active seat chooses, and the
// outbreak marker moves on. A city does so once for each infection card, as it
// would break out once.

// Challenge is a way to play that a table can choose.
type Challenge struct {
	ID   string // the option that turns it on
	Rule string // with which the ids of its rules begin
	// Setup is the rule by which it is set up.
	Setup string
	// Overflow says that cities with a station overflow.
	Overflow bool
	// Kept is how many tokens lie under each station until it is built.
	Kept uint8
	// Built acts when a station has come to a city, for the first time or from
	// elsewhere.
	Built func(s *State, c City, first bool, out *engine.Facts)
}

// overflowRules are the ids of a challenge's rules.
type overflowRules struct{ fourth, flee, marker, once string }

// InPlay says whether the table plays with a challenge.
func (r *Rules) InPlay(c *Challenge) bool {
	for _, x := range r.challenges {
		if x == c {
			return true
		}
	}
	return false
}

// overflow asks where the first cube of those goes that leave a city.
func (s *State) overflow(c City, d Disease, out *engine.Facts) {
	s.fleeOn(Frame{Question: QuestionCity, Seat: s.Active, Verb: s.rules.flee, N: s.CubesAt(c, d), Arg: [engine.Operands]uint8{uint8(c), uint8(d)}}, out)
}

// fleeOn asks where the next cube goes. Those that find no city go back to the
// supply.
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

// overflowNext lets a city overflow that holds too many, if there is one.
func (s *State) overflowNext(d Disease, out *engine.Facts) bool {
	for set := s.Stations; set != 0; set &= set - 1 {
		if c := firstCity(set); s.CubesAt(c, d) > full {
			s.overflow(c, d, out)
			return true
		}
	}
	return false
}

// refuges is where the cubes of an overflow can go. A city that has broken out or
// emptied itself for this card takes none, and one that is about to empty itself
// does not either.
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

// Overflow asks where cubes flee to.
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

// walk takes a cube from a city to another. One that finds no room goes back to
// the supply, and the city breaks out.
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

// WalkCube takes a cube a step on its way. A station that has four then
// overflows.
func (s *State) WalkCube(from, to City, d Disease, out *engine.Facts, rule string) {
	s.Fled = 0
	s.walk(from, to, d, out, rule)
	if s.takesIn(to) && s.CubesAt(to, d) > full {
		s.overflow(to, d, out)
	}
}

// Walk answers which cube walks where.
var Walk = answerVerb("walk", QuestionWalk, DiseaseKind, CityKind, CityKind)
