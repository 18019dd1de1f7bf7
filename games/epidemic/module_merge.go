package epidemic

import "theriac/engine"

// merge combines the modules of a table into one.
func merge(list []*Module) Module {
	var all Module
	for _, m := range list {
		all.add(m)
	}
	return all
}

// add merges the fields of o into m.
func (m *Module) add(o *Module) {
	m.addSetup(o)
	m.addTurn(o)
	m.addInfection(o)
	m.addCures(o)
	m.addMoves(o)
	m.addKnowledge(o)
}

func (m *Module) addSetup(o *Module) {
	m.ReadData = only("ReadData", m.ReadData, o.ReadData, m.ReadData == nil, o.ReadData == nil)
	m.Begin = both(m.Begin, o.Begin)
	m.FirstInfected = only("FirstInfected", m.FirstInfected, o.FirstInfected, m.FirstInfected == nil, o.FirstInfected == nil)
	m.AllInfected = both(m.AllInfected, o.AllInfected)
	m.DealRoles = only("DealRoles", m.DealRoles, o.DealRoles, m.DealRoles == nil, o.DealRoles == nil)
	m.BeforeHands = only("BeforeHands", m.BeforeHands, o.BeforeHands, m.BeforeHands == nil, o.BeforeHands == nil)
	m.HandsDealt = both(m.HandsDealt, o.HandsDealt)
	m.DeckMade = both(m.DeckMade, o.DeckMade)
	m.ChooseFirst = only("ChooseFirst", m.ChooseFirst, o.ChooseFirst, m.ChooseFirst == nil, o.ChooseFirst == nil)
}

func (m *Module) addTurn(o *Module) {
	m.BeforeTurn = only("BeforeTurn", m.BeforeTurn, o.BeforeTurn, m.BeforeTurn == nil, o.BeforeTurn == nil)
	m.TurnBegins = bothQuiet(m.TurnBegins, o.TurnBegins)
	m.ShareActions = only("ShareActions", m.ShareActions, o.ShareActions, m.ShareActions == nil, o.ShareActions == nil)
	m.ActionsLeft = only("ActionsLeft", m.ActionsLeft, o.ActionsLeft, m.ActionsLeft == nil, o.ActionsLeft == nil)
	m.ActionsOver = only("ActionsOver", m.ActionsOver, o.ActionsOver, m.ActionsOver == nil, o.ActionsOver == nil)
	m.Done = only("Done", m.Done, o.Done, m.Done == nil, o.Done == nil)
	m.ActsLast = only("ActsLast", m.ActsLast, o.ActsLast, m.ActsLast == nil, o.ActsLast == nil)
	m.MidTurn = only("MidTurn", m.MidTurn, o.MidTurn, m.MidTurn == nil, o.MidTurn == nil)
	m.LimitKept = only("LimitKept", m.LimitKept, o.LimitKept, m.LimitKept == nil, o.LimitKept == nil)
	m.ActsNext = only("ActsNext", m.ActsNext, o.ActsNext, m.ActsNext == nil, o.ActsNext == nil)
	m.EpidemicBegins = both(m.EpidemicBegins, o.EpidemicBegins)
	m.EpidemicActs = only("EpidemicActs", m.EpidemicActs, o.EpidemicActs, m.EpidemicActs == nil, o.EpidemicActs == nil)
	m.CardDrawn = only("CardDrawn", m.CardDrawn, o.CardDrawn, m.CardDrawn == nil, o.CardDrawn == nil)
	m.AfterMove = both(m.AfterMove, o.AfterMove)
	m.BeforeSpread = either(m.BeforeSpread, o.BeforeSpread)
	m.AfterSpread = either(m.AfterSpread, o.AfterSpread)
	m.Waiting = only("Waiting", m.Waiting, o.Waiting, m.Waiting == nil, o.Waiting == nil)
	m.Over = bothQuiet(m.Over, o.Over)
	m.Ends = only("Ends", m.Ends, o.Ends, m.Ends == nil, o.Ends == nil)
	m.Won = either(m.Won, o.Won)
	m.Outcome = only("Outcome", m.Outcome, o.Outcome, m.Outcome == nil, o.Outcome == nil)
}

