package epidemic

import "theriac/engine"

// merge makes one way of those that a table plays.
func merge(list []*Way) Way {
	var all Way
	for _, w := range list {
		all.add(w)
	}
	return all
}

// add fills the fields of a way with those of another that comes after it.
func (w *Way) add(o *Way) {
	w.addSetup(o)
	w.addTurn(o)
	w.addInfection(o)
	w.addCures(o)
	w.addMoves(o)
	w.addKnowledge(o)
}

func (w *Way) addSetup(o *Way) {
	w.ReadData = only("ReadData", w.ReadData, o.ReadData, w.ReadData == nil, o.ReadData == nil)
	w.Begin = both(w.Begin, o.Begin)
	w.FirstInfected = only("FirstInfected", w.FirstInfected, o.FirstInfected, w.FirstInfected == nil, o.FirstInfected == nil)
	w.AllInfected = both(w.AllInfected, o.AllInfected)
	w.DealRoles = only("DealRoles", w.DealRoles, o.DealRoles, w.DealRoles == nil, o.DealRoles == nil)
	w.BeforeHands = only("BeforeHands", w.BeforeHands, o.BeforeHands, w.BeforeHands == nil, o.BeforeHands == nil)
	w.HandsDealt = both(w.HandsDealt, o.HandsDealt)
	w.DeckMade = both(w.DeckMade, o.DeckMade)
	w.ChooseFirst = only("ChooseFirst", w.ChooseFirst, o.ChooseFirst, w.ChooseFirst == nil, o.ChooseFirst == nil)
}

func (w *Way) addTurn(o *Way) {
	w.BeforeTurn = only("BeforeTurn", w.BeforeTurn, o.BeforeTurn, w.BeforeTurn == nil, o.BeforeTurn == nil)
	w.TurnBegins = bothQuiet(w.TurnBegins, o.TurnBegins)
	w.ShareActions = only("ShareActions", w.ShareActions, o.ShareActions, w.ShareActions == nil, o.ShareActions == nil)
	w.ActionsLeft = only("ActionsLeft", w.ActionsLeft, o.ActionsLeft, w.ActionsLeft == nil, o.ActionsLeft == nil)
	w.ActionsOver = only("ActionsOver", w.ActionsOver, o.ActionsOver, w.ActionsOver == nil, o.ActionsOver == nil)
	w.Done = only("Done", w.Done, o.Done, w.Done == nil, o.Done == nil)
	w.ActsLast = only("ActsLast", w.ActsLast, o.ActsLast, w.ActsLast == nil, o.ActsLast == nil)
	w.MidTurn = only("MidTurn", w.MidTurn, o.MidTurn, w.MidTurn == nil, o.MidTurn == nil)
	w.LimitKept = only("LimitKept", w.LimitKept, o.LimitKept, w.LimitKept == nil, o.LimitKept == nil)
	w.ActsNext = only("ActsNext", w.ActsNext, o.ActsNext, w.ActsNext == nil, o.ActsNext == nil)
	w.EpidemicBegins = both(w.EpidemicBegins, o.EpidemicBegins)
	w.EpidemicActs = only("EpidemicActs", w.EpidemicActs, o.EpidemicActs, w.EpidemicActs == nil, o.EpidemicActs == nil)
	w.CardDrawn = only("CardDrawn", w.CardDrawn, o.CardDrawn, w.CardDrawn == nil, o.CardDrawn == nil)
	w.AfterMove = both(w.AfterMove, o.AfterMove)
	w.BeforeSpread = either(w.BeforeSpread, o.BeforeSpread)
	w.AfterSpread = either(w.AfterSpread, o.AfterSpread)
	w.Waiting = only("Waiting", w.Waiting, o.Waiting, w.Waiting == nil, o.Waiting == nil)
	w.Over = bothQuiet(w.Over, o.Over)
	w.Ends = only("Ends", w.Ends, o.Ends, w.Ends == nil, o.Ends == nil)
	w.Won = either(w.Won, o.Won)
	w.Outcome = only("Outcome", w.Outcome, o.Outcome, w.Outcome == nil, o.Outcome == nil)
}

