package epidemic

import "theriac/engine"

// Treat removes one cube of a disease. If the disease is cured, it removes all of them, unless the game has
// lasting diseases (Box.Lasting).
var Treat = &Verb{
	Name: "treat", Rule: "action/treat", Args: []*engine.Kind{DiseaseKind}, Questions: anAction, Cost: 1, Where: Infected,
	Intent: Treats,
	Needs: []Need{
		{Rule: "action/treat", Text: "cubes", Holds: func(s *State, m engine.Move) bool {
			return s.CubesAt(s.Pawns[m.Seat], Disease(m.Arg[0])) > 0
		}},
		{Rule: "action/four", Text: "more-actions", Short: func(s *State, m engine.Move) int {
			return int(s.TreatCost(s.Pawns[m.Seat], Disease(m.Arg[0])))
		}, Holds: func(s *State, m engine.Move) bool {
			return s.TreatCost(s.Pawns[m.Seat], Disease(m.Arg[0])) <= s.Actions
		}},
	},
	Because: func(s *State, m engine.Move, rule string) string {
		return s.TooDear(s.Pawns[m.Seat], Disease(m.Arg[0]), rule)
	},
	List: func(s *State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
		c := s.Pawns[by]
		here := s.Cubes[c]
		for d := uint8(0); here != 0; d, here = d+1, here>>cubeBits {
			if here&7 != 0 && (s.rules.hooks.TreatCost == nil || s.TreatCost(c, Disease(d)) <= s.Actions) {
				dst = append(dst, engine.Move{Seat: by, Verb: v, Arg: [engine.Operands]uint8{d}})
			}
		}
		return dst
	},
	Play: func(s *State, m engine.Move, out *engine.Facts) {
		s.TreatAction(m.Seat, s.Pawns[m.Seat], Disease(m.Arg[0]), out, "action/treat")
	},
}

// TreatAction treats a disease in a city by an action of a seat, and subtracts what that costs. rule is the
// rule for removing a single cube.
func (s *State) TreatAction(by engine.Seat, c City, d Disease, out *engine.Facts, rule string) {
	n := uint8(1)
	cost, dear := s.treatCost(c, d)
	switch {
	case cost > 1:
		rule = dear
		if s.Role(by).TreatAll {
			n = s.CubesAt(c, d)
		}
	case s.IsCured(d) && !s.rules.Lasting:
		n, rule = s.CubesAt(c, d), "action/treat-cured"
	case s.Role(by).TreatAll:
		n, rule = s.CubesAt(c, d), s.ruleOf(by).treat
	}
	s.RemoveCubes(c, d, n, out, rule)
	if s.InForce != 0 {
		s.treatMore(c, d, out)
	}
	if s.rules.hooks.Treated != nil {
		s.rules.hooks.Treated(s, c, d)
	}
	s.Actions -= cost - 1
	s.SpendAction()
	if f := s.Role(by).Treated; f != nil {
		f(s, by, out)
	}
	if s.rules.hooks.Sampled != nil {
		s.rules.hooks.Sampled(s, by, d)
	}
}

// TreatCost returns how many actions it takes to treat a disease in a city.
func (s *State) TreatCost(c City, d Disease) uint8 {
	cost, _ := s.treatCost(c, d)
	return cost
}

// treatCost returns how many actions it takes to treat a disease in a city. If it takes more than one, it
// also returns the rule for that.
func (s *State) treatCost(c City, d Disease) (uint8, string) {
	if f := s.rules.hooks.TreatCost; f != nil {
		if cost, rule := f(s, c, d); cost > 0 {
			return cost, rule
		}
	}
	return 1, ""
}

// TooDear returns the rule that raises the cost of a treatment, if that is why the actions left are too few.
// Otherwise, it returns rule unchanged.
func (s *State) TooDear(c City, d Disease, rule string) string {
	if rule != "action/four" || s.Actions == 0 {
		return rule
	}
	if cost, dear := s.treatCost(c, d); cost > s.Actions {
		return dear
	}
	return rule
}
