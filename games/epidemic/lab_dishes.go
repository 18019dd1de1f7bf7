package epidemic

import "theriac/engine"

// The moves in this file process samples. All cubes of a dish move together to another dish, or to the
// sequence card on a line of research. Cubes that do not fit return to the supply.

// fromTo returns the needs of a move that processes a dish: the dish is in the given range, and it holds
// cubes.
func fromTo(rule string, from, to Dish) []Need {
	return []Need{
		{Rule: rule, Holds: func(_ *State, m engine.Move) bool { return from <= Dish(m.Arg[0]) && Dish(m.Arg[0]) <= to }},
		{Rule: "lab/empty-dish", Holds: func(s *State, m engine.Move) bool { return s.inDish(Dish(m.Arg[0])) }},
	}
}

// appendDishes appends one move for each dish in a range that holds cubes.
func appendDishes(s *State, by engine.Seat, v engine.Verb, from, to Dish, dst []engine.Move) []engine.Move {
	for dish := from; dish <= to; dish++ {
		if s.inDish(dish) {
			dst = append(dst, engine.Move{Seat: by, Verb: v, Arg: [engine.Operands]uint8{uint8(dish)}})
		}
	}
	return dst
}

// canProcess reports whether any dish holds cubes that can be processed.
func (s *State) canProcess() bool {
	for dish := sampleA; dish < growth; dish++ {
		if s.inDish(dish) {
			return true
		}
	}
	return s.inDish(growth) && (s.Lab.Lines[0].Cure != noDisease || s.Lab.Lines[1].Cure != noDisease)
}

// carry moves cubes of one disease from one dish to another.
func (s *State) carry(from, to Dish, d Disease, n uint8, out *engine.Facts, rule string) {
	if n == 0 {
		return
	}
	s.Lab.Dishes[from][d] -= n
	s.Lab.Dishes[to][d] += n
	out.Add(FactCubesCarried, rule, uint8(from), uint8(to), uint8(d), n)
}

// pour returns the remaining cubes of a dish to the supply.
func (s *State) pour(dish Dish, out *engine.Facts, rule string) {
	for d, n := range s.Lab.Dishes[dish] {
		s.Lab.Dishes[dish][d] = 0
		s.fromLab(Disease(d), n, out, rule)
	}
}

// Centrifuge keeps the cubes of one colour of a sample and returns the rest to the supply.
var Centrifuge = labVerb(LabProcess, Verb{
	Name: "centrifuge", Rule: "lab/centrifuge", Args: []*engine.Kind{DishKind, DiseaseKind},
	Intent: Prepares,
	Needs: append(fromTo("lab/centrifuge", sampleA, sampleB), Need{Rule: "lab/empty-dish", Holds: func(s *State, m engine.Move) bool {
		return s.Lab.Dishes[m.Arg[0]][m.Arg[1]] > 0
	}}),
	List: func(s *State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
		for dish := sampleA; dish <= sampleB; dish++ {
			for d, n := range s.Lab.Dishes[dish] {
				if n > 0 {
					dst = append(dst, engine.Move{Seat: by, Verb: v, Arg: [engine.Operands]uint8{uint8(dish), uint8(d)}})
				}
			}
		}
		return dst
	},
	Play: func(s *State, m engine.Move, out *engine.Facts) {
		dish, d := Dish(m.Arg[0]), Disease(m.Arg[1])
		s.spendLab()
		s.carry(dish, centrifuge, d, s.Lab.Dishes[dish][d], out, "lab/centrifuge")
		s.pour(dish, out, "lab/centrifuge")
	},
})

// Separate keeps one cube of each colour of a sample and returns the rest to the supply.
var Separate = labVerb(LabProcess, Verb{
	Name: "separate", Rule: "lab/separation", Args: []*engine.Kind{DishKind},
	Intent: Prepares,
	Needs:  fromTo("lab/separation", sampleA, sampleB),
	List: func(s *State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
		return appendDishes(s, by, v, sampleA, sampleB, dst)
	},
	Play: func(s *State, m engine.Move, out *engine.Facts) {
		dish := Dish(m.Arg[0])
		s.spendLab()
		for d, n := range s.Lab.Dishes[dish] {
			s.carry(dish, separation, Disease(d), min(n, 1), out, "lab/separation")
		}
		s.pour(dish, out, "lab/separation")
	},
})

