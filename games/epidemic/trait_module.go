package epidemic

import "theriac/engine"

// traitModule adds special rules, the traits, to some diseases.
var traitModule = Module{
	Name:         "traits",
	Active:       func(r *Rules) bool { return len(r.Traits) > 0 },
	Number:       (*Ruleset).numberTraits,
	Compile:      compileTraits,
	AllInfected:  (*State).dealTraits,
	BeforeSpread: (*State).echo,
	Waiting:      func(s *State) bool { return s.Echo != 0 },
	Over:         func(s *State) { s.Echo, s.EchoOf = 0, 0 },
	Places: func(s *State, c City, d Disease, n uint8, why cause) (uint8, cause) {
		if s.Traits != 0 {
			if places := s.trait(d).Places; places != nil {
				if more := places(s, c, d); more > n {
					return more, byTrait
				}
			}
		}
		return n, why
	},
	Placed: func(s *State, c City, d Disease, why cause) {
		if s.Traits != 0 {
			s.echoes(c, d, why)
		}
	},
	CauseRule: func(s *State, why cause, d Disease) string {
		switch why {
		case byTrait, byEcho, byWiderSpread:
			return s.trait(d).Rule
		}
		return ""
	},
	Widens: func(s *State, c City, d Disease) uint64 {
		if reaches := s.trait(d).Reaches; reaches != nil {
			return reaches(s, c)
		}
		return 0
	},
	TreatCost: func(s *State, c City, d Disease) (uint8, string) {
		if cost := s.trait(d).TreatCost; cost != nil {
			return cost(s, c, d), s.trait(d).Rule
		}
		return 0, ""
	},
	Code: [codePlaces]codePart{
		codeAfterBoard: func(p *Public, r *Rules, c *engine.Coder) { engine.Set(c, "traits", r.Trait, 0, &p.Traits) },
		codeAfterDeck: func(p *Public, r *Rules, c *engine.Coder) {
			engine.Set(c, "echo", r.City, 0, &p.Echo)
			if p.Echo != 0 || c.Describing() {
				engine.Name(c, "echo-of", r.Disease, noDisease, &p.EchoOf)
			}
		},
	},
	Fault: func(s *State) string {
		if s.Echo != 0 && s.Depth == 0 {
			return "a cube was forgotten"
		}
		return ""
	},
}

// compileTraits determines which traits a table's options choose.
func compileTraits(r *Rules, set engine.Settings) error {
	r.traitsN = set.Int(r.TraitOptions.Number)
	chosen := set.List(r.TraitOptions.Chosen)
	for _, id := range chosen {
		r.traits |= 1 << must(r.Trait, id)
	}
	if len(chosen) != 0 && len(chosen) != r.traitsN {
		return &engine.Refusal{What: r.TraitOptions.Chosen + " " + set.Get(r.TraitOptions.Chosen), Rule: r.TraitOptions.Rule}
	}
	return nil
}
