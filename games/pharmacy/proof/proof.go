// Package proof determines whether a move of the card game solves a puzzle. The move must do so no matter what
// the other seats do and which cards are face down.
//
// It deliberately does not search for puzzles.
package proof

import (
	"errors"

	"theriac/engine"
	"theriac/games/pharmacy"
)

// These are the kinds of questions. Each asks a seat for a certain result at the end of the turn, whatever the
// others do and whatever cards are face down.
const (
	KindPoints = "points" // the seat would have a given number of points if the round ended then
	KindSafe   = "safe"   // the seat is not in intensive care
	KindCare   = "care"   // another seat is in intensive care, and this seat is not
	KindLast   = "last"   // the game is over, and the seat alone has won
)

// errTooLarge means that proving a question would take too many positions.
var errTooLarge = errors.New("pharmacy: a puzzle with too many positions")

// Proof searches all positions that can follow from a question until the end of the turn. The asked seat has to
// find a move that makes the result certain, whatever the others do and whatever risk card is face down.
type Proof struct {
	Kind  string
	Least int // the number of points that KindPoints asks for
	Seat  engine.Seat
	start pharmacy.State
	Faces []pharmacy.Card // the possible faces of the card that is face down at the start
	Most  int             // the largest number of positions to search; 0 for no limit
	known map[place]bool  // for each position, whether the result is certain
	hard  map[place]int   // for each position with a certain result, the number of choices that the seat still has to make correctly
}

// place is the part of a position on which the rest of the turn depends.
type place struct {
	pharmacy.Public
	face pharmacy.Card
}

// New returns a proof, not yet searched, of a question at a position.
func New(s *pharmacy.State, kind string, least int) *Proof {
	p := &Proof{Kind: kind, Least: least, Seat: s.Decision().Owing().First(), start: *s, known: map[place]bool{}, hard: map[place]int{}}
	v := s.Knows(engine.SeatsOf(p.Seat))
	if s.Travel.Risk {
		p.Faces = v.CouldLie()
	}
	return p
}

// Over reports whether the turn is over.
func (p *Proof) Over(s *pharmacy.State) bool { return s.Over || s.Turn != p.start.Turn }

// Good reports whether a position at the end of the turn has the result that the question asks for.
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

// PointsOf returns the seat's points at the end of the turn: pills less sickness, or the points lost in
// intensive care. It leaves out guesses, which are settled only when the round ends.
func (p *Proof) PointsOf(s *pharmacy.State) int {
	if s.Over || s.Round != p.start.Round {
		t := s.Sheet[p.start.Round-1][p.Seat]
		t.Won, t.Lost = 0, 0
		return t.Points()
	}
	return s.Pills[p.Seat].Value() - s.Sickness(p.Seat)
}

// Mover returns the seat that moves next. If several seats are asked together, the seat of the question moves
// first, because it does not know what the others will do.
func (p *Proof) Mover(s *pharmacy.State) engine.Seat {
	if s.Asked.Has(p.Seat) {
		return p.Seat
	}
	return s.Asked.First()
}

// place returns the part of a position that identifies it in the maps of known results.
func (p *Proof) place(s *pharmacy.State) place {
	at := place{Public: s.Public, face: pharmacy.NoCard}
	at.Serial = 0 // the number of a question has no effect on the rest of the turn
	if s.Travel.Risk && s.Travel.Owner == p.Seat {
		at.face = s.Knows(engine.SeatsOf(p.Seat)).Face
	}
	return at
}

// Follow calls f with each position to which a move can lead, until f returns false. There are several if the
// move turns over a card that the seat of the question does not know.
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

// Holds reports whether the result is still certain after a move.
func (p *Proof) Holds(s *pharmacy.State, m engine.Move) (held bool, err error) {
	held = true
	p.Follow(s, m, func(next *pharmacy.State) bool {
		held, err = p.sure(next)
		return held && err == nil
	})
	return held && err == nil, err
}

// sure reports whether the result is certain from a position. It tries all moves of the seat, so that later
// calls find their results. It tries the others' moves until one prevents the result.
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

// Places returns the number of positions searched, including the first one.
func (p *Proof) Places() int { return 1 + len(p.known) }

// Choices returns how many times the seat still has to choose correctly, from a position with a certain result.
// The others are assumed to make that number as large as possible.
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

// after returns the largest number of correct choices that the seat may still have to make after a move.
func (p *Proof) after(s *pharmacy.State, m engine.Move) (most int) {
	p.Follow(s, m, func(next *pharmacy.State) bool {
		most = max(most, p.Choices(next))
		return true
	})
	return most
}

// Best returns the best next move. The seat keeps the result certain and leaves itself the fewest choices. The
// others leave it the most choices.
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