// Grow doubles the cubes of a dish. The game is lost if the supply has too few.
var Grow = labVerb(LabProcess, Verb{
	Name: "grow", Rule: "lab/growth", Args: []*engine.Kind{DishKind},
	Intent: Gathers,
	Needs:  fromTo("lab/growth", centrifuge, separation),
	List: func(s *State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
		return appendDishes(s, by, v, centrifuge, separation, dst)
	},
	Play: func(s *State, m engine.Move, out *engine.Facts) {
		dish := Dish(m.Arg[0])
		s.spendLab()
		for d, n := range s.Lab.Dishes[dish] {
			if n > s.Supply[d] {
				out.Add(FactGrowthShort, "lab/growth-short", uint8(d))
				s.end(LostCubes, out)
				return
			}
		}
		for d, n := range s.Lab.Dishes[dish] {
			s.carry(dish, growth, Disease(d), n, out, "lab/growth")
			if n > 0 {
				s.toLab(growth, Disease(d), n)
				out.Add(FactCubesGrown, "lab/growth", uint8(d), n)
			}
		}
	},
})

// Fill moves the cubes of a dish to the sequence card on a line of research.
var Fill = labVerb(LabProcess, Verb{
	Name: "fill", Rule: "lab/fill", Args: []*engine.Kind{DishKind, ResearchKind},
	Intent: Researches,
	Needs: append(fromTo("lab/fill", centrifuge, growth), Need{Rule: "lab/characterise-first", Holds: func(s *State, m engine.Move) bool {
		return s.Lab.Lines[m.Arg[1]].Cure != noDisease
	}}),
	List: func(s *State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
		for dish := centrifuge; dish <= growth; dish++ {
			for i := range s.Lab.Lines {
				if s.inDish(dish) && s.Lab.Lines[i].Cure != noDisease {
					dst = append(dst, engine.Move{Seat: by, Verb: v, Arg: [engine.Operands]uint8{uint8(dish), uint8(i)}})
				}
			}
		}
		return dst
	},
	Play: func(s *State, m engine.Move, out *engine.Facts) {
		dish := m.Arg[0]
		s.spendLab()
		cubes := s.Lab.Dishes[dish]
		s.Lab.Dishes[dish] = [MaxDiseases]uint8{}
		s.FillCircles(m.Seat, int(m.Arg[1]), cubes, out, "lab/excess")
	},
})

// exchangeFits is the rule about which cubes stay on a line when its sequence card is replaced.
const exchangeFits = "lab/exchange-fits"

// FillCircles puts cubes on the empty circles of line i. Each colour fills circles of its own colour. Cubes
// of the cure's colour also fill grey circles, and any colour fills those of eradicated diseases. The
// remaining cubes return to the supply. If it matters which cubes stay, the seat is asked.
func (s *State) FillCircles(by engine.Seat, i int, cubes [MaxDiseases]uint8, out *engine.Facts, excess string) {
	if s.Eradicated != 0 && s.crowdsOut(&s.Lab.Lines[i], &cubes) {
		s.chooseFilling(by, i, cubes, out, excess)
		return
	}
	for d := range cubes {
		s.fillCirclesOf(i, &cubes, d, d, out, "lab/fill")
	}
	s.fillCirclesOf(i, &cubes, int(s.Lab.Lines[i].Cure), grey, out, "lab/grey")
	s.fillAnyCircles(i, &cubes, out)
	for d, n := range cubes {
		s.fromLab(Disease(d), n, out, excess)
	}
}

// fillCirclesOf puts cubes of disease d on the empty circles of one colour, as many as fit.
func (s *State) fillCirclesOf(i int, cubes *[MaxDiseases]uint8, d, kind int, out *engine.Facts, rule string) {
	l := &s.Lab.Lines[i]
	if n := min(cubes[d], s.rules.sequences[l.Sequence].circles[kind]-l.Filled[kind]); n > 0 {
		cubes[d] -= n
		l.put(Disease(d), kind, n)
		out.Add(FactCirclesFilled, rule, uint8(i), uint8(d), n)
	}
}

// fillAnyCircles puts cubes on the circles of eradicated diseases, which take any colour.
func (s *State) fillAnyCircles(i int, cubes *[MaxDiseases]uint8, out *engine.Facts) {
	for kind := range s.rules.Diseases {
		for d := range cubes {
			if s.IsEradicated(Disease(kind)) {
				s.fillCirclesOf(i, cubes, d, kind, out, "lab/any-cube")
			}
		}
	}
}
