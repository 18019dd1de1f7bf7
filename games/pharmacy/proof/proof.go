// Package proof says whether a move of the card game answers a puzzle's question, whatever
// the others do and whatever lies face down.
//
// It refuses to look for puzzles.
package proof

import (
	"errors"

	"theriac/engine"
	"theriac/games/pharmacy"
)

// The kinds of questions. Each is put to one seat and asks for what it can be sure of when the
// card of this turn has come to rest, whatever the others do and whatever lies face down.
const (
	KindPoints = "points" // so many points, if the round were counted then
	KindSafe   = "safe"   // not to be in intensive care
	KindCare   = "care"   // somebody else is in intensive care, and this seat is not
	KindLast   = "last"   // the game is over and won, alone
)

// errTooLarge says that a question has more positions than are gone through.
var errTooLarge = errors.New("pharmacy: a puzzle with too many positions")

// Proof goes through the positions that can follow from a question until the turn is over. The
// seat that is asked has to find a move that holds; against the others every move has to, and
// every risk card that can lie face down.
type Proof struct {
	Kind  string
	Least int // the points that are asked for
	Seat  engine.Seat
	start pharmacy.State
	Faces []pharmacy.Card // that the card can be which lies face down at the start
	Most  int             // positions to go through; 0: as many as there are
	known map[place]bool  // whether the question can be answered from a position on
	hard  map[place]int   // how many choices are left there, if it can
}

// place is a position within a turn: all that the rest of the turn depends on.
type place struct {
	pharmacy.Public
	face pharmacy.Card
}

// New begins to go through a question.
func New(s *pharmacy.State, kind string, least int) *Proof {
	p := &Proof{Kind: kind, Least: least, Seat: s.Decision().Owing().First(), start: *s, known: map[place]bool{}, hard: map[place]int{}}
	v := s.Knows(engine.SeatsOf(p.Seat))
	if s.Travel.Risk {
		p.Faces = v.CouldLie()
	}
	return p
}

// Over says that the turn is.
func (p *Proof) Over(s *pharmacy.State) bool { return s.Over || s.Turn != p.start.Turn }

// Good says whether the end of the turn is as the question wants it.
func (p *Proof) Good(s *pharmacy.State) bool {
	counted := s.Over || s.Round != p.start.Round
	sheet := &s.Sheet[p.start.Round-1]
	switch p.Kind {
	case KindPoints:
		return p.PointsOf(s) >= p.Least
	case KindSafe:
		return !counted || !sheet[p.Seat].Care
	case KindCare:
		if !counted || sheet[p.Seat].Care {
			return false
		}
		for seat := range engine.Seat(s.Rules().Players) {
			if sheet[seat].Care {
				return true
			}
		}
		return false
	case KindLast:
		r, over := s.Outcome()
		return over && r.Won == engine.SeatsOf(p.Seat)
	}
	return false
}

// PointsOf are pills less sickness once the turn is over, and those of intensive care there. What
// guesses bring is not known before the round ends, and left out.
func (p *Proof) PointsOf(s *pharmacy.State) int {
	if s.Over || s.Round != p.start.Round {
		t := s.Sheet[p.start.Round-1][p.Seat]
		t.Won, t.Lost = 0, 0
		return t.Points()
	}
	return s.Pills[p.Seat].Value() - s.Sickness(p.Seat)
}

// Mover is who moves next: of several who are asked at once, the seat of the question, who
// then knows nothing of what the others will do.
func (p *Proof) Mover(s *pharmacy.State) engine.Seat {
	if s.Asked.Has(p.Seat) {
		return p.Seat
	}
	return s.Asked.First()
}

// place is where a position stands in what is known.
func (p *Proof) place(s *pharmacy.State) place {
	at := place{Public: s.Public, face: pharmacy.NoCard}
	at.Serial = 0 // it counts questions, and changes none
	if s.Travel.Risk && s.Travel.Owner == p.Seat {
		at.face = s.Knows(engine.SeatsOf(p.Seat)).Face
	}
	return at
}

