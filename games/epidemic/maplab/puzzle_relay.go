package maplab

import (
	"slices"

	"theriac/ai/puzzle"
	"theriac/engine"
	"theriac/games/epidemic"
	"theriac/games/epidemic/proof"
)

const (
	wanders    = 30 // number of random continuations of a position
	wanderLong = 3  // turns in each continuation
)

// wander searches random continuations of a turn for relays (puzzles over two turns). Bots' own games have
// few, since bots seldom need two turns for the last cure. In random continuations, cards and pawns end up
// elsewhere.
func (f *finder) wander(s *epidemic.State) {
	prefix, o := f.prefix, proof.Ask(proof.KindRelay, s, nil).Orders
	if !proof.Near(s) || !o.Lasts(s) {
		return
	}
	chance, _ := engine.NumberedSeed(f.header.Seed.Number<<12 + uint64(s.Turn)).Rand()
	for range wanders {
		x := *s
		f.prefix = slices.Clone(prefix)
		for range wanderLong {
			if !f.stray(&x, o, &chance) {
				break
			}
			if before := len(f.kept); x.Asking() == epidemic.QuestionAction {
				if f.examine(&x); len(f.kept) > before {
					break
				}
			}
		}
		if len(f.kept) >= perGame {
			break
		}
	}
	f.prefix = prefix
}

// stray plays a turn at random, including events. It reports whether the hands still hold the cards for every
// cure.
func (f *finder) stray(s *epidemic.State, o *proof.Orders, chance *engine.Rand) bool {
	note := func(m engine.Move) { f.prefix = append(f.prefix, puzzle.MoveText(f.rules.Vocabulary(), m)) }
	for tries := 0; tries < proof.MaxPath && s.End == epidemic.Running; tries++ {
		asking := s.Asking() == epidemic.QuestionAction
		if asking && s.Actions == 0 {
			break
		}
		list := s.AppendMoves(nil, s.Decision().Owing().First())
		m := list[chance.N(len(list))]
		if asking {
			played := slices.DeleteFunc(slices.Clone(list), func(m engine.Move) bool { return f.rules.EventOf(f.rules.Verbs()[m.Verb]) == "" })
			if len(played) > 0 && chance.N(2) == 0 {
				m = played[chance.N(len(played))]
			} else if m.Verb == o.Draw {
				continue
			}
		}
		x := *s
		if x.Play(m, nil); !proof.Near(&x) {
			continue
		}
		if asking && !o.Simple(&x) {
			continue
		}
		*s = x
		note(m)
	}
	if s.End != epidemic.Running || s.Asking() != epidemic.QuestionAction {
		return false
	}
	o.Draws(s, note)
	return proof.Near(s)
}
