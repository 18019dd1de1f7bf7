package events

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

// TriumphOfScience removes at most one cube from each city of a region.
//
// Rule: iberia/event/triumph-of-science.
var TriumphOfScience = &epidemic.Event{
	ID:    "triumph-of-science",
	Rule:  triumphRule,
	Ready: (*epidemic.State).AnyCubes,
	Verb: &epidemic.Verb{
		Name: "triumph-of-science", Rule: triumphRule, Args: []*engine.Kind{epidemic.RegionKind},
		Keeps: []*engine.Kind{epidemic.RegionKind},
		Needs: []epidemic.Need{{Rule: triumphRule, Holds: func(s *epidemic.State, m engine.Move) bool {
			return s.Infected(s.Rules().CitiesIn(epidemic.Region(m.Arg[0]))) != 0
		}}},
		List: func(s *epidemic.State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
			m := engine.Move{Seat: by, Verb: v}
			ill := s.Infected(s.Rules().Everywhere())
			for r := range epidemic.EachRegion(s.Rules().AllRegions()) {
				if ill&s.Rules().CitiesIn(r) != 0 {
					m.Arg[0] = uint8(r)
					dst = append(dst, m)
				}
			}
			return dst
		},
		Play: func(s *epidemic.State, m engine.Move, out *engine.Facts) {
			s.SpendEvent(m.Seat, m.Verb, out)
			s.AskChoice(epidemic.QuestionCube, m.Seat, m.Verb, 0, m.Arg[0])
		},
		Choice: &epidemic.Choice{
			List: func(s *epidemic.State, f *epidemic.Frame, m engine.Move, dst []engine.Move) []engine.Move {
				return epidemic.AppendCubes(s, dst, m, untouched(s, f))
			},
			Then: func(s *epidemic.State, f epidemic.Frame, m engine.Move, out *engine.Facts) {
				removeCube(s, m, out, triumphRule)
				f.N |= 1 << place(s, &f, epidemic.City(m.Arg[0]))
				if s.Infected(untouched(s, &f)) != 0 {
					s.AskChoice(epidemic.QuestionCube, f.Seat, f.Verb, f.N, f.Arg[0])
				}
			},
			Enough: epidemic.Stop,
		},
	},
}

const triumphRule = "event/triumph-of-science"

// place returns the index of a city among the cities of the region that the event names. A region has at most
// eight cities.
func place(s *epidemic.State, f *epidemic.Frame, c epidemic.City) int {
	at := 0
	for x := range epidemic.EachCity(s.Rules().CitiesIn(epidemic.Region(f.Arg[0]))) {
		if x == c {
			break
		}
		at++
	}
	return at
}

// untouched returns the cities of the region from which no cube has been removed yet.
func untouched(s *epidemic.State, f *epidemic.Frame) uint64 {
	set, at := uint64(0), 0
	for c := range epidemic.EachCity(s.Rules().CitiesIn(epidemic.Region(f.Arg[0]))) {
		if f.N>>at&1 == 0 {
			set |= 1 << c
		}
		at++
	}
	return set
}