func (w *Way) addInfection(o *Way) {
	w.StepBegins = bothQuiet(w.StepBegins, o.StepBegins)
	w.Revealed = bothQuiet(w.Revealed, o.Revealed)
	w.TurnBlank = only("TurnBlank", w.TurnBlank, o.TurnBlank, w.TurnBlank == nil, o.TurnBlank == nil)
	w.Places = only("Places", w.Places, o.Places, w.Places == nil, o.Places == nil)
	w.Turned = only("Turned", w.Turned, o.Turned, w.Turned == nil, o.Turned == nil)
	w.Infected = only("Infected", w.Infected, o.Infected, w.Infected == nil, o.Infected == nil)
	w.KeepsAway = only("KeepsAway", w.KeepsAway, o.KeepsAway, w.KeepsAway == nil, o.KeepsAway == nil)
	w.Placed = only("Placed", w.Placed, o.Placed, w.Placed == nil, o.Placed == nil)
	if first, then := w.CauseRule, o.CauseRule; first != nil && then != nil {
		w.CauseRule = func(s *State, why cause, d Disease) string {
			if rule := first(s, why, d); rule != "" {
				return rule
			}
			return then(s, why, d)
		}
	} else if then != nil {
		w.CauseRule = then
	}
	w.TakesIn = only("TakesIn", w.TakesIn, o.TakesIn, w.TakesIn == nil, o.TakesIn == nil)
	w.FourthRule = only("FourthRule", w.FourthRule, o.FourthRule, w.FourthRule == nil, o.FourthRule == nil)
	w.Overflow = only("Overflow", w.Overflow, o.Overflow, w.Overflow == nil, o.Overflow == nil)
	w.OverflowNext = only("OverflowNext", w.OverflowNext, o.OverflowNext, w.OverflowNext == nil, o.OverflowNext == nil)
	w.Spares = only("Spares", w.Spares, o.Spares, w.Spares == nil, o.Spares == nil)
	w.AskNext = only("AskNext", w.AskNext, o.AskNext, w.AskNext == nil, o.AskNext == nil)
	w.Counts = only("Counts", w.Counts, o.Counts, w.Counts == nil, o.Counts == nil)
	w.Reaches = only("Reaches", w.Reaches, o.Reaches, w.Reaches == nil, o.Reaches == nil)
	w.Widens = only("Widens", w.Widens, o.Widens, w.Widens == nil, o.Widens == nil)
}

func (w *Way) addCures(o *Way) {
	w.TreatCost = only("TreatCost", w.TreatCost, o.TreatCost, w.TreatCost == nil, o.TreatCost == nil)
	w.Treated = only("Treated", w.Treated, o.Treated, w.Treated == nil, o.Treated == nil)
	w.Sampled = only("Sampled", w.Sampled, o.Sampled, w.Sampled == nil, o.Sampled == nil)
	if first, then := w.Needs, o.Needs; first != nil && then != nil {
		w.Needs = func(s *State, need CureNeed, d Disease) CureNeed { return then(s, first(s, need, d), d) }
	} else if then != nil {
		w.Needs = then
	}
	w.NotReady = only("NotReady", w.NotReady, o.NotReady, w.NotReady == nil, o.NotReady == nil)
	w.CurePaid = only("CurePaid", w.CurePaid, o.CurePaid, w.CurePaid == nil, o.CurePaid == nil)
	w.Cured = only("Cured", w.Cured, o.Cured, w.Cured == nil, o.Cured == nil)
	w.CureDone = only("CureDone", w.CureDone, o.CureDone, w.CureDone == nil, o.CureDone == nil)
	w.Eradicated = only("Eradicated", w.Eradicated, o.Eradicated, w.Eradicated == nil, o.Eradicated == nil)
	w.OwnStation = only("OwnStation", w.OwnStation, o.OwnStation, w.OwnStation == nil, o.OwnStation == nil)
	w.ForeignStation = only("ForeignStation", w.ForeignStation, o.ForeignStation, w.ForeignStation == nil, o.ForeignStation == nil)
	w.StationBuilt = only("StationBuilt", w.StationBuilt, o.StationBuilt, w.StationBuilt == nil, o.StationBuilt == nil)
	w.StationCame = only("StationCame", w.StationCame, o.StationCame, w.StationCame == nil, o.StationCame == nil)
}

