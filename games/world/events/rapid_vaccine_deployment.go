package events

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

const (
	vaccineRule  = "event/rapid-vaccine-deployment"
	vaccineCubes = 5
)

// RapidVaccineDeployment removes one to five cubes of the disease whose cure has just been found. The cities
// must be connected, and each must lose at least one cube.
//
// Rule: world/event/rapid-vaccine-deployment.
var RapidVaccineDeployment = &epidemic.Event{
	ID: "rapid-vaccine-deployment", Rule: vaccineRule, Set: "brink",
	AfterCure: true,
	Verb: &epidemic.Verb{
		Name: "rapid-vaccine-deployment", Rule: vaccineRule,
		List: epidemic.Plain,
		Play: func(s *epidemic.State, m engine.Move, out *engine.Facts) {
			d := uint8(s.JustCured())
			s.SpendEvent(m.Seat, m.Verb, out)
			none := uint8(epidemic.NoCity)
			s.AskChoice(epidemic.QuestionCube, m.Seat, m.Verb, 0, d, none, none, none, none, none)
		},
		Keeps: []*engine.Kind{epidemic.DiseaseKind, epidemic.CityKind, epidemic.CityKind, epidemic.CityKind, epidemic.CityKind, epidemic.CityKind},
		Choice: &epidemic.Choice{
			List: func(s *epidemic.State, f *epidemic.Frame, m engine.Move, dst []engine.Move) []engine.Move {
				m.Arg[1] = f.Arg[0]
				for c := range epidemic.EachCity(vaccinated(s, f)) {
					m.Arg[0] = uint8(c)
					dst = append(dst, m)
				}
				return dst
			},
			Then: func(s *epidemic.State, f epidemic.Frame, m engine.Move, out *engine.Facts) {
				s.RemoveCubes(epidemic.City(m.Arg[0]), epidemic.Disease(m.Arg[1]), 1, out, vaccineRule)
				f.N++
				f.Arg[f.N] = m.Arg[0]
				if f.N < vaccineCubes && vaccinated(s, &f) != 0 {
					s.AskChoice(epidemic.QuestionCube, f.Seat, f.Verb, f.N, f.Arg[:]...)
				}
			},
			Enough:  epidemic.Stop,
			AtLeast: 1,
		},
	},
}

// vaccinated returns the cities from which the next cube can be removed: those that have already lost one,
// and their neighbours. For the first cube, it returns all cities.
func vaccinated(s *epidemic.State, f *epidemic.Frame) uint64 {
	set := uint64(0)
	for _, c := range f.Arg[1 : 1+f.N] {
		set |= 1<<c | s.Rules().Links(epidemic.City(c))
	}
	if f.N == 0 {
		set = s.Rules().Everywhere()
	}
	with := uint64(0)
	for c := range epidemic.EachCity(set) {
		if s.CubesAt(c, epidemic.Disease(f.Arg[0])) > 0 {
			with |= 1 << c
		}
	}
	return with
}