// Follow calls f with the positions that a move can lead to: more than one where it turns over
// a card that the seat of the question does not know. f says whether to go on.
func (p *Proof) Follow(s *pharmacy.State, m engine.Move, f func(*pharmacy.State) bool) {
	next := *s
	next.Play(m, nil)
	hidden := s.Travel.Risk && s.Travel.Owner != p.Seat && !next.Travel.Risk
	if !hidden {
		f(&next)
		return
	}
	for _, face := range p.Faces {
		next = *s
		next.LayRisk(face)
		next.Play(m, nil)
		if !f(&next) {
			return
		}
	}
}

// Holds says whether a move leaves the question answerable, whatever follows.
func (p *Proof) Holds(s *pharmacy.State, m engine.Move) (held bool, err error) {
	held = true
	p.Follow(s, m, func(next *pharmacy.State) bool {
		held, err = p.sure(next)
		return held && err == nil
	})
	return held && err == nil, err
}

// sure says whether the seat can be sure of the answer from a position on. It goes through all
// of the seat's moves, so that whatever they play later is known, and through the others'
// until one spoils it.
func (p *Proof) sure(s *pharmacy.State) (bool, error) {
	if p.Over(s) {
		return p.Good(s), nil
	}
	at := p.place(s)
	if known, ok := p.known[at]; ok {
		return known, nil
	}
	if p.Most > 0 && len(p.known) >= p.Most {
		return false, errTooLarge
	}
	seat := p.Mover(s)
	var buf [engine.MaxMoves]engine.Move
	result := seat != p.Seat
	for _, m := range s.AppendMoves(buf[:0], seat) {
		held, err := p.Holds(s, m)
		if err != nil {
			return false, err
		}
		if seat == p.Seat {
			result = result || held
		} else if !held {
			result = false
			break
		}
	}
	p.known[at] = result
	return result, nil
}

// Places is how many positions have been gone through, the first one included.
func (p *Proof) Places() int { return 1 + len(p.known) }

// Choices is how often the seat has still to choose right at a position from which it can be
// sure, if the others make it as often as they can.
func (p *Proof) Choices(s *pharmacy.State) int {
	if p.Over(s) {
		return 0
	}
	at := p.place(s)
	if n, ok := p.hard[at]; ok {
		return n
	}
	seat := p.Mover(s)
	var buf [engine.MaxMoves]engine.Move
	n, chance := -1, 0
	for _, m := range s.AppendMoves(buf[:0], seat) {
		if seat == p.Seat {
			if held, err := p.Holds(s, m); err != nil || !held {
				chance = 1
				continue
			}
		}
		if c := p.after(s, m); n < 0 || seat == p.Seat && c < n || seat != p.Seat && c > n {
			n = c
		}
	}
	n = max(n, 0) + chance
	p.hard[at] = n
	return n
}

// after is how many choices are left after a move, at most.
func (p *Proof) after(s *pharmacy.State, m engine.Move) (most int) {
	p.Follow(s, m, func(next *pharmacy.State) bool {
		most = max(most, p.Choices(next))
		return true
	})
	return most
}

// Best is the move of whoever moves next: of the seat, one that keeps it sure in the fewest
// choices; of the others, the one that leaves it the most.
func (p *Proof) Best(s *pharmacy.State) engine.Move {
	seat := p.Mover(s)
	var buf [engine.MaxMoves]engine.Move
	var best engine.Move
	n := -1
	for _, m := range s.AppendMoves(buf[:0], seat) {
		if seat == p.Seat {
			if held, err := p.Holds(s, m); err != nil || !held {
				continue
			}
		}
		if c := p.after(s, m); n < 0 || seat == p.Seat && c < n || seat != p.Seat && c > n {
			best, n = m, c
		}
	}
	return best
}
