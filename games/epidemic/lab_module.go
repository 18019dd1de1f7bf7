package epidemic

import "theriac/engine"

// labModule is the module of the laboratory: before a cure can be found, it has to be prepared in dishes
// (lab_dishes.go) and on lines of research (lab_research.go).
var labModule = Module{
	Name:   "laboratory",
	Active: func(r *Rules) bool { return r.Plays(LabMode) },
	Number: numberLab,
	Bind: func(t *Ruleset) {
		t.freeLab, t.takeSample, t.filling = t.verbNamed("free-lab"), t.verbNamed("take-sample"), t.verbNamed("filling")
	},
	Compile: func(r *Rules, _ engine.Settings) error {
		r.cureWith, r.cureRule = int(r.Numbers.CureInLab), "lab/cure"
		return nil
	},
	ReadData: (*Rules).replaceSequences,
	DeckMade: (*State).dealSequences,
	Ends: func(s *State, how Ending) Ending {
		if how == LostCards && s.neverSeen() {
			return WonUnseen
		}
		return how
	},
	Placed:      func(s *State, _ City, d Disease, _ cause) { s.Lab.Appeared |= 1 << d },
	AllInfected: (*State).firstAppeared,
	Sampled:     (*State).offerSample,
	NotReady:    notReadyInLab,
	CurePaid:    (*State).endResearch,
	StationBuilt: func(s *State, by, holder engine.Seat, out *engine.Facts) {
		s.AskLab(by, holder, AnyLab, out, "lab/free-station")
	},
	Code:       [codePlaces]codePart{codeAfterDeck: codeLab},
	CodeSecret: (*State).codeSequences,
	Fill:       (*View).fillSequences,
	Elsewhere:  (*Public).onLines,
	Key:        keyLab,
	Fault:      (*State).brokenLab,
}

// numberLab resolves the names on the sequence cards, and makes the rule ids for the free actions of roles.
func numberLab(t *Ruleset) {
	t.numberSequences()
	for _, r := range t.Roles {
		t.labRules = append(t.labRules, r.Rule+"/lab")
	}
}

// notReadyInLab returns the rule that forbids a cure, either because its research is not complete or because
// the hand has too few cards.
func notReadyInLab(s *State, m engine.Move) string {
	d, holder := Disease(m.Arg[0]), s.Acting(m.Seat)
	switch {
	case !s.Researched(d):
		return "lab/complete"
	case !s.CanPay(holder, d, s.CureNeed(holder, d)):
		return "lab/cure"
	}
	return ""
}

// keyLab mixes the dishes and the lines of research into the hash that a search uses as a position's key.
func keyLab(s *State, h uint64) uint64 {
	b := &s.Lab
	for i := range b.Dishes {
		for d, n := range b.Dishes[i] {
			h = mix(h, uint64(n)<<(8*(d&7)))
		}
	}
	for i := range b.Lines {
		l := &b.Lines[i]
		h = mix(h, uint64(l.Sequence)|uint64(l.Cure)<<8|uint64(l.Card[0])<<16|uint64(l.Card[1])<<24)
		for k, n := range l.Filled {
			h = mix(h, uint64(n)<<(8*(k&7)))
		}
	}
	return h
}
