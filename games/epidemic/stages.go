package epidemic

import "theriac/engine"

// The stages that others have to tell apart.
const (
	StageActions         = "actions"
	StageDraw            = "draw"
	StageBeforeInfection = "before-infection"
	StageInfection       = "infection"
)

// Turn is the ordinary turn of a map game.
var Turn = []Stage{
	{Name: StageActions, Run: takeActions},
	{Name: "before-draw", Run: beforeDraw},
	{Name: StageDraw, Run: drawCards},
	{Name: "epidemics", Run: resolveEpidemics, Crowded: true},
	{Name: "hand-limit", Run: keepLimit},
	{Name: StageBeforeInfection, Run: beforeInfection},
	{Name: StageInfection, Run: infectCities},
	{Name: "end", Run: endTurn},
}

// takeActions asks the active seat for its actions, until it draws.
func takeActions(s *State, out *engine.Facts) bool {
	on := &s.rules.on
	if s.Phase > 0 {
		return on.ActionsOver == nil || !on.ActionsOver(s)
	}
	if on.BeforeTurn != nil && on.BeforeTurn(s) {
		return false
	}
	s.Phase++
	s.Turn++
	s.Used, s.Waived[s.Active], s.Kept = 0, 0, s.Kept.Without(s.Active)
	if on.TurnBegins != nil {
		on.TurnBegins(s)
	}
	s.forgetRefusals()
	s.Actions = s.rules.Numbers.Actions
	rule := "turn/order"
	if on.ShareActions != nil {
		rule = on.ShareActions(s)
	}
	out.Add(FactTurnBegan, rule, uint8(s.Active))
	s.beginTurn(out)
	s.ask(Frame{Question: QuestionAction, Seat: s.Active})
	return false
}

// beforeDraw lets the others play an event before the cards come; the active
// seat has just said that it has done.
func beforeDraw(s *State, _ *engine.Facts) bool {
	if s.Phase > 0 {
		return true
	}
	s.Phase = 1
	done := engine.SeatsOf(s.Active)
	if s.rules.on.Done != nil {
		done = s.rules.on.Done(s)
	}
	return !s.openWindow(momentOpen, done)
}

// drawCards draws the turn's player cards at the same time. Too few of them
// lose the game, and then none is drawn.
func drawCards(s *State, out *engine.Facts) bool {
	n := s.rules.draws
	if s.DeckLen < n {
		s.end(LostCards, out)
		return false
	}
	s.learned(engine.Everyone)
	for range n {
		s.drawCard(s.Active, out, s.rules.drawRule)
	}
	return true
}

// drawCard draws a player card into a hand. An epidemic waits for its stage.
func (s *State) drawCard(holder engine.Seat, out *engine.Facts, rule string) {
	s.DeckLen--
	c := s.deck[s.DeckLen]
	s.deck[s.DeckLen] = 0
	s.DeckKnown -= min(s.DeckKnown, 1)
	switch {
	case c == Epidemic:
		s.Pending++
		s.Epidemics++
		out.Add(FactEpidemicDrawn, "draw/epidemic", uint8(holder))
	case s.rules.instantCards.Has(c):
		s.rules.on.CardDrawn(s, c, out)
	default:
		s.take(holder, c, out, rule)
	}
}

// resolveEpidemics goes through the steps of each epidemic drawn.
func resolveEpidemics(s *State, out *engine.Facts) bool {
	switch s.Phase {
	case 0: // increase and infect; outbreaks are resolved before the next phase
		if s.Pending == 0 {
			return true
		}
		if int(s.Rate) < len(s.rules.Numbers.Rate)-1 { // at its end the marker stays
			s.Rate++
			out.Add(FactRateRaised, "epidemic/increase", s.rules.Numbers.Rate[s.Rate])
		}
		if s.rules.on.EpidemicBegins != nil {
			s.rules.on.EpidemicBegins(s, out)
		}
		if c, ok := s.turnBottom(out); ok {
			out.Add(FactInfectionDrawn, "epidemic/infect", uint8(c))
			s.infect(c, s.rules.colour[c], 3, byEpidemic, out)
		}
		s.Phase = 1
	case 1: // what the epidemic's own card does, where it has one
		if acts := s.rules.on.EpidemicActs; acts == nil || acts(s, out) {
			s.Phase = 2
			s.openWindow(momentIntensify, 0)
		}
	case 2:
		s.intensify(out)
		s.Pending--
		s.Phase = 0
		if s.Pending > 0 {
			s.Phase = 3
			s.openWindow(momentOpen, 0)
		}
	case 3:
		s.Phase = 0
	}
	return false
}