func (m *Module) addInfection(o *Module) {
	m.StepBegins = bothQuiet(m.StepBegins, o.StepBegins)
	m.Revealed = bothQuiet(m.Revealed, o.Revealed)
	m.TurnBlank = only("TurnBlank", m.TurnBlank, o.TurnBlank, m.TurnBlank == nil, o.TurnBlank == nil)
	m.Places = only("Places", m.Places, o.Places, m.Places == nil, o.Places == nil)
	m.Turned = only("Turned", m.Turned, o.Turned, m.Turned == nil, o.Turned == nil)
	m.Infected = only("Infected", m.Infected, o.Infected, m.Infected == nil, o.Infected == nil)
	m.KeepsAway = only("KeepsAway", m.KeepsAway, o.KeepsAway, m.KeepsAway == nil, o.KeepsAway == nil)
	m.Placed = only("Placed", m.Placed, o.Placed, m.Placed == nil, o.Placed == nil)
	if first, then := m.CauseRule, o.CauseRule; first != nil && then != nil {
		m.CauseRule = func(s *State, why cause, d Disease) string {
			if rule := first(s, why, d); rule != "" {
				return rule
			}
			return then(s, why, d)
		}
	} else if then != nil {
		m.CauseRule = then
	}
	m.TakesIn = only("TakesIn", m.TakesIn, o.TakesIn, m.TakesIn == nil, o.TakesIn == nil)
	m.FourthRule = only("FourthRule", m.FourthRule, o.FourthRule, m.FourthRule == nil, o.FourthRule == nil)
	m.Overflow = only("Overflow", m.Overflow, o.Overflow, m.Overflow == nil, o.Overflow == nil)
	m.OverflowNext = only("OverflowNext", m.OverflowNext, o.OverflowNext, m.OverflowNext == nil, o.OverflowNext == nil)
	m.Spares = only("Spares", m.Spares, o.Spares, m.Spares == nil, o.Spares == nil)
	m.AskNext = only("AskNext", m.AskNext, o.AskNext, m.AskNext == nil, o.AskNext == nil)
	m.Counts = only("Counts", m.Counts, o.Counts, m.Counts == nil, o.Counts == nil)
	m.Reaches = only("Reaches", m.Reaches, o.Reaches, m.Reaches == nil, o.Reaches == nil)
	m.Widens = only("Widens", m.Widens, o.Widens, m.Widens == nil, o.Widens == nil)
}

func (m *Module) addCures(o *Module) {
	m.TreatCost = only("TreatCost", m.TreatCost, o.TreatCost, m.TreatCost == nil, o.TreatCost == nil)
	m.Treated = only("Treated", m.Treated, o.Treated, m.Treated == nil, o.Treated == nil)
	m.Sampled = only("Sampled", m.Sampled, o.Sampled, m.Sampled == nil, o.Sampled == nil)
	if first, then := m.Needs, o.Needs; first != nil && then != nil {
		m.Needs = func(s *State, need CureNeed, d Disease) CureNeed { return then(s, first(s, need, d), d) }
	} else if then != nil {
		m.Needs = then
	}
	m.NotReady = only("NotReady", m.NotReady, o.NotReady, m.NotReady == nil, o.NotReady == nil)
	m.CurePaid = only("CurePaid", m.CurePaid, o.CurePaid, m.CurePaid == nil, o.CurePaid == nil)
	m.Cured = only("Cured", m.Cured, o.Cured, m.Cured == nil, o.Cured == nil)
	m.CureDone = only("CureDone", m.CureDone, o.CureDone, m.CureDone == nil, o.CureDone == nil)
	m.Eradicated = only("Eradicated", m.Eradicated, o.Eradicated, m.Eradicated == nil, o.Eradicated == nil)
	m.OwnStation = only("OwnStation", m.OwnStation, o.OwnStation, m.OwnStation == nil, o.OwnStation == nil)
	m.ForeignStation = only("ForeignStation", m.ForeignStation, o.ForeignStation, m.ForeignStation == nil, o.ForeignStation == nil)
	m.StationBuilt = only("StationBuilt", m.StationBuilt, o.StationBuilt, m.StationBuilt == nil, o.StationBuilt == nil)
	m.StationCame = only("StationCame", m.StationCame, o.StationCame, m.StationCame == nil, o.StationCame == nil)
}

