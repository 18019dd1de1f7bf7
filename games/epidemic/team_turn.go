package epidemic

import "theriac/engine"

// In a team's turn, its two seats act one after the other and share six actions. Then each draws a card, and
// one infection step follows.

// ActsAfter returns the seat that acts after a team's first seat in the same turn. For other seats, it
// returns false.
func (r *Rules) ActsAfter(seat engine.Seat) (engine.Seat, bool) {
	return seat + 1, r.Mode.Has(TeamMode) && seat%2 == 0
}

// partnerActs lets the second seat of a team act after the first, and returns true. After both have acted, it
// returns false and makes the first seat active, because it draws first.
func (s *State) partnerActs() bool {
	if next, ok := s.rules.ActsAfter(s.Active); ok {
		s.Active = next
		s.Phase = 0
		return true
	}
	s.Active--
	return false
}

// splitActions sets how many actions the acting seat of a team gets. The first seat uses two to four of the
// team's six, and its partner gets the rest. Actions from roles or cards are additional.
func (s *State) splitActions() (rule string) {
	if s.Active%2 == 0 {
		s.beginFirst()
		return "team/turn"
	}
	s.Actions -= 2 - min(2, s.Teams.Left)
	s.Teams.Left = 0
	return "team/split"
}

// leaveActions passes the unused actions of a team's first seat to its partner.
func (s *State) leaveActions() {
	if s.Active%2 == 0 {
		s.Teams.Left += s.Actions
	}
}

// haveDone returns the seat that is not asked about events before the draw: the second seat of the team,
// because it acted last.
func (s *State) haveDone() engine.Seats {
	if s.Active%2 == 0 {
		return engine.SeatsOf(s.Active + 1)
	}
	return 0
}

// partnerDraws lets the second seat of a team draw after the first, by going back to the stage before the
// draw.
func (s *State) partnerDraws() {
	if s.Active%2 == 0 {
		s.Active++
		s.Stage = s.rules.beforeDraw - 1
	}
}

// nextTeam returns which of the given seats are asked first: those of the active team, or else of the next
// team in turn order.
func (s *State) nextTeam(of engine.Seats) engine.Seats {
	n := uint8(s.rules.teams())
	for i := range n {
		if set := of & seatsOf((teamOf(s.Active)+i)%n); set != 0 {
			return set
		}
	}
	return 0
}

// mayInterject reports whether it is a team's turn to play events. Between the steps of a turn, the teams are
// asked one after another.
func (s *State) mayInterject(seat engine.Seat) bool {
	return s.Top().Question != QuestionWindow || s.windowOwing()&seatsOf(teamOf(seat)) != 0
}

// ownAction reports whether the open question asks a seat for an action of its own.
func (s *State) ownAction(seat engine.Seat) bool {
	f := s.Top()
	return f.Question == QuestionAction && f.Seat == seat
}

// inTime returns which of a seat's events it can play at this point in the turn.
func (s *State) inTime(seat engine.Seat, has uint32) uint32 {
	switch {
	case !s.mayInterject(seat):
		return 0
	case !s.ownAction(seat):
		return has &^ (s.rules.stretchCards.Events() &^ s.bonusesInTime(seat))
	}
	return has
}

// teamNotInTime returns the rule that makes a seat wait before it plays an event, or an empty string. Teams
// are asked one after another, and a bonus has its own time.
func (s *State) teamNotInTime(seat engine.Seat, event int) string {
	switch {
	case !s.mayInterject(seat):
		return "team/events"
	case s.rules.Events[event].Class == Bonus && s.bonusesInTime(seat)>>event&1 == 0:
		return "team/bonus"
	}
	return ""
}

// teamInterjectors returns which of the given seats can play an event now, and which might play a bonus.
func (s *State) teamInterjectors(set engine.Seats) engine.Seats {
	set |= s.bonusCandidates()
	if s.Top().Question == QuestionWindow {
		set &= seatsOf(teamOf(s.windowOwing().First()))
	}
	return set
}
