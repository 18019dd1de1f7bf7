package mapgame

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

// walk goes through all positions to which the actions of a turn can lead, by moves that
// tell nobody anything: what they lead to is certain. Event cards stay in hand: each could be
// played in a hundred ways at every step.
type walk struct {
	skip  [256]bool // the verbs that end the turn, or put off what is asked
	most  int       // positions, after which the walk gives up
	seen  map[[3]uint64]bool
	path  []engine.Move
	lists [maxPath][]engine.Move
	deep  [maxPath]epidemic.State
	// visit sees every position in which the turn can end, and the moves that lead to it.
	visit func(s *epidemic.State, path []engine.Move)
	// hopeless reports whether nothing that is looked for can come of a position; nil: never.
	hopeless func(s *epidemic.State) bool
	full     bool // it gave up
	turn     uint16
}

const maxPath = 40

func newWalk(r *epidemic.Rules, most int) *walk {
	w := &walk{most: most}
	for _, name := range []string{"draw", "waive", "pass", "refuse", "rest"} {
		if v, ok := r.Vocabulary().Verb(name); ok {
			w.skip[v] = true
		}
	}
	for i, v := range r.Verbs() {
		if r.EventOf(v) != "" {
			w.skip[i] = true
		}
	}
	return w
}

// from walks from a position, and says whether it saw all that can come.
func (w *walk) from(s *epidemic.State, visit func(*epidemic.State, []engine.Move)) bool {
	w.seen, w.path, w.visit, w.full, w.turn = map[[3]uint64]bool{}, w.path[:0], visit, false, s.Turn
	w.step(s)
	return !w.full
}

func (w *walk) step(s *epidemic.State) {
	if s.Turn != w.turn || len(w.path) >= maxPath || w.full {
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
		if s.End != epidemic.Running || w.hopeless != nil && w.hopeless(s) {
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
		if w.skip[m.Verb] {
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
