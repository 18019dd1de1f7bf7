package challenges

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

// Rush is the challenge in which patients come to the hospitals: in every turn, the nearest cube of each
// hospital's colour takes a step towards it. A hospital's city holds a fourth cube and then overflows.
//
// Rule: iberia/rush/phase.
var Rush = &epidemic.Challenge{
	ID: "rush", Rule: "rush", Setup: "setup/rush", Overflow: true, Kept: kept,
	Built: func(s *epidemic.State, c epidemic.City, first bool, out *engine.Facts) {
		if first {
			s.FreeTokens(kept, out, "rush/build")
		}
		d := s.Rules().Colour(c)
		if n := s.CubesAt(c, d); n > 0 {
			s.RemoveCubes(c, d, n, out, "rush/build")
		}
	},
}

// kept is the number of tokens under each hospital until it is built.
const kept = 2

// MovePatients moves one patient one step towards each hospital. The active seat decides if there is a choice
// of patients, routes or the order of hospitals. A patient with only one route moves automatically, unless some
// hospital could overflow, because then the order can matter. Events can be played between two patients.
func MovePatients(s *epidemic.State, out *engine.Facts) bool {
	if !s.Rules().InPlay(Rush) {
		return true
	}
	first, choices, free, full := noStep, 0, noStep, false
	for d := range waiting(s) {
		n, only := steps(s, d)
		if n == 0 {
			s.Walked |= 1 << d
			continue
		}
		choices += n
		first = only
		filling := fills(s, d)
		full = full || filling
		if n == 1 && !filling {
			free = only
		}
	}
	if choices == 0 {
		return true
	}
	if s.Phase == walked {
		s.Phase = 0
		if s.OpenWindow() {
			return false
		}
	}
	switch {
	case choices == 1:
		take(s, first, out)
	case free != noStep && !full:
		take(s, free, out) // the order matters only if a hospital could overflow
	default:
		v, _ := s.Rules().Vocabulary().Verb("patients")
		s.AskChoice(epidemic.QuestionWalk, s.Active, v, 0)
	}
	return false
}

// walked is the phase between two patients, in which seats can play events.
const walked = 1

// AfterPatients lets seats play events between the last patient's step and the draw.
func AfterPatients(s *epidemic.State, _ *engine.Facts) bool {
	if s.Phase > 0 || !s.Rules().InPlay(Rush) {
		return true
	}
	s.Phase = 1
	return !s.OpenWindow()
}

// Patients asks the active seat which patient moves, and to which city.
var Patients = epidemic.Question("patients", "rush/choice", nil, &epidemic.Choice{
	List: func(s *epidemic.State, _ *epidemic.Frame, m engine.Move, dst []engine.Move) []engine.Move {
		for d := range waiting(s) {
			dst = appendSteps(s, d, m, dst)
		}
		return dst
	},
	Then: func(s *epidemic.State, _ epidemic.Frame, m engine.Move, out *engine.Facts) {
		x := step{epidemic.Disease(m.Arg[0]), epidemic.City(m.Arg[1]), epidemic.City(m.Arg[2])}
		s.Walked |= 1 << x.d
		s.Phase = walked
		s.WalkCube(x.from, x.to, x.d, out, "rush/choice")
	},
})

// step is one step of a patient: a cube moves from one city to another.
type step struct {
	d        epidemic.Disease
	from, to epidemic.City
}

var noStep = step{from: epidemic.NoCity}

// take makes a patient's step without asking, because there is no other.
func take(s *epidemic.State, x step, out *engine.Facts) {
	rule := "rush/nearest"
	if s.Rules().Links(x.from)>>x.to&1 == 0 {
		rule = "rush/train"
	}
	s.Walked |= 1 << x.d
	s.Phase = walked
	s.WalkCube(x.from, x.to, x.d, out, rule)
}

// fills reports whether a step of a disease's patient could bring a fourth cube to a city.
func fills(s *epidemic.State, d epidemic.Disease) bool {
	near, way := nearest(s, d)
	for from := range epidemic.EachCity(near) {
		for to := range epidemic.EachCity(way.next(s, from)) {
			if s.CubesAt(to, d) >= epidemic.Full {
				return true
			}
		}
	}
	return false
}

// waiting yields the diseases whose patients have not moved this turn.
func waiting(s *epidemic.State) func(yield func(epidemic.Disease) bool) {
	return func(yield func(epidemic.Disease) bool) {
		for d := range epidemic.Disease(len(s.Rules().Diseases)) {
			if s.Walked>>d&1 == 0 && s.Stations&s.Rules().CitiesOf(d) != 0 && !yield(d) {
				return
			}
		}
	}
}

// steps returns how many different steps a disease's patients can take, and one of them.
func steps(s *epidemic.State, d epidemic.Disease) (n int, last step) {
	near, way := nearest(s, d)
	for from := range epidemic.EachCity(near) {
		for to := range epidemic.EachCity(way.next(s, from)) {
			n++
			last = step{d, from, to}
		}
	}
	return n, last
}

func appendSteps(s *epidemic.State, d epidemic.Disease, m engine.Move, dst []engine.Move) []engine.Move {
	near, way := nearest(s, d)
	m.Arg[0] = uint8(d)
	for from := range epidemic.EachCity(near) {
		m.Arg[1] = uint8(from)
		for to := range epidemic.EachCity(way.next(s, from)) {
			m.Arg[2] = uint8(to)
			dst = append(dst, m)
		}
	}
	return dst
}

// nearest returns the cities of a disease's patients that are nearest to its hospital, and the routes to it.
// The distance is counted in lines, even if rails make the way shorter. Cubes in the hospital's own city have
// arrived and are not counted.
func nearest(s *epidemic.State, d epidemic.Disease) (uint64, ways) {
	hospital := s.Stations & s.Rules().CitiesOf(d)
	ill := uint64(0)
	for c := range epidemic.City(len(s.Rules().Cities)) {
		if s.CubesAt(c, d) > 0 {
			ill |= 1 << c
		}
	}
	ill &^= hospital
	if ill == 0 {
		return 0, ways{}
	}
	seen, ring := hospital, hospital
	for ring&ill == 0 {
		next := uint64(0)
		for c := range epidemic.EachCity(ring) {
			next |= s.Rules().Links(c)
		}
		ring = next &^ seen
		seen |= ring
	}
	return ring & ill, waysTo(s, hospital, ring&ill)
}

// ways holds the cities by their distance from a hospital, in steps. A step follows a line, or connected
// rails of any length.
type ways struct {
	rings [epidemic.MaxCities]uint64
	n     int
}

// waysTo searches outwards from a hospital until it has found one of the given cities.
func waysTo(s *epidemic.State, hospital, from uint64) ways {
	var w ways
	seen := hospital
	w.rings[0], w.n = hospital, 1
	for from&^seen != 0 {
		next := uint64(0)
		for c := range epidemic.EachCity(w.rings[w.n-1]) {
			next |= s.Rules().Links(c) | s.ByTrack(c)
		}
		w.rings[w.n] = next &^ seen
		seen |= next
		w.n++
	}
	return w
}

// next returns the cities that come next on a shortest route from a city to the hospital.
func (w *ways) next(s *epidemic.State, from epidemic.City) uint64 {
	reach := s.Rules().Links(from) | s.ByTrack(from)
	for i := 1; i < w.n; i++ {
		if w.rings[i]>>from&1 != 0 {
			return reach & w.rings[i-1]
		}
	}
	return 0
}
