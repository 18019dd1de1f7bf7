package table

import (
	"theriac/engine"
)

// maxFollowing limits the automatic moves in one entry. No turn of any game has that many.
const maxFollowing = 200

// nextStandingPass returns the next move that the table has to make because of a seat's standing passes, or
// false if there is none.
func (s *State) nextStandingPass() (Play, bool) {
	d := s.Pos.Decision()
	for seat := range d.Owing().Each {
		if len(s.standing[seat]) == 0 {
			continue
		}
		v := s.Pos.Vocabulary()
		for _, m := range s.Pos.AppendMoves(nil, seat) {
			if !v.Verbs[m.Verb].Promised() {
				continue
			}
			text := v.Move(m)
			for _, p := range s.standing[seat] {
				if p == text {
					return Play{Seat: seat, Move: text, Why: WhyStanding}, true
				}
			}
		}
	}
	return Play{}, false
}

// playStanding is the server's own command for standing passes that a seat sets while a question is open. It
// makes the moves that they require.
type playStanding struct{}

func (playStanding) draft(s *State) (*Entry, error) {
	p, ok := s.nextStandingPass()
	if !ok || s.Over || s.Paused() {
		return nil, nil
	}
	return &Entry{Kind: KindPlay, Plays: []Play{p}}, nil
}

func (playStanding) matches(*Entry) bool { return false }

// Deadline returns the earliest time at which some seat's time runs out, in milliseconds, or 0 if there is
// none.
func (s *State) Deadline() int64 {
	if s.Away() {
		return s.awayEnds()
	}
	if s.Over || s.limit == 0 {
		return 0
	}
	if s.Paused() {
		return s.pauseEnds()
	}
	at := int64(0)
	for seat := range s.Pos.Decision().Owing().Each {
		if end := s.due(seat); at == 0 || end < at {
			at = end
		}
	}
	return at
}

// due returns when the time of a seat that owes an answer runs out, in milliseconds.
func (s *State) due(seat engine.Seat) int64 { return s.since[seat] + max(s.limit-s.spent[seat], 0) }

// Due returns the same for callers. It returns false if no time runs out for the seat.
func (s *State) Due(seat engine.Seat) (int64, bool) {
	if _, owes := s.OwedSince(seat); !owes || s.limit == 0 || s.Paused() {
		return 0, false
	}
	return s.due(seat), true
}

// time sets since when the table waits for each seat. was is the set of seats that owed an answer before the
// entry, and begun the seats whose turn began with it.
func (s *State) time(was, begun engine.Seats, kind Kind) {
	owing := s.Pos.Decision().Owing()
	fresh := owing &^ was
	switch {
	case kind == KindBack:
		fresh, s.spent = owing, [engine.MaxSeats]int64{}
	case !s.live:
		// Each turn gets its own time, even if the player has just answered another question. An undo gives a
		// player no new time if the table was already waiting for them.
		fresh |= owing & begun
		if len(s.head.Seats) == 1 && kind.isMove() {
			fresh = owing
		}
	case !begun.Empty():
		fresh, s.spent = owing, [engine.MaxSeats]int64{} // each turn gives everybody new time
	default:
		for seat := range (was &^ owing).Each {
			s.spent[seat] += s.At - s.since[seat]
		}
	}
	for seat := range fresh.Each {
		s.since[seat] = s.At
	}
}

// OwedSince returns since when the table has been waiting for a seat, in milliseconds. It returns false if the
// table is not waiting for that seat.
func (s *State) OwedSince(seat engine.Seat) (int64, bool) {
	if s.Over || !s.Pos.Decision().Owing().Has(seat) {
		return 0, false
	}
	return s.since[seat], true
}

// timeUp is the server's own command for seats whose time has run out. For each of them it makes the move that
// the rules prescribe.
type timeUp struct{ now int64 }

func (c timeUp) draft(s *State) (*Entry, error) {
	if s.Away() {
		if e := s.expireAway(c.now); e != nil {
			return e, nil
		}
		return nil, nil
	}
	switch {
	case s.Over || s.limit == 0:
		return nil, nil
	case s.Paused() && c.now >= s.pauseEnds():
		return &Entry{Kind: KindResume}, nil
	case s.Paused():
		return nil, nil
	}
	late := engine.Seats(0)
	for seat := range s.Pos.Decision().Owing().Each {
		if c.now >= s.due(seat) {
			late = late.With(seat)
		}
	}
	pos := s.Pos.Clone()
	var plays []Play
	for range maxFollowing {
		owing := pos.Decision().Owing() & late
		if owing.Empty() {
			break
		}
		m := pos.Default(owing.First())
		plays = append(plays, Play{Seat: m.Seat, Move: pos.Vocabulary().Move(m), Why: WhyClock})
		facts, _, err := pos.Play(m)
		if err != nil {
			return nil, err
		}
		// A seat gets new time if its turn has just started, even if it was on turn before.
		begun := pos.Vocabulary().Begun(facts)
		switch {
		case s.live && !begun.Empty():
			late = 0
		case !s.live && (!pos.Decision().Owing().Has(m.Seat) || begun.Has(m.Seat) || len(s.head.Seats) == 1):
			late = late.Without(m.Seat)
		}
	}
	if len(plays) == 0 {
		return nil, nil
	}
	return &Entry{Kind: KindPlay, Plays: plays}, nil
}

func (timeUp) matches(*Entry) bool { return false }
