package table

import (
	"errors"
	"slices"
	"time"

	"theriac/engine"
)

// A player can move a solo game to a device and play it there without the server. The log records this, since
// the player's device then knows the seed. After that, the server accepts only the return of the game. It comes
// with the moves made on the device, or without any if the player gives up the copy.

// maxAway is the longest that a table waits for a game to return from a player's device. After that, the game
// continues on the server without the moves made there.
const maxAway = 90 * 24 * time.Hour

// Away reports whether the game is on a player's device.
func (s *State) Away() bool { return s.away > 0 }

// TakeAlong locks the table, because the player who holds the seats in By moves the game to a device. The
// caller makes sure that no other person ever plays at this table.
type TakeAlong struct{ By engine.Seats }

func (c TakeAlong) draft(s *State) (*Entry, error) {
	switch {
	case s.Over:
		return nil, &Refusal{ID: RefusedOver}
	case s.Shared() != "":
		return nil, &Refusal{ID: RefusedShut} // other tables play the same secret cards
	case s.Away():
		return nil, nil // the game is already on a device
	case s.Paused():
		return nil, &Refusal{ID: RefusedPaused}
	case s.tooManyNonMoves():
		return nil, &Refusal{ID: RefusedTooManyNonMoves}
	}
	return &Entry{Kind: KindAway, By: SeatList(c.By)}, nil
}

func (c TakeAlong) matches(e *Entry) bool { return e.Kind == KindAway && e.By == SeatList(c.By) }

// Return brings back a game from a player's device. The table keeps the game's first moves and adds those made
// on the device. CheckReturn makes a Return from the device's entries; without it, Return gives up the copy on
// the device.
type Return struct {
	By engine.Seats
	// since is the number of the entry that moved the game to the device.
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

// leave applies an entry that records a game's departure to a device.
func (s *State) leave(e *Entry) error {
	by := engine.Seats(e.By)
	switch {
	case s.Over:
		return &Refusal{ID: RefusedOver}
	case s.Away():
		return &Refusal{ID: RefusedAway}
	case s.Paused():
		return &Refusal{ID: RefusedPaused}
	case by.Empty() || by&^s.Seats() != 0:
		return &Refusal{ID: RefusedSeat}
	}
	s.away, s.awayAt, s.Ask = e.N, e.At, nil
	return nil
}

// comeBack applies an entry that brings a game back from a device.
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

// expireAway returns the entry by which the server ends the wait for a game that someone took offline and did
// not bring back in time. It returns nil if the time is not over.
func (s *State) expireAway(now int64) *Entry {
	if now < s.awayEnds() {
		return nil
	}
	return &Entry{Kind: KindBack, To: len(s.plies)}
}

// awayEnds returns when the table stops waiting for the game to return, in milliseconds.
func (s *State) awayEnds() int64 { return s.awayAt + maxAway.Milliseconds() }