// keepLimit asks for discards where hands are too large.
func keepLimit(s *State, _ *engine.Facts) bool {
	if s.overLimit() == 0 {
		if s.rules.on.LimitKept != nil {
			s.rules.on.LimitKept(s)
		}
		return true
	}
	s.ask(Frame{Question: QuestionDiscard})
	return false
}

func beforeInfection(s *State, _ *engine.Facts) bool {
	if s.Phase > 0 {
		return true
	}
	s.Phase = 1
	return !s.openWindow(momentOpen, 0)
}

// infectCities turns infection cards one at a time, as many as the rate says.
func infectCities(s *State, out *engine.Facts) bool {
	switch s.Phase {
	case 0:
		if s.Quiet > 0 {
			s.Quiet--
			out.Add(FactInfectionSkipped, "infection/skipped")
			return true
		}
		s.Pending = s.InfectionRate()
		if s.rules.on.StepBegins != nil {
			s.rules.on.StepBegins(s)
		}
		s.Phase = 1
		if s.Bottom > 0 {
			s.Bottom--
			s.Pending, s.Phase = 1, 3
		}
		out.Add(FactInfectionBegan, "infection/step", s.Pending)
	case 1:
		if s.InfectionLen == 0 {
			s.Pending = 0
			return true
		}
		s.turnOver(s.drawInfection(), out)
	case 2:
		if s.Pending == 0 {
			return true
		}
		s.Phase = 1
		s.openWindow(momentOpen, 0)
	case 3: // the bottom card only
		if s.InfectionLen == 0 {
			s.Pending = 0
			return true
		}
		s.turnOver(s.drawInfectionBottom(), out)
	}
	return false
}

// turnOver infects the city of a card that the infection step has turned.
func (s *State) turnOver(c City, out *engine.Facts) {
	s.Pending--
	s.Phase = 2
	on := &s.rules.on
	if !s.rules.namesCity(c) {
		on.TurnBlank(s, c, out)
		return
	}
	d := s.rules.colour[c]
	n, why := uint8(1), byStep
	if on.Places != nil {
		n, why = on.Places(s, c, d, n, why)
	}
	out.Add(FactInfectionDrawn, "infection/city", uint8(c))
	if on.Turned != nil {
		on.Turned(s, d, out)
	}
	s.infect(c, d, n, why, out)
	if on.Infected != nil {
		on.Infected(s, c)
	}
}

// endTurn passes the turn to the left.
func endTurn(s *State, _ *engine.Facts) bool {
	s.Active = (s.Active + 1) % engine.Seat(s.rules.Players)
	return true
}

// settle carries the position on to the next question: it resolves outbreaks,
// closes questions that need no answer any more, and runs the stages of the
// turn.
func (s *State) settle(out *engine.Facts) {
	on := &s.rules.on
	if on.AfterMove != nil {
		on.AfterMove(s, out)
	}
	pending := s.rules.pending
	for s.End == Running {
		switch {
		case s.Depth > 0 && s.Spread.N == 0 && !pending: // as a rule
		case on.BeforeSpread != nil && on.BeforeSpread(s, out):
			continue
		case s.Spread.N > 0 && s.Depth == s.Spread.Floor:
			s.spread(out)
			continue
		case on.AfterSpread != nil && on.AfterSpread(s, out):
			continue
		case s.Depth == 0:
			if s.rules.Turn[s.Stage].Run(s, out) {
				s.Phase = 0
				s.Stage = s.rules.next[s.Stage]
			}
			continue
		}
		open := s.rules.questions[s.Top().Question].open
		if open == nil || open(s) {
			return
		}
		s.closeTop() // it needs no answer any more
	}
	s.Stack, s.Depth, s.Spread = [maxDepth]Frame{}, 0, Spread{}
	if on.Over != nil {
		on.Over(s)
	}
}
