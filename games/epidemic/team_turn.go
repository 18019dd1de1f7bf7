package epidemic

import "theriac/engine"

// A team's turn: its seats act one after the other, six actions together, then each
// draws a card, then there is one infection step.

// ActsAfter is the seat that acts after another in the same turn, before cards are
// drawn.
func (r *Rules) ActsAfter(seat engine.Seat) (engine.Seat, bool) {
	return seat + 1, r.Mode.Has(TeamMode) && seat%2 == 0
}

// partnerActs gives the actions to the partner of the seat that has acted. After both, it
// is the first of them who draws first.
func (s *State) partnerActs() bool {
	if next, ok := s.rules.ActsAfter(s.Active); ok {
		s.Active = next
		s.Phase = 0
		return true
	}
	s.Active--
	return false
}

// splitActions takes off the partner's actions what the first has used: whoever acts
// first uses two to four of the six, and what a role or a card adds comes on top.
func (s *State) splitActions() (rule string) {
	if s.Active%2 == 0 {
		s.beginFirst()
		return "team/turn"
	}
	s.Actions -= 2 - min(2, s.Teams.Left)
	s.Teams.Left = 0
	return "team/split"
}

// leaveActions notes how many actions the first of a team leaves.
func (s *State) leaveActions() {
	if s.Active%2 == 0 {
		s.Teams.Left += s.Actions
	}
}

// haveDone is the partner who acted last and wants nothing more before cards are drawn.
func (s *State) haveDone() engine.Seats {
	if s.Active%2 == 0 {
		return engine.SeatsOf(s.Active + 1)
	}
	return 0
}

// partnerDraws goes back to the draw for the partner.
func (s *State) partnerDraws() {
	if s.Active%2 == 0 {
		s.Active++
		s.Stage = s.rules.beforeDraw - 1
	}
}

// nextTeam is those of some seats that are asked first: the team whose turn it is,
// then the others in the order of turns.
func (s *State) nextTeam(of engine.Seats) engine.Seats {
	n := uint8(s.rules.teams())
	for i := range n {
		if set := of & seatsOf((teamOf(s.Active)+i)%n); set != 0 {
			return set
		}
	}
	return 0
}

// mayInterject says whether it is for a seat's team to play an event now. Where
// everybody is asked, teams answer in turn.
func (s *State) mayInterject(seat engine.Seat) bool {
	return s.Top().Question != QuestionWindow || s.windowOwing()&seatsOf(teamOf(seat)) != 0
}

// ownAction says whether a seat is being asked for its action.
func (s *State) ownAction(seat engine.Seat) bool {
	f := s.Top()
	return f.Question == QuestionAction && f.Seat == seat
}

// inTime is those of a seat's events that its team may play now.
func (s *State) inTime(seat engine.Seat, has uint32) uint32 {
	switch {
	case !s.mayInterject(seat):
		return 0
	case !s.ownAction(seat):
		return has &^ (s.rules.stretchCards.Events() &^ s.bonusesInTime(seat))
	}
	return has
}

// teamNotInTime is the rule that keeps an event of a seat back for now, or nothing: in a
// window teams answer one after the other, and a bonus has times of its own.
func (s *State) teamNotInTime(seat engine.Seat, event int) string {
	switch {
	case !s.mayInterject(seat):
		return "team/events"
	case s.rules.Events[event].Class == Bonus && s.bonusesInTime(seat)>>event&1 == 0:
		return "team/bonus"
	}
	return ""
}

// teamInterjectors is those of some seats that may play an event now, and those that may
// play a bonus.
func (s *State) teamInterjectors(set engine.Seats) engine.Seats {
	set |= s.bonusCandidates()
	if s.Top().Question == QuestionWindow {
		set &= seatsOf(teamOf(s.windowOwing().First()))
	}
	return set
}
