package table

import (
	"theriac/engine"
)

// maxFollowing bounds how many moves can follow automatically in one entry; no window
// and no turn has that many.
const maxFollowing = 200

// nextStandingPass is the first move that a seat's standing passes answer now.
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

// playStanding is an entry of the server: moves of standing passes that were set
// while the question was open already.
type playStanding struct{}

func (playStanding) draft(s *State) (*Entry, error) {
	p, ok := s.nextStandingPass()
	if !ok || s.Over {
		return nil, nil
	}
	return &Entry{Kind: KindPlay, Plays: []Play{p}}, nil
}

func (playStanding) matches(*Entry) bool { return false }

// Deadline is when the time of the first seat is up, in milliseconds; 0 is never.
func (s *State) Deadline() int64 {
	if s.Away() {
		return s.awayEnds()
	}
	if s.Over || s.limit == 0 {
		return 0
	}
	at := int64(0)
	for seat := range s.Pos.Decision().Owing().Each {
		if end := s.since[seat] + s.limit; at == 0 || end < at {
			at = end
		}
	}
	return at
}

// OwedSince says since when the table waits for a seat, in milliseconds, and whether it
// does.
func (s *State) OwedSince(seat engine.Seat) (int64, bool) {
	if s.Over || !s.Pos.Decision().Owing().Has(seat) {
		return 0, false
	}
	return s.since[seat], true
}

// timeUp is an entry of the server: for the seats whose time is up it does what the
// rules say of a seat that does not answer.
type timeUp struct{ now int64 }

func (c timeUp) draft(s *State) (*Entry, error) {
	if s.Away() {
		if e := s.expireAway(c.now); e != nil {
			return e, nil
		}
		return nil, nil
	}
	if s.Over || s.limit == 0 {
		return nil, nil
	}
	late := engine.Seats(0)
	for seat := range s.Pos.Decision().Owing().Each {
		if c.now >= s.since[seat]+s.limit {
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
		// Its turn may come at once, or come round again: that gets new time.
		begun := pos.Vocabulary().Begun(facts)
		if !pos.Decision().Owing().Has(m.Seat) || begun.Has(m.Seat) || len(s.head.Seats) == 1 {
			late = late.Without(m.Seat)
		}
	}
	if len(plays) == 0 {
		return nil, nil
	}
	return &Entry{Kind: KindPlay, Plays: plays}, nil
}

func (timeUp) matches(*Entry) bool { return false }
