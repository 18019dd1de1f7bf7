package table

import (
	"errors"
	"slices"
	"time"

	"theriac/engine"
)

// A game that one person plays can be taken along to their device, which then has its
// seed. Its log says so, and from there on takes nothing but what comes back: the moves
// that were made on the device, or nothing where the person gives their copy up.

// maxAway is how long a table waits for a game that was taken along. Then it goes on
// without: nobody may remember it.
const maxAway = 90 * 24 * time.Hour

// Away says whether the game is on a person's device.
func (s *State) Away() bool { return s.away > 0 }

// TakeAlong locks the table for a game that the person on some seats takes along. The
// caller knows that nobody else plays there, or ever will.
type TakeAlong struct{ By engine.Seats }

func (c TakeAlong) draft(s *State) (*Entry, error) {
	switch {
	case s.Over:
		return nil, &Refusal{ID: RefusedOver}
	case s.Shared() != "":
		return nil, &Refusal{ID: RefusedShut} // its seed is that of other tables too
	case s.Away():
		return nil, nil // it is there already
	case s.tooManyNonMoves():
		return nil, &Refusal{ID: RefusedTooManyNonMoves}
	}
	return &Entry{Kind: KindAway, By: SeatList(c.By)}, nil
}

func (c TakeAlong) matches(e *Entry) bool { return e.Kind == KindAway && e.By == SeatList(c.By) }

// Return brings a game back that was taken along: so many of its moves stay, and others
// follow. CheckReturn makes one from what was brought; the zero one gives the copy up.
type Return struct {
	By engine.Seats
	// since is the entry with which the game was taken along.
	since int
	to    int
	plays []Play
	end   bool
	moved bool
}

func (c Return) draft(s *State) (*Entry, error) {
	switch {
	case !s.Away() || c.moved && c.since != s.away:
		return nil, &Refusal{ID: RefusedNotAway}
	case !c.moved:
		return &Entry{Kind: KindBack, By: SeatList(c.By), To: len(s.plies)}, nil
	}
	e := &Entry{Kind: KindBack, By: SeatList(c.By), To: c.to, Plays: c.plays}
	if c.end {
		e.What = ProposeEnd
	}
	return e, nil
}

func (c Return) matches(e *Entry) bool { return e.Kind == KindBack && e.By == SeatList(c.By) }

// leave carries out that a game is taken along.
func (s *State) leave(e *Entry) error {
	by := engine.Seats(e.By)
	switch {
	case s.Over:
		return &Refusal{ID: RefusedOver}
	case s.Away():
		return &Refusal{ID: RefusedAway}
	case by.Empty() || by&^s.Seats() != 0:
		return &Refusal{ID: RefusedSeat}
	}
	s.away, s.awayAt, s.Ask = e.N, e.At, nil
	return nil
}

// comeBack carries out that a game is back.
func (s *State) comeBack(e *Entry, applied *AppliedEntry) error {
	switch {
	case !s.Away():
		return &Refusal{ID: RefusedNotAway}
	case e.To < 0 || e.To > len(s.plies):
		return &Refusal{ID: RefusedUndo}
	}
	if e.To < len(s.plies) {
		reveals := slices.ContainsFunc(s.plies[e.To:], func(p ply) bool { return !p.effect.Free() })
		if err := s.rewind(e.To); err != nil {
			return err
		}
		s.Marked = s.Marked || reveals
	} else {
		s.Pos = s.Pos.Clone()
	}
	for _, p := range e.Plays {
		if err := s.move(p, applied); err != nil {
			return err
		}
	}
	switch {
	case e.What == ProposeEnd && s.Pos.Decision().Over:
		return errors.New("a game that is over is given up")
	case e.What == ProposeEnd:
		s.GivenUp = true
	}
	s.away = 0
	return nil
}

// expireAway is the entry of the server for a game that was taken along and not brought
// back in time.
func (s *State) expireAway(now int64) *Entry {
	if now < s.awayEnds() {
		return nil
	}
	return &Entry{Kind: KindBack, To: len(s.plies)}
}

// awayEnds is when the table goes on without what was taken along.
func (s *State) awayEnds() int64 { return s.awayAt + maxAway.Milliseconds() }
