package epidemic

import "theriac/engine"

// teamModule is play in teams of two seats.
var teamModule = Module{
	Name:   "teams",
	Active: func(r *Rules) bool { return r.Plays(TeamMode) },
	Number: func(t *Ruleset) {
		t.Objective = engine.NewKind("objective", ids(t.Objectives, func(o Objective) string { return o.ID })...)
		t.Award = engine.NewKind("award", awardNames(&t.Box)...)
		t.ownKinds[ObjectiveKind] = t.Objective
	},
	Compile:      compileTeams,
	DealRoles:    (*State).dealTeams,
	ChooseFirst:  (*State).drawFirst,
	BeforeTurn:   (*State).settingUp,
	ShareActions: (*State).splitActions,
	ActionsLeft:  (*State).leaveActions,
	ActionsOver:  (*State).partnerActs,
	Done:         (*State).haveDone,
	ActsLast:     func(s *State) engine.Seat { return s.Active | 1 },
	MidTurn:      func(s *State) bool { return s.Active%2 == 1 },
	LimitKept:    (*State).partnerDraws,
	ActsNext:     func(p *Public) (engine.Seat, bool) { return p.Active + 1, p.Active%2 == 0 },
	Outcome:      (*State).teamOutcome,
	Cured:        (*State).awardCure,
	Eradicated:   (*State).awardEradication,

	OwnStation:     (*State).ownStation,
	ForeignStation: (*State).rivalStation,
	ShareCost: func(_ *State, a, b engine.Seat) (uint8, string) {
		if teamOf(a) == teamOf(b) {
			return 1, "team/share"
		}
		return 2, "team/share"
	},
	TakesNamed: func(s *State) string {
		if s.rules.Open {
			return ""
		}
		return "team/hands"
	},
	InTime:       (*State).inTime,
	NotInTime:    (*State).teamNotInTime,
	Interjectors: (*State).teamInterjectors,
	AskedFirst:   (*State).nextTeam,
	Play:         (*State).playInTeam,
	SpentRule:    (*State).spentRule,

	Code:        [codePlaces]codePart{codeAfterDeck: codeTeams},
	CodeSecret:  func(s *State, c *engine.Coder) { s.rules.codeDeals(c, s.deals[:]) },
	CodeView:    func(v *View, c *engine.Coder) { v.rules.codeDeals(c, v.Deals[:]) },
	Show:        func(s *State, by engine.Seats) ModuleView { return ModuleView{Deals: s.dealtTo(by)} },
	Fill:        (*View).fillDeals,
	RolesHidden: (*Public).rolesUnknown,
	Fault:       (*State).brokenTeams,
}

// ObjectiveKind is the kind of operand that names an objective. The box provides its values.
var ObjectiveKind = engine.NewKind("objective")
