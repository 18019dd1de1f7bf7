package table

import (
	"errors"
	"slices"

	"theriac/engine"
)

// These are the kinds of proposals.
const (
	ProposeUndo   = "undo"
	ProposeEnd    = "end"
	ProposeBot    = "bot"
	ProposePause  = "pause"
	ProposeResume = "resume"
)

// Ask is a proposal that waits for other seats to agree. The next move cancels an undo. Those who are present
// decide everything else; see tally.
type Ask struct {
	What    string
	At      int64        // when it was made, in milliseconds
	To      int          // for an undo: how many moves stay
	Seat    int          // for a bot: the seat that it gets
	Level   string       // for a bot: its level
	Agreed  engine.Seats // the seats that proposed it or have agreed since
	Refused engine.Seats // the seats that are against it
	Needs   engine.Seats // the seats that must still agree to an undo, or may still answer another proposal
	Voters  []SeatList   // for each person present at the last answer, their seats; none means that each seat votes
	// Reveals means that the undo takes back a move that revealed something. Players remember what they have
	// seen, so the game is marked.
	Reveals bool
}

// undoTo returns the seats that must agree to an undo. They are the seats whose moves are taken back, or all
// seats if one of these moves revealed something.
func (s *State) undoTo(to int) (needs engine.Seats, reveals bool, err error) {
	if to < 0 || to >= len(s.plies) {
		return 0, false, &Refusal{ID: RefusedUndo}
	}
	for _, p := range s.plies[to:] {
		needs = needs.With(p.move.Seat)
		reveals = reveals || !p.effect.Free()
	}
	if reveals && s.Shared() != "" {
		return 0, true, &Refusal{ID: RefusedReveal} // in a shared deal, no player may look at a card and then take back the move
	}
	if reveals {
		needs = s.Seats()
	}
	return needs, reveals, nil
}

// lastChosen returns how many moves remain if the last choice of the given seats is taken back, or -1 if they
// have chosen nothing. Everything after that choice is taken back, too. A pass that follows another choice in
// the same turn counts as part of that choice.
func (s *State) lastChosen(seats engine.Seats) int {
	verbs := s.Pos.Vocabulary().Verbs
	to := s.chosenBefore(len(s.plies), seats)
	for to >= 0 && verbs[s.plies[to].move.Verb].Standing {
		before := s.chosenBefore(to, seats)
		if before < 0 || slices.ContainsFunc(s.plies[before:to], func(p ply) bool { return p.begun > 0 }) {
			break
		}
		to = before
	}
	return to
}

// chosenBefore returns the index of the last move before at that one of the seats chose itself, or -1.
func (s *State) chosenBefore(at int, seats engine.Seats) int {
	at--
	for at >= 0 && (s.plies[at].promised || !seats.Has(s.plies[at].move.Seat)) {
		at--
	}
	return at
}

// propose applies an entry that opens, answers or carries out a proposal.
func (s *State) propose(e *Entry) error {
	by := engine.Seats(e.By)
	if s.Over {
		return &Refusal{ID: RefusedOver}
	}
	if e.Kind == KindResume && by.Empty() && s.Paused() && e.At >= s.pauseEnds() {
		s.resume()
		return nil
	}
	if by.Empty() || by&^s.Seats() != 0 {
		return &Refusal{ID: RefusedSeat}
	}
	switch e.Kind {
	case KindAsk:
		return s.ask(e, by)
	case KindAgree, KindRefuse:
		if s.Ask == nil {
			return &Refusal{ID: RefusedNoAsk}
		}
		if voted(s.Ask.What) {
			return s.applyVote(e, by)
		}
		if e.Kind == KindRefuse {
			s.Ask = nil
			return nil
		}
		a := *s.Ask
		if a.Needs&by == 0 {
			return &Refusal{ID: RefusedNotNeeded}
		}
		a.Agreed |= by
		a.Needs &^= by
		s.Ask = &a
		return nil
	case KindEnd, KindBot, KindPause, KindResume:
		return s.decide(e, by)
	}
	if s.Paused() {
		return &Refusal{ID: RefusedPaused}
	}
	return s.undo(e, by)
}

func (s *State) ask(e *Entry, by engine.Seats) error {
	if s.Ask != nil && e.At < s.Ask.At+s.askLasts() {
		return &Refusal{ID: RefusedAsked}
	}
	a := &Ask{What: e.What, At: e.At, To: e.To, Seat: e.Seat, Level: e.Level, Agreed: by, Voters: e.Voters}
	switch {
	case e.What == ProposeUndo:
		needs, reveals, err := s.undoTo(e.To)
		if err != nil {
			return err
		}
		a.Needs, a.Reveals = needs&^by, reveals
	case !voted(e.What):
		return errors.New("a proposal of unknown kind")
	case e.Seat < 0 || !s.Seats().Has(engine.Seat(e.Seat)):
		return &Refusal{ID: RefusedSeat}
	default:
		if err := s.mayPropose(e.What); err != nil {
			return err
		}
		a.Needs = s.deciding(a) &^ by
	}
	s.Ask = a
	return nil
}

// undo takes moves back and restores the position that the remaining moves lead to.
func (s *State) undo(e *Entry, by engine.Seats) error {
	needs, reveals, err := s.undoTo(e.To)
	if err != nil {
		return err
	}
	if needs&^by != 0 {
		return errors.New("an undo that not everybody agreed to")
	}
	if err := s.rewind(e.To); err != nil {
		return err
	}
	s.Marked = s.Marked || reveals
	return nil
}

// rewind restores the position after the given number of moves.
func (s *State) rewind(to int) error {
	pos, err := engine.Begin(s.Game, s.head)
	if err != nil {
		return err
	}
	s.plies = slices.Clone(s.plies[:to])
	for _, p := range s.plies {
		if _, _, err := pos.Play(p.move); err != nil {
			return err
		}
	}
	s.Pos, s.Ask, s.asked, s.passed = pos, nil, nil, [engine.MaxSeats]*passed{}
	s.undos++
	return nil
}
