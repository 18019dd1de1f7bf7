package maplab

import (
	"slices"

	"theriac/ai/puzzle"
	"theriac/engine"
	"theriac/games/epidemic"
	"theriac/games/epidemic/proof"
)

const (
	wanders    = 30 // other ways on from a position
	wanderLong = 3  // turns of each
)

// wander looks for relays where the game could have gone on from a turn by chance: the same cards
// lie elsewhere, and the pawns stand elsewhere. Bots seldom leave the last cure to two turns.
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

// stray plays a turn by chance, with whatever events there are, and reports whether the hands
// still hold what the cures take.
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
