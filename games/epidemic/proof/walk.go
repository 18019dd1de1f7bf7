package proof

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

// Walk visits all positions that the actions of a turn can reach without revealing hidden cards, so that
// every result is certain. It plays no events, because each could be played in a hundred ways at every step.
type Walk struct {
	Skip  [256]bool // verbs not to try, because they end the turn or postpone a question
	most  int       // the number of positions after which the walk gives up
	seen  map[[3]uint64]bool
	path  []engine.Move
	lists [MaxPath][]engine.Move
	deep  [MaxPath]epidemic.State
	// visit is called with every position where the turn can end, and the moves that lead there.
	visit func(s *epidemic.State, path []engine.Move)
	// Hopeless reports whether a position cannot lead to the goal of the search, so that the walk skips it.
	// If it is nil, the walk visits every position.
	Hopeless func(s *epidemic.State) bool
	full     bool // the walk has reached its limit of positions
	turn     uint16
}

// MaxPath is the maximum number of moves on a path.
const MaxPath = 40

// NewWalk returns a Walk for the turns of one table. It gives up after the given number of positions.
func NewWalk(r *epidemic.Rules, most int) *Walk {
	w := &Walk{most: most}
	for _, name := range []string{"draw", "waive", "pass", "refuse", "rest"} {
		if v, ok := r.Vocabulary().Verb(name); ok {
			w.Skip[v] = true
		}
	}
	for i, v := range r.Verbs() {
		if r.EventOf(v) != "" {
			w.Skip[i] = true
		}
	}
	return w
}

// From walks from a position, and reports whether it has visited all reachable positions.
func (w *Walk) From(s *epidemic.State, visit func(*epidemic.State, []engine.Move)) bool {
	w.seen, w.path, w.visit, w.full, w.turn = map[[3]uint64]bool{}, w.path[:0], visit, false, s.Turn
	w.step(s)
	return !w.full
}

func (w *Walk) step(s *epidemic.State) {
	if s.Turn != w.turn || len(w.path) >= MaxPath || w.full {
		return
	}
	asked := s.Decision().Owing()
	if s.End != epidemic.Running || s.Asking() == epidemic.QuestionAction {
		a, b, c := s.Key()
		k := [3]uint64{a, b, c}
		if w.seen[k] {
			return
		}
		if w.full = len(w.seen) >= w.most; w.full {
			return
		}
		w.seen[k] = true
		w.visit(s, w.path)
		if s.End != epidemic.Running || w.Hopeless != nil && w.Hopeless(s) {
			return
		}
		asked = s.Decision().Asked()
	}
	depth := len(w.path)
	list := w.lists[depth][:0]
	for seat := range asked.Each {
		list = s.AppendMoves(list, seat)
	}
	w.lists[depth] = list
	for _, m := range list {
		if w.Skip[m.Verb] {
			continue
		}
		x := &w.deep[depth]
		*x = *s
		if effect := x.Play(m, nil); !effect.Free() && x.End == epidemic.Running {
			continue
		}
		w.path = append(w.path[:depth], m)
		w.step(x)
	}
	w.path = w.path[:depth]
}
