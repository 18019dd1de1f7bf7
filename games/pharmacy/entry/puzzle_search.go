package entry

import (
	"errors"

	"theriac/engine"
	"theriac/games/pharmacy"
)

// The kinds of questions. Each is put to one seat and asks for what it can be sure of when the
// card of this turn has come to rest, whatever the others do and whatever lies face down.
const (
	kindPoints = "points" // so many points, if the round were counted then
	kindSafe   = "safe"   // not to be in intensive care
	kindCare   = "care"   // somebody else is in intensive care, and this seat is not
	kindLast   = "last"   // the game is over and won, alone
)

// errTooLarge says that a question has more positions than are gone through.
var errTooLarge = errors.New("pharmacy: a puzzle with too many positions")

// proof goes through the positions that can follow from a question until the turn is over. The
// seat that is asked has to find a move that holds; against the others every move has to, and
// every risk card that can lie face down.
type proof struct {
	kind  string
	least int // the points that are asked for
	seat  engine.Seat
	start pharmacy.State
	faces []pharmacy.Card // that the card can be which lies face down at the start
	most  int             // positions to go through; 0: as many as there are
	known map[place]bool  // whether the question can be answered from a position on
	hard  map[place]int   // how many choices are left there, if it can
}

// place is a position within a turn: all that the rest of the turn depends on.
type place struct {
	pharmacy.Public
	face pharmacy.Card
}

func newProof(s *pharmacy.State, kind string, least int) *proof {
	p := &proof{kind: kind, least: least, seat: s.Decision().Owing().First(), start: *s, known: map[place]bool{}, hard: map[place]int{}}
	v := s.Knows(engine.SeatsOf(p.seat))
	if s.Travel.Risk {
		p.faces = v.CouldLie()
	}
	return p
}

// over says that the turn is.
func (p *proof) over(s *pharmacy.State) bool { return s.Over || s.Turn != p.start.Turn }

// good says whether the end of the turn is as the question wants it.
func (p *proof) good(s *pharmacy.State) bool {
	counted := s.Over || s.Round != p.start.Round
	sheet := &s.Sheet[p.start.Round-1]
	switch p.kind {
	case kindPoints:
		return p.points(s) >= p.least
	case kindSafe:
		return !counted || !sheet[p.seat].Care
	case kindCare:
		if !counted || sheet[p.seat].Care {
			return false
		}
		for seat := range engine.Seat(s.Rules().Players) {
			if sheet[seat].Care {
				return true
			}
		}
		return false
	case kindLast:
		r, over := s.Outcome()
		return over && r.Won == engine.SeatsOf(p.seat)
	}
	return false
}

// points are pills less sickness once the turn is over, and those of intensive care there. What
// guesses bring is not known before the round ends, and left out.
func (p *proof) points(s *pharmacy.State) int {
	if s.Over || s.Round != p.start.Round {
		t := s.Sheet[p.start.Round-1][p.seat]
		t.Won, t.Lost = 0, 0
		return t.Points()
	}
	return s.Pills[p.seat].Value() - s.Sickness(p.seat)
}

// mover is who moves next: of several who are asked at once, the seat of the question, who
// then knows nothing of what the others will do.
func (p *proof) mover(s *pharmacy.State) engine.Seat {
	if s.Asked.Has(p.seat) {
		return p.seat
	}
	return s.Asked.First()
}

// place is where a position stands in what is known.
func (p *proof) place(s *pharmacy.State) place {
	at := place{Public: s.Public, face: pharmacy.NoCard}
	at.Serial = 0 // it counts questions, and changes none
	if s.Travel.Risk && s.Travel.Owner == p.seat {
		at.face = s.Knows(engine.SeatsOf(p.seat)).Face
	}
	return at
}

// follow calls f with the positions that a move can lead to: more than one where it turns over
// a card that the seat of the question does not know. f says whether to go on.
func (p *proof) follow(s *pharmacy.State, m engine.Move, f func(*pharmacy.State) bool) {
	next := *s
	next.Play(m, nil)
	hidden := s.Travel.Risk && s.Travel.Owner != p.seat && !next.Travel.Risk
	if !hidden {
		f(&next)
		return
	}
	for _, face := range p.faces {
		next = *s
		next.LayRisk(face)
		next.Play(m, nil)
		if !f(&next) {
			return
		}
	}
}

// holds says whether a move leaves the question answerable, whatever follows.
func (p *proof) holds(s *pharmacy.State, m engine.Move) (held bool, err error) {
	held = true
	p.follow(s, m, func(next *pharmacy.State) bool {
		held, err = p.sure(next)
		return held && err == nil
	})
	return held && err == nil, err
}

// sure says whether the seat can be sure of the answer from a position on. It goes through all
// of the seat's moves, so that whatever they play later is known, and through the others'
// until one spoils it.
func (p *proof) sure(s *pharmacy.State) (bool, error) {
	if p.over(s) {
		return p.good(s), nil
	}
	at := p.place(s)
	if known, ok := p.known[at]; ok {
		return known, nil
	}
	if p.most > 0 && len(p.known) >= p.most {
		return false, errTooLarge
	}
	seat := p.mover(s)
	var buf [engine.MaxMoves]engine.Move
	result := seat != p.seat
	for _, m := range s.AppendMoves(buf[:0], seat) {
		held, err := p.holds(s, m)
		if err != nil {
			return false, err
		}
		if seat == p.seat {
			result = result || held
		} else if !held {
			result = false
			break
		}
	}
	p.known[at] = result
	return result, nil
}

// choices is how often the seat has still to choose right at a position from which it can be
// sure, if the others make it as often as they can.
func (p *proof) choices(s *pharmacy.State) int {
	if p.over(s) {
		return 0
	}
	at := p.place(s)
	if n, ok := p.hard[at]; ok {
		return n
	}
	seat := p.mover(s)
	var buf [engine.MaxMoves]engine.Move
	n, chance := -1, 0
	for _, m := range s.AppendMoves(buf[:0], seat) {
		if seat == p.seat {
			if held, err := p.holds(s, m); err != nil || !held {
				chance = 1
				continue
			}
		}
		if c := p.after(s, m); n < 0 || seat == p.seat && c < n || seat != p.seat && c > n {
			n = c
		}
	}
	n = max(n, 0) + chance
	p.hard[at] = n
	return n
}

// after is how many choices are left after a move, at most.
func (p *proof) after(s *pharmacy.State, m engine.Move) (most int) {
	p.follow(s, m, func(next *pharmacy.State) bool {
		most = max(most, p.choices(next))
		return true
	})
	return most
}

// best is the move of whoever moves next: of the seat, one that keeps it sure in the fewest
// choices; of the others, the one that leaves it the most.
func (p *proof) best(s *pharmacy.State) engine.Move {
	seat := p.mover(s)
	var buf [engine.MaxMoves]engine.Move
	var best engine.Move
	n := -1
	for _, m := range s.AppendMoves(buf[:0], seat) {
		if seat == p.seat {
			if held, err := p.holds(s, m); err != nil || !held {
				continue
			}
		}
		if c := p.after(s, m); n < 0 || seat == p.seat && c < n || seat != p.seat && c > n {
			best, n = m, c
		}
	}
	return best
}
