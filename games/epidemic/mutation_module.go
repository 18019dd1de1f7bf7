package epidemic

import "theriac/engine"

// mutationModule is the module that adds the mutant disease, which belongs to no city.
var mutationModule = Module{
	Name:          "mutation",
	Active:        func(r *Rules) bool { return r.Plays(MutationMode) },
	Number:        (*Ruleset).numberMutants,
	Compile:       compileMutant,
	FirstInfected: (*State).firstMutants,
	AllInfected:   (*State).addMutantCards,
	HandsDealt:    (*State).addIncidents,
	CardDrawn:     (*State).drawIncident,
	AfterMove: func(s *State, out *engine.Facts) {
		if s.mutantGone() {
			s.checkWon(out)
		}
	},
	AfterSpread: (*State).comes,
	Over:        func(s *State) { s.PendingMutation = PendingMutation{} },
	Won: func(s *State, out *engine.Facts) bool {
		gone := s.mutantGone()
		if gone {
			d, _ := s.rules.mutant()
			out.Add(FactMutantGone, "mutation/win", uint8(d))
		}
		return gone
	},
	TurnBlank: (*State).turnMutant,
	Infected:  (*State).joins,
	CauseRule: func(s *State, why cause, _ Disease) string {
		switch why {
		case byMutant:
			return s.mutantRule()
		case byPresence:
			return "mutation/present"
		}
		return ""
	},
	Needs: func(s *State, need CureNeed, d Disease) CureNeed {
		if mutant, _ := s.rules.mutant(); d != mutant || s.rules.Plays(LabMode) {
			return need
		}
		need.Marked, need.Rule = 1, s.rules.markedRule
		if s.rules.Plays(PanicMode) {
			need.Marked = 2
		}
		return need
	},
	Code: [codePlaces]codePart{codeLast: codeMutation},
}
