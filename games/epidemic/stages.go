package epidemic

import "theriac/engine"

// Turn is the ordinary turn of a map game.
var Turn = []Stage{
	{Name: "actions", Run: takeActions},
	{Name: "before-draw", Run: beforeDraw},
	{Name: "draw", Run: drawCards},
	{Name: "epidemics", Run: resolveEpidemics, Crowded: true},
	{Name: "hand-limit", Run: keepLimit},
	{Name: "before-infection", Run: beforeInfection},
	{Name: "infection", Run: infectCities},
	soloStage, soloEpidemics, soloLimit,
	{Name: "end", Run: endTurn},
}

// takeActions asks the active seat for its actions, until it draws.
func takeActions(s *State, out *engine.Facts) bool {
	if s.Phase > 0 {
		return !s.partnerActs()
	}
	if s.settingUp() {
		return false
	}
	s.Phase++
	s.Turn++
	s.Used, s.Walked, s.Waived[s.Active] = 0, 0, 0
	s.VirulentStrain.Treated = 0
	s.forgetRefusals()
	s.Actions = s.rules.Numbers.Actions
	out.Add(FactTurnBegan, s.splitActions(), uint8(s.Active))
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
	return !s.openWindow(momentOpen, s.haveDone())
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
		s.drawCard(s.Active, out, s.rules.drawRule())
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
	case s.isIncident(c):
		s.drawIncident(c, out)
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
		s.drawStrain(out)
		if c, ok := s.turnBottom(out); ok {
			out.Add(FactInfectionDrawn, "epidemic/infect", uint8(c))
			s.infect(c, s.rules.colour[c], 3, byEpidemic, out)
		}
		s.Phase = 1
	case 1: // what the epidemic's own card does, where it has one
		if s.worsen(out) {
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
		s.partnerDraws()
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
		s.Pending, s.VirulentStrain.More = s.InfectionRate(), false
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
	if !s.rules.namesCity(c) {
		s.turnMutant(c, out)
		return
	}
	d := s.rules.colour[c]
	n, why := uint8(1), byStep
	if s.isVirulent(d) {
		n, why = s.firstCubes(c, d, n, why)
	}
	if s.Traits != 0 {
		if places := s.trait(d).Places; places != nil {
			if more := places(s, c, d); more > n {
				n, why = more, byTrait
			}
		}
	}
	out.Add(FactInfectionDrawn, "infection/city", uint8(c))
	s.turnsMore(d, out)
	s.infect(c, d, n, why, out)
	s.joins(c)
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
	mutating := s.rules.Mode&Mutating != 0
	if mutating && s.mutantGone() {
		s.checkWon(out)
	}
	for s.End == Running {
		switch {
		case s.Echo != 0 && s.Depth == 0:
			s.echo(out)
		case s.Spread.N > 0 && s.Depth == s.Spread.Floor:
			s.spread(out)
		case mutating && s.Spread.N == 0 && s.PendingMutation != PendingMutation{}:
			s.come(out)
		case s.Depth == 0:
			if s.rules.Turn[s.Stage].Run(s, out) {
				s.Phase = 0
				s.Stage = s.rules.next[s.Stage]
			}
		default:
			switch s.Top().Question {
			case QuestionWindow:
				if s.windowOwing() != 0 {
					return
				}
				s.closeTop()
			case QuestionDiscard:
				if s.overLimit() != 0 {
					return
				}
				s.closeTop()
			case QuestionStart:
				if s.unplaced() != 0 {
					return
				}
				s.closeTop()
			case QuestionSolo:
				if s.Actions > 0 {
					return
				}
				s.closeTop()
			default:
				return
			}
		}
	}
	s.Stack, s.Depth, s.Spread, s.Echo, s.EchoOf = [maxDepth]Frame{}, 0, Spread{}, 0, 0
	s.PendingMutation = PendingMutation{}
}

// end stops the game.
func (s *State) end(how Ending, out *engine.Facts) {
	if how == LostCards && s.neverSeen() {
		how = WonUnseen
	}
	if s.End == Running {
		s.End = how
		out.Add(FactEnded, how.Rule())
	}
}

// Rule is the rule that ends a game so.
func (e Ending) Rule() string { return endRules[e] }

// endKind names the endings.
var endKind = engine.NewKind("end", "running", "won", "outbreaks", "cubes", "cards", "unseen")

var endRules = [...]string{"", "end/win", "end/outbreaks", "end/cubes", "end/cards", "lab/never-seen"}
