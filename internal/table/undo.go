package table

import (
	"errors"
	"slices"

	"theriac/engine"
)

// What can be proposed.
const (
	ProposeUndo = "undo"
	ProposeEnd  = "end"
)

// Ask is a proposal that waits for agreement. The next move voids it.
type Ask struct {
	What   string
	To     int          // of an undo: how many moves stay
	Agreed engine.Seats // the seats that proposed it or agreed since
	Needs  engine.Seats // whose agreement is missing; for an end, who may give it
	// Reveals says that the undo goes back over something that was revealed: the cards
	// stay known, and the game is marked.
	Reveals bool
}

// undoTo says whose agreement an undo needs: that of the seats whose moves it takes
// back, and everybody's where something was revealed since.
func (s *State) undoTo(to int) (needs engine.Seats, reveals bool, err error) {
	if to < 0 || to >= len(s.plies) {
		return 0, false, &Refusal{ID: RefusedUndo}
	}
	for _, p := range s.plies[to:] {
		needs = needs.With(p.move.Seat)
		reveals = reveals || !p.effect.Free()
	}
	if reveals && s.Shared() != "" {
		return 0, true, &Refusal{ID: RefusedReveal} // everybody meets the same cards, once
	}
	if reveals {
		needs = s.Seats()
	}
	return needs, reveals, nil
}

// lastChosen is how many moves stand without the last one that one of the seats chose, and
// without everything after it: what others answered since is not theirs to want back. To let
// an event rest in one's own turn is part of what led there. It is -1 where they chose nothing.
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

// chosenBefore is the place of the last move before another that one of the seats chose; -1: there is none.
func (s *State) chosenBefore(at int, seats engine.Seats) int {
	at--
	for at >= 0 && (s.plies[at].promised || !seats.Has(s.plies[at].move.Seat)) {
		at--
	}
	return at
}

// enoughToEnd says whether so many seats can give the game up: more than half, and
// where there are teams, somebody of each: no two can end a third one's game.
func (s *State) enoughToEnd(by engine.Seats) bool {
	for seat := range s.Seats().Each {
		if team := engine.TeamOf(s.Game, s.head.Settings, seat); !team.Empty() && team&by == 0 {
			return false
		}
	}
	return 2*by.Len() > len(s.head.Seats)
}

// propose applies all entries about proposals.
func (s *State) propose(e *Entry) error {
	by := engine.Seats(e.By)
	if s.Over {
		return &Refusal{ID: RefusedOver}
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
	case KindEnd:
		if !s.enoughToEnd(by) {
			return errors.New("too few to give the game up")
		}
		s.GivenUp, s.Ask = true, nil
		return nil
	}
	return s.undo(e, by)
}

func (s *State) ask(e *Entry, by engine.Seats) error {
	if s.Ask != nil {
		return &Refusal{ID: RefusedAsked}
	}
	a := &Ask{What: e.What, To: e.To, Agreed: by, Needs: s.Seats() &^ by}
	switch e.What {
	case ProposeEnd:
	case ProposeUndo:
		needs, reveals, err := s.undoTo(e.To)
		if err != nil {
			return err
		}
		a.Needs, a.Reveals = needs&^by, reveals
	default:
		return errors.New("a proposal of unknown kind")
	}
	s.Ask = a
	return nil
}

// undo takes moves back: the position is that of the moves that stay.
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

// rewind makes the position that of the first moves.
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