func (w *Way) addMoves(o *Way) {
	w.Pins = only("Pins", w.Pins, o.Pins, w.Pins == nil, o.Pins == nil)
	w.ShareCost = only("ShareCost", w.ShareCost, o.ShareCost, w.ShareCost == nil, o.ShareCost == nil)
	w.TakesNamed = only("TakesNamed", w.TakesNamed, o.TakesNamed, w.TakesNamed == nil, o.TakesNamed == nil)
	w.InTime = only("InTime", w.InTime, o.InTime, w.InTime == nil, o.InTime == nil)
	w.NotInTime = only("NotInTime", w.NotInTime, o.NotInTime, w.NotInTime == nil, o.NotInTime == nil)
	w.Interjectors = only("Interjectors", w.Interjectors, o.Interjectors, w.Interjectors == nil, o.Interjectors == nil)
	w.AskedFirst = only("AskedFirst", w.AskedFirst, o.AskedFirst, w.AskedFirst == nil, o.AskedFirst == nil)
	w.Play = only("Play", w.Play, o.Play, w.Play == nil, o.Play == nil)
	w.SpentRule = only("SpentRule", w.SpentRule, o.SpentRule, w.SpentRule == nil, o.SpentRule == nil)
	w.RoleTaken = only("RoleTaken", w.RoleTaken, o.RoleTaken, w.RoleTaken == nil, o.RoleTaken == nil)
}

func (w *Way) addKnowledge(o *Way) {
	for i, then := range o.Code {
		if first := w.Code[i]; first != nil && then != nil {
			w.Code[i] = func(p *Public, r *Rules, c *engine.Coder) {
				first(p, r, c)
				then(p, r, c)
			}
		} else if then != nil {
			w.Code[i] = then
		}
	}
	w.CodeSecret = bothCode(w.CodeSecret, o.CodeSecret)
	w.CodeView = bothCode(w.CodeView, o.CodeView)
	w.Show = only("Show", w.Show, o.Show, w.Show == nil, o.Show == nil)
	if first, then := w.Fill, o.Fill; first != nil && then != nil {
		w.Fill = func(v *View, s *State, chance *engine.Rand) {
			first(v, s, chance)
			then(v, s, chance)
		}
	} else if then != nil {
		w.Fill = then
	}
	w.Elsewhere = only("Elsewhere", w.Elsewhere, o.Elsewhere, w.Elsewhere == nil, o.Elsewhere == nil)
	w.RolesHidden = only("RolesHidden", w.RolesHidden, o.RolesHidden, w.RolesHidden == nil, o.RolesHidden == nil)
	if first, then := w.Fault, o.Fault; first != nil && then != nil {
		w.Fault = func(s *State) string {
			if why := first(s); why != "" {
				return why
			}
			return then(s)
		}
	} else if then != nil {
		w.Fault = then
	}
	if a, b := w.Key, o.Key; a != nil && b != nil {
		w.Key = func(s *State, h uint64) uint64 { return b(s, a(s, h)) }
	} else if b != nil {
		w.Key = b
	}
}

// only takes a field that one way fills at the most.
func only[F any](name string, a, b F, noFirst, noSecond bool) F {
	if !noFirst && !noSecond {
		panic("epidemic: two ways to play fill " + name)
	}
	return one(a, b, noFirst)
}

// both calls two fields one after the other.
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

// either calls the second of two fields where the first did nothing.
func either(a, b func(*State, *engine.Facts) bool) func(*State, *engine.Facts) bool {
	if a == nil || b == nil {
		return one(a, b, a == nil)
	}
	return func(s *State, out *engine.Facts) bool { return a(s, out) || b(s, out) }
}

// one is the second of two fields if the first is nil.
func one[F any](a, b F, second bool) F {
	if second {
		return b
	}
	return a
}
