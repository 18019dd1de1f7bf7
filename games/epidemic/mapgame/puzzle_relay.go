package mapgame

import (
	"slices"

	"theriac/ai/puzzle"
	"theriac/engine"
	"theriac/games/epidemic"
)

// second is the second turn of a relay: what the next seat's turn can do with what the first
// one leaves. As no event is in any hand, what is drawn between can spoil a win only by losing
// the game: it moves no pawn, and whoever draws can keep the cards that they held.
type second struct {
	walk  *walk
	wins  map[uint64]win // by hands, pawns, stations and cures
	walks int            // turns gone through
}

// win is the shortest way to win in a turn, none if there is none.
type win struct {
	moves []engine.Move
	left  uint8
	alone bool // the seat can do it with its own pawn and cards
}

func newSecond(r *epidemic.Rules) *second {
	n := &second{walk: newWalk(r, maxPositions), wins: map[uint64]win{}}
	n.walk.hopeless = func(s *epidemic.State) bool { return short(s) > int(s.Actions) }
	return n
}

// short is how many actions a win takes at least: each cure, each card that it lacks, and a
// station.
func short(s *epidemic.State) (n int) {
	for d := range s.Rules().Diseases {
		if d := epidemic.Disease(d); !s.IsCured(d) {
			n += 1 + max(0, s.CureNeed(s.Active, d).Cards-count(s.Hand(s.Active).Cities()&s.Rules().Counting(d)))
		}
	}
	if s.StationsFor(s.Active)>>s.Pawns[s.Active]&1 == 0 {
		n++
	}
	return n
}

// win looks for a win in the turn after this one, as if nothing were drawn.
func (n *second) win(s *epidemic.State) win {
	_, k, _ := s.Key()
	if w, done := n.wins[k]; done {
		return w
	}
	var best win
	if x := *s; x.PassOn() && short(&x) <= int(x.Actions) {
		start := x
		n.walks++
		n.walk.from(&x, func(end *epidemic.State, path []engine.Move) {
			if !end.End.Wins() {
				return
			}
			best.alone = best.alone || !together(&start, end)
			if best.moves == nil || end.Actions > best.left || end.Actions == best.left && len(path) < len(best.moves) {
				best.moves, best.left = slices.Clone(path), end.Actions
			}
		})
	}
	n.wins[k] = best
	return best
}

// wins reports whether moves can be made and win.
func wins(s *epidemic.State, moves []engine.Move) bool {
	x := *s
	for _, m := range moves {
		if x.End != epidemic.Running || !slices.Contains(x.AppendMoves(nil, m.Seat), m) {
			return false
		}
		x.Play(m, nil)
	}
	return x.End.Wins()
}

// near reports whether the hands hold the cards of all cures that are missing.
func near(s *epidemic.State) bool {
	r := s.Rules()
	for d := range r.Diseases {
		d := epidemic.Disease(d)
		if s.IsCured(d) {
			continue
		}
		held, need := 0, maxPath
		for seat := range engine.Seat(r.Holders) {
			held += count(s.Hand(seat).Cities() & r.Counting(d))
			need = min(need, s.CureNeed(seat, d).Cards)
		}
		if held < need {
			return false
		}
	}
	return s.End == epidemic.Running
}

// relays reports whether a relay can be asked for at the beginning of a turn: some plan solves
// it, and not the turn that ends at once.
func (o *orders) relays(s *epidemic.State) bool {
	if !near(s) || events(s) {
		return false
	}
	o = newQuestion(kindRelay, s, o).orders
	n := newSecond(s.Rules())
	if n.win(s).moves != nil {
		return false
	}
	if !o.lasts(s) {
		return false
	}
	w := newWalk(s.Rules(), maxPositions)
	if treat, ok := s.Rules().Vocabulary().Verb("treat"); ok {
		w.skip[treat] = true
	}
	solved := false
	w.hopeless = func(*epidemic.State) bool { return solved || n.walks > maxWalks }
	w.from(s, func(end *epidemic.State, _ []engine.Move) {
		solved = solved || n.walks <= maxWalks && end.End == epidemic.Running && n.win(end).moves != nil
	})
	return solved
}

// lasts reports whether the game goes on whatever is drawn if the turn ends at once.
func (o *orders) lasts(s *epidemic.State) bool {
	held, ok := o.holds(s, func(end *epidemic.State) bool { return end.End == epidemic.Running })
	return held && ok
}

const (
	maxWalks   = 1000 // walks through the next turn that look for a first plan
	wanders    = 30   // other ways on from a position
	wanderLong = 3    // turns of each
)

// wander looks for relays where the game could have gone on from a turn by chance: the same cards
// lie elsewhere, and the pawns stand elsewhere. Bots seldom leave the last cure to two turns.
func (f *finder) wander(s *epidemic.State) {
	prefix, o := f.prefix, newQuestion(kindRelay, s, nil).orders
	if !near(s) || !o.lasts(s) {
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

// stray plays a turn by chance, with whatever events there are, and says whether the hands
// still hold what the cures take.
func (f *finder) stray(s *epidemic.State, o *orders, chance *engine.Rand) bool {
	note := func(m engine.Move) { f.prefix = append(f.prefix, puzzle.MoveText(f.rules.Vocabulary(), m)) }
	for tries := 0; tries < maxPath && s.End == epidemic.Running; tries++ {
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
			} else if m.Verb == o.draw {
				continue
			}
		}
		x := *s
		if x.Play(m, nil); !near(&x) {
			continue
		}
		if _, simple := o.known(&x); asking && !simple {
			continue
		}
		*s = x
		note(m)
	}
	if s.End != epidemic.Running || s.Asking() != epidemic.QuestionAction {
		return false
	}
	o.draws(s, note)
	return near(s)
}

// events reports whether somebody holds an event, or can take one up in these turns: a relay
// does without.
func events(s *epidemic.State) bool {
	for seat := range engine.Seat(s.Rules().Holders) {
		if s.Hand(seat).Len() > count(s.Hand(seat).Cities()) || s.Stash[seat] != epidemic.NoCard {
			return true
		}
	}
	store, can := s.Rules().Vocabulary().Verb("store")
	stores := func(m engine.Move) bool { return can && m.Verb == store }
	next := *s
	return slices.ContainsFunc(s.AppendMoves(nil, s.Active), stores) ||
		next.PassOn() && slices.ContainsFunc(next.AppendMoves(nil, next.Active), stores)
}
