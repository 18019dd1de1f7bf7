package proof

import (
	"math/bits"
	"slices"

	"theriac/engine"
	"theriac/games/epidemic"
)

// second searches the second turn of a relay (a puzzle over two turns) for wins. No hand holds an event, and
// the draw between the turns moves no pawn. The seat that draws can keep its old cards. So the draw can
// prevent a win only by ending the game.
type second struct {
	walk  *Walk
	wins  map[uint64]Win // results, keyed by hands, pawns, stations and cures
	walks int            // the number of turns searched
}

// Win is the shortest way to win within one turn. The zero value means that there is none.
type Win struct {
	Moves []engine.Move
	Left  uint8 // the actions left over
	Alone bool  // the seat uses only its own pawn and cards
}

func newSecond(r *epidemic.Rules) *second {
	n := &second{walk: NewWalk(r, MaxPositions), wins: map[uint64]Win{}}
	n.walk.Hopeless = func(s *epidemic.State) bool { return short(s) > int(s.Actions) }
	return n
}

// short returns a lower bound for the number of actions up to a win: one for each cure, for each missing
// card, and for a station.
func short(s *epidemic.State) (n int) {
	for d := range s.Rules().Diseases {
		if d := epidemic.Disease(d); !s.IsCured(d) {
			n += 1 + max(0, s.CureNeed(s.Active, d).Cards-bits.OnesCount64(s.Hand(s.Active).Cities()&s.Rules().Counting(d)))
		}
	}
	if s.StationsFor(s.Active)>>s.Pawns[s.Active]&1 == 0 {
		n++
	}
	return n
}

// Win searches for a win in the next turn, as if no cards were drawn before it.
func (n *second) Win(s *epidemic.State) Win {
	_, k, _ := s.Key()
	if w, done := n.wins[k]; done {
		return w
	}
	var best Win
	if x := *s; x.PassOn() && short(&x) <= int(x.Actions) {
		start := x
		n.walks++
		n.walk.From(&x, func(end *epidemic.State, path []engine.Move) {
			if !end.End.Wins() {
				return
			}
			best.Alone = best.Alone || !together(&start, end)
			if best.Moves == nil || end.Actions > best.Left || end.Actions == best.Left && len(path) < len(best.Moves) {
				best.Moves, best.Left = slices.Clone(path), end.Actions
			}
		})
	}
	n.wins[k] = best
	return best
}

// Wins reports whether the moves are legal in sequence and win the game.
func Wins(s *epidemic.State, moves []engine.Move) bool {
	x := *s
	for _, m := range moves {
		if x.End != epidemic.Running || !slices.Contains(x.AppendMoves(nil, m.Seat), m) {
			return false
		}
		x.Play(m, nil)
	}
	return x.End.Wins()
}

// Near reports whether the hands together hold the cards for all missing cures.
func Near(s *epidemic.State) bool {
	r := s.Rules()
	for d := range r.Diseases {
		d := epidemic.Disease(d)
		if s.IsCured(d) {
			continue
		}
		held, need := 0, MaxPath
		for seat := range engine.Seat(r.Holders) {
			held += bits.OnesCount64(s.Hand(seat).Cities() & r.Counting(d))
			need = min(need, s.CureNeed(seat, d).Cards)
		}
		if held < need {
			return false
		}
	}
	return s.End == epidemic.Running
}

// Relays reports whether a position at the start of a turn makes a relay (a puzzle over two turns): some plan
// solves it, but ending the turn immediately does not.
func (o *Orders) Relays(s *epidemic.State) bool {
	if !Near(s) || events(s) {
		return false
	}
	o = Ask(KindRelay, s, o).Orders
	n := newSecond(s.Rules())
	if n.Win(s).Moves != nil {
		return false
	}
	if !o.Lasts(s) {
		return false
	}
	w := NewWalk(s.Rules(), MaxPositions)
	if treat, ok := s.Rules().Vocabulary().Verb("treat"); ok {
		w.Skip[treat] = true
	}
	solved := false
	w.Hopeless = func(*epidemic.State) bool { return solved || n.walks > maxWalks }
	w.From(s, func(end *epidemic.State, _ []engine.Move) {
		solved = solved || n.walks <= maxWalks && end.End == epidemic.Running && n.Win(end).Moves != nil
	})
	return solved
}

// Lasts reports whether no draw can end the game if the turn ends immediately.
func (o *Orders) Lasts(s *epidemic.State) bool {
	held, ok := o.Holds(s, func(end *epidemic.State) bool { return end.End == epidemic.Running })
	return held && ok
}

// maxWalks limits how many second turns are searched for a first solution.
const maxWalks = 1000

// events reports whether a seat holds an event, or can get one in these two turns. Relays must not involve
// events.
func events(s *epidemic.State) bool {
	for seat := range engine.Seat(s.Rules().Holders) {
		if s.Hand(seat).Len() > bits.OnesCount64(s.Hand(seat).Cities()) || s.Stash[seat] != epidemic.NoCard {
			return true
		}
	}
	store, can := s.Rules().Vocabulary().Verb("store")
	stores := func(m engine.Move) bool { return can && m.Verb == store }
	next := *s
	return slices.ContainsFunc(s.AppendMoves(nil, s.Active), stores) ||
		next.PassOn() && slices.ContainsFunc(next.AppendMoves(nil, next.Active), stores)
}

// together reports whether a turn used more than the active seat's own pawn and cards: a card of another
// hand, a station, or the pawn of another seat.
func together(start, end *epidemic.State) bool {
	if start.Stations != end.Stations {
		return true
	}
	for seat := range engine.Seat(start.Rules().Holders) {
		if seat != start.Active && (start.Pawns[seat] != end.Pawns[seat] || start.Hand(seat) != end.Hand(seat)) {
			return true
		}
	}
	return false
}

// Together reports whether the plan that led to end used more than its seat's own pawn and cards. In a relay
// (a puzzle over two turns), at least one turn must have done so.
func (q *Question) Together(end *epidemic.State) bool {
	switch {
	case q.Kind == KindRelay:
		return together(&q.Start, end) || !q.Win(end).Alone
	case q.Drawn():
		return true
	}
	return together(&q.Start, end)
}

// MaxPositions is the maximum number of positions that a search visits within one turn.
const MaxPositions = 30000
