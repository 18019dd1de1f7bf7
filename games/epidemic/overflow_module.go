package epidemic

import "theriac/engine"

// overflowModule implements a box's challenges, including those where stations hold a fourth cube.
var overflowModule = Module{
	Name:    "challenges",
	Active:  func(r *Rules) bool { return len(r.Challenges) > 0 },
	Bind:    func(t *Ruleset) { t.flee = t.verbNamed("overflow") },
	Compile: compileChallenges,
	Begin: func(s *State, out *engine.Facts) {
		for _, x := range s.rules.challenges {
			s.TokensLeft -= x.Kept * uint8(len(s.rules.Diseases))
			out.Add(FactChallenge, x.Setup)
		}
	},
	TurnBegins: func(s *State) { s.Walked = 0 },
	Revealed:   func(s *State) { s.Fled = 0 },
	TakesIn:    func(s *State, c City) bool { return s.rules.overflows && s.HasStation(c) },
	FourthRule: func(r *Rules) string { return r.over.fourth },
	Overflow:   (*State).overflow,
	OverflowNext: func(s *State, d Disease, out *engine.Facts) bool {
		return s.rules.overflows && s.overflowNext(d, out)
	},
	Spares: func(s *State, c City) string {
		if s.Fled&bit(c) == 0 {
			return ""
		}
		return s.rules.over.once
	},
	StationCame: func(s *State, c City, first bool, out *engine.Facts) {
		for _, x := range s.rules.challenges {
			if x.Built != nil {
				x.Built(s, c, first, out)
			}
		}
	},
	Code: [codePlaces]codePart{
		codeAfterBottom: func(p *Public, r *Rules, c *engine.Coder) { engine.Set(c, "walked", r.Disease, 0, &p.Walked) },
		codeAfterDeck:   func(p *Public, r *Rules, c *engine.Coder) { engine.Set(c, "fled", r.City, 0, &p.Fled) },
	},
}

// compileChallenges determines which of the box's challenges the table plays with.
func compileChallenges(r *Rules, set engine.Settings) error {
	for _, x := range r.Challenges {
		if set.Get(x.ID) != "on" {
			continue
		}
		r.challenges = append(r.challenges, x)
		r.tokensKept += int(x.Kept)
		if x.Overflow {
			r.overflows = true
			r.over = overflowRules{x.Rule + "/fourth", x.Rule + "/flee", x.Rule + "/overflow", x.Rule + "/once"}
		}
	}
	return nil
}

// TokensKept returns the number of tokens under each station that has not been built.
func (r *Rules) TokensKept() int { return r.tokensKept }

// TakesPatients reports whether the table plays with patients. Each turn, a cube of a station's colour moves
// one city closer to it, and a station with too many cubes overflows.
func (r *Rules) TakesPatients() bool { return r.overflows }
