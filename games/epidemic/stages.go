package epidemic

import "theriac/engine"

// Turn is the ordinary turn of a map game.
var Turn = []Stage{
	{"actions", takeActions},
	{"before-draw", beforeDraw},
	{"draw", drawCards},
	{"epidemics", resolveEpidemics},
	{"hand-limit", keepLimit},
	{"before-infection", beforeInfection},
	{"infection", infectCities},
	{"end", endTurn},
}

// takeActions asks the active seat for its actions, until it draws.
func takeActions(s *State, out *engine.Facts) bool {
	if s.Phase > 0 {
		return true
	}
	s.Phase++
	s.Turn++
	s.Used, s.Waived[s.Active] = 0, 0
	s.forgetRefusals()
	s.Actions = s.rules.Numbers.Actions
	out.Add(FactTurnBegan, "turn/order", uint8(s.Active))
	s.ask(Frame{Step: StepAction, Seat: s.Active})
	return false
}

// beforeDraw lets the others play an event before the cards come; the active
// seat has just said that it has done.
func beforeDraw(s *State, _ *engine.Facts) bool {
	if s.Phase > 0 {
		return true
	}
	s.Phase = 1
	return !s.openWindow(momentOpen, engine.SeatsOf(s.Active))
}

// drawCards draws the turn's player cards at the same time. Too few of them
// lose the game, and then none is drawn.
func drawCards(s *State, out *engine.Facts) bool {
	n := s.rules.Numbers.Draws
	if s.DeckLen < n {
		s.end(LostCards, out)
		return false
	}
	s.learned(engine.Everyone)
	for range n {
		s.DeckLen--
		c := s.Deck[s.DeckLen]
		s.Deck[s.DeckLen] = 0
		if c == Epidemic {
			s.Pending++
			s.Epidemics++
			out.Add(FactEpidemicDrawn, "draw/epidemic", uint8(s.Active))
		} else {
			s.take(s.Active, c, out, "draw/two")
		}
	}
	return true
}

// resolveEpidemics goes through the steps of each epidemic drawn.
func resolveEpidemics(s *State, out *engine.Facts) bool {
	switch s.Phase {
	case 0: // increase and infect; outbreaks are resolved before the next phase
		if s.Pending == 0 {
			return true
		}
		if int(s.Rate) < len(s.rules.Numbers.Rate)-1 {
			s.Rate++
		}
		out.Add(FactRateRaised, "epidemic/increase", s.rules.Numbers.Rate[s.Rate])
		if s.InfectionLen > 0 {
			c := s.drawInfectionBottom()
			out.Add(FactInfectionDrawn, "epidemic/infect", uint8(c))
			s.infect(c, s.rules.colour[c], 3, out, "epidemic/infect")
		}
		s.Phase = 1
	case 1:
		s.Phase = 2
		s.openWindow(momentIntensify, 0)
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
		return true
	}
	s.ask(Frame{Step: StepDiscard})
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
		s.Pending = s.rules.Numbers.Rate[s.Rate]
		out.Add(FactInfectionBegan, "infection/step", s.Pending)
		s.Phase = 1
	case 1:
		if s.InfectionLen == 0 {
			s.Pending = 0
			return true
		}
		c := s.drawInfection()
		out.Add(FactInfectionDrawn, "infection/city", uint8(c))
		s.infect(c, s.rules.colour[c], 1, out, "infection/city")
		s.Pending--
		s.Phase = 2
	case 2:
		if s.Pending == 0 {
			return true
		}
		s.Phase = 1
		s.openWindow(momentOpen, 0)
	}
	return false
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
	for s.End == Running {
		switch {
		case s.Spread.N > 0 && s.Depth == s.Spread.Floor:
			s.spread(out)
		case s.Depth == 0:
			if s.rules.Turn[s.Stage].Run(s, out) {
				s.Phase = 0
				s.Stage++
				if int(s.Stage) == len(s.rules.Turn) {
					s.Stage = 0
				}
			}
		default:
			switch s.Top().Step {
			case StepWindow:
				if s.windowOwing() != 0 {
					return
				}
				s.closeTop()
			case StepDiscard:
				if s.overLimit() != 0 {
					return
				}
				s.closeTop()
			default:
				return
			}
		}
	}
	s.Stack, s.Depth, s.Spread = [maxDepth]Frame{}, 0, Spread{}
}

// end stops the game.
func (s *State) end(how Ending, out *engine.Facts) {
	if s.End == Running {
		s.End = how
		out.Add(FactEnded, how.Rule())
	}
}

// Rule is the rule that ends a game so.
func (e Ending) Rule() string { return endRules[e] }

// endKind names the endings.
var endKind = engine.NewKind("end", "running", "won", "outbreaks", "cubes", "cards")

var endRules = [...]string{"", "end/win", "end/outbreaks", "end/cubes", "end/cards"}
