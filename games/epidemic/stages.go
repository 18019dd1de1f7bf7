package epidemic

import "theriac/engine"

// Other code uses these names to recognise stages.
const (
	StageActions         = "actions"
	StageDraw            = "draw"
	StageBeforeInfection = "before-infection"
	StageInfection       = "infection"
)

// Turn lists the stages of an ordinary turn.
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

// takeActions asks the active seat for actions until it decides to draw.
func takeActions(s *State, out *engine.Facts) bool {
	on := &s.rules.hooks
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

// beforeDraw asks the other seats whether they play events before cards are drawn. The active seat has just
// declared that it is finished, so it is not asked.
func beforeDraw(s *State, _ *engine.Facts) bool {
	if s.Phase > 0 {
		return true
	}
	s.Phase = 1
	done := engine.SeatsOf(s.Active)
	if s.rules.hooks.Done != nil {
		done = s.rules.hooks.Done(s)
	}
	return !s.openWindow(momentOpen, done)
}

// drawCards draws all player cards of the turn together. If the deck has too few, it draws none and the game
// is lost.
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

// drawCard draws a player card into a hand. It only counts epidemics; a later stage resolves them.
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
		s.rules.hooks.CardDrawn(s, c, out)
	default:
		s.take(holder, c, out, rule)
	}
}

// resolveEpidemics resolves the epidemics that were drawn, one step per call.
func resolveEpidemics(s *State, out *engine.Facts) bool {
	switch s.Phase {
	case 0: // raise the rate and infect; outbreaks are resolved before the next phase
		if s.Pending == 0 {
			return true
		}
		if int(s.Rate) < len(s.rules.Numbers.Rate)-1 { // the marker stays at the end of the track
			s.Rate++
			out.Add(FactRateRaised, "epidemic/increase", s.rules.Numbers.Rate[s.Rate])
		}
		if s.rules.hooks.EpidemicBegins != nil {
			s.rules.hooks.EpidemicBegins(s, out)
		}
		if c, ok := s.turnBottom(out); ok {
			out.Add(FactInfectionDrawn, "epidemic/infect", uint8(c))
			s.infect(c, s.rules.colour[c], 3, byEpidemic, out)
		}
		s.Phase = 1
	case 1: // effects that modules add to an epidemic, such as strain cards
		if acts := s.rules.hooks.EpidemicActs; acts == nil || acts(s, out) {
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

// keepLimit asks seats to discard if their hands exceed the limit.
func keepLimit(s *State, _ *engine.Facts) bool {
	if s.overLimit() == 0 {
		if s.rules.hooks.LimitKept != nil {
			s.rules.hooks.LimitKept(s)
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

// infectCities draws as many infection cards as the infection rate says, one at a time.
func infectCities(s *State, out *engine.Facts) bool {
	switch s.Phase {
	case 0:
		if s.Quiet > 0 {
			s.Quiet--
			out.Add(FactInfectionSkipped, "infection/skipped")
			return true
		}
		s.Pending = s.InfectionRate()
		if s.rules.hooks.StepBegins != nil {
			s.rules.hooks.StepBegins(s)
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
	case 3: // an infection step that draws only from the bottom
		if s.InfectionLen == 0 {
			s.Pending = 0
			return true
		}
		s.turnOver(s.drawInfectionBottom(), out)
	}
	return false
}

// turnOver infects the city of an infection card that was drawn.
func (s *State) turnOver(c City, out *engine.Facts) {
	s.Pending--
	s.Phase = 2
	on := &s.rules.hooks
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

// endTurn ends the turn and begins that of the next seat.
func endTurn(s *State, _ *engine.Facts) bool {
	s.Active = (s.Active + 1) % engine.Seat(s.rules.Players)
	return true
}

// settle continues the game until it must ask a question. It resolves outbreaks, closes questions that no
// longer need an answer, and runs the stages of the turn.
func (s *State) settle(out *engine.Facts) {
	on := &s.rules.hooks
	if on.AfterMove != nil {
		on.AfterMove(s, out)
	}
	pending := s.rules.pending
	for s.End == Running {
		switch {
		case s.Depth > 0 && s.Spread.N == 0 && !pending: // the usual case
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
		s.closeTop() // the question no longer needs an answer
	}
	s.Stack, s.Depth, s.Spread = [maxDepth]Frame{}, 0, Spread{}
	if on.Over != nil {
		on.Over(s)
	}
}