func (m *Module) addMoves(o *Module) {
	m.Pins = only("Pins", m.Pins, o.Pins, m.Pins == nil, o.Pins == nil)
	m.ShareCost = only("ShareCost", m.ShareCost, o.ShareCost, m.ShareCost == nil, o.ShareCost == nil)
	m.TakesNamed = only("TakesNamed", m.TakesNamed, o.TakesNamed, m.TakesNamed == nil, o.TakesNamed == nil)
	m.InTime = only("InTime", m.InTime, o.InTime, m.InTime == nil, o.InTime == nil)
	m.NotInTime = only("NotInTime", m.NotInTime, o.NotInTime, m.NotInTime == nil, o.NotInTime == nil)
	m.Interjectors = only("Interjectors", m.Interjectors, o.Interjectors, m.Interjectors == nil, o.Interjectors == nil)
	m.AskedFirst = only("AskedFirst", m.AskedFirst, o.AskedFirst, m.AskedFirst == nil, o.AskedFirst == nil)
	m.Play = only("Play", m.Play, o.Play, m.Play == nil, o.Play == nil)
	m.SpentRule = only("SpentRule", m.SpentRule, o.SpentRule, m.SpentRule == nil, o.SpentRule == nil)
	m.RoleTaken = only("RoleTaken", m.RoleTaken, o.RoleTaken, m.RoleTaken == nil, o.RoleTaken == nil)
}

func (m *Module) addKnowledge(o *Module) {
	for i, then := range o.Code {
		if first := m.Code[i]; first != nil && then != nil {
			m.Code[i] = func(p *Public, r *Rules, c *engine.Coder) {
				first(p, r, c)
				then(p, r, c)
			}
		} else if then != nil {
			m.Code[i] = then
		}
	}
	m.CodeSecret = bothCode(m.CodeSecret, o.CodeSecret)
	m.CodeView = bothCode(m.CodeView, o.CodeView)
	m.Show = only("Show", m.Show, o.Show, m.Show == nil, o.Show == nil)
	if first, then := m.Fill, o.Fill; first != nil && then != nil {
		m.Fill = func(v *View, s *State, chance *engine.Rand) {
			first(v, s, chance)
			then(v, s, chance)
		}
	} else if then != nil {
		m.Fill = then
	}
	m.Elsewhere = only("Elsewhere", m.Elsewhere, o.Elsewhere, m.Elsewhere == nil, o.Elsewhere == nil)
	m.RolesHidden = only("RolesHidden", m.RolesHidden, o.RolesHidden, m.RolesHidden == nil, o.RolesHidden == nil)
	if first, then := m.Fault, o.Fault; first != nil && then != nil {
		m.Fault = func(s *State) string {
			if why := first(s); why != "" {
				return why
			}
			return then(s)
		}
	} else if then != nil {
		m.Fault = then
	}
	if a, b := m.Key, o.Key; a != nil && b != nil {
		m.Key = func(s *State, h uint64) uint64 { return b(s, a(s, h)) }
	} else if b != nil {
		m.Key = b
	}
}

// only returns the field that is set, a or b. It panics if both are set.
func only[F any](name string, a, b F, noFirst, noSecond bool) F {
	if !noFirst && !noSecond {
		panic("epidemic: two modules of a table set " + name)
	}
	return one(a, b, noFirst)
}

// both returns a function that calls a and then b.
func both(a, b func(*State, *engine.Facts)) func(*State, *engine.Facts) {
	if a == nil || b == nil {
		return one(a, b, a == nil)
	}
	return func(s *State, out *engine.Facts) {
		a(s, out)
		b(s, out)
	}
}

func bothQuiet(a, b func(*State)) func(*State) {
	if a == nil || b == nil {
		return one(a, b, a == nil)
	}
	return func(s *State) {
		a(s)
		b(s)
	}
}

func bothCode[T any](a, b func(T, *engine.Coder)) func(T, *engine.Coder) {
	if a == nil || b == nil {
		return one(a, b, a == nil)
	}
	return func(x T, c *engine.Coder) {
		a(x, c)
		b(x, c)
	}
}

// either returns a function that calls a, and calls b only if a returned false.
func either(a, b func(*State, *engine.Facts) bool) func(*State, *engine.Facts) bool {
	if a == nil || b == nil {
		return one(a, b, a == nil)
	}
	return func(s *State, out *engine.Facts) bool { return a(s, out) || b(s, out) }
}

// one returns a, or b if second is true.
func one[F any](a, b F, second bool) F {
	if second {
		return b
	}
	return a
}
