package epidemic

import "theriac/engine"

// strainModule adds strain cards, which come with epidemics and make one disease virulent.
var strainModule = Module{
	Name:    "virulent strain",
	Active:  func(r *Rules) bool { return r.Plays(StrainMode) },
	Number:  (*Ruleset).numberStrains,
	Bind:    func(t *Ruleset) { t.worst = t.verbNamed("worst-strain") },
	Compile: compileStrains,
	Begin: func(s *State, _ *engine.Facts) {
		s.VirulentStrain.Disease, s.VirulentStrain.Card = noDisease, noStrain
	},
	DeckMade:       (*State).dealStrains,
	TurnBegins:     func(s *State) { s.VirulentStrain.Treated = 0 },
	EpidemicBegins: (*State).drawStrain,
	EpidemicActs:   (*State).worsen,
	StepBegins:     func(s *State) { s.VirulentStrain.More = false },
	Places:         (*State).firstCubes,
	Turned:         (*State).turnsMore,
	CauseRule: func(s *State, why cause, _ Disease) string {
		switch why {
		case byFirst, byReach:
			return s.strainRule(why)
		case byStrain:
			return s.rules.Strains[s.VirulentStrain.Card].Rule
		}
		return ""
	},
	Counts:  (*State).counts,
	Reaches: (*State).reaches,
	TreatCost: func(s *State, _ City, d Disease) (uint8, string) {
		if s.isVirulent(d) {
			if x, ok := s.strainWith(hasTreatCost); ok {
				return x.TreatCost, x.Rule
			}
		}
		return 0, ""
	},
	Treated: func(s *State, c City, d Disease) {
		if d == s.VirulentStrain.Disease {
			s.VirulentStrain.Treated |= bit(c)
		}
	},
	Needs:      (*State).strainNeed,
	CureDone:   (*State).strainCured,
	Pins:       (*State).pins,
	Code:       [codePlaces]codePart{codeLast: codeStrain},
	CodeSecret: (*State).codeStrains,
	Fill:       (*View).fillStrains,
	Fault:      (*State).brokenStrains,
}
