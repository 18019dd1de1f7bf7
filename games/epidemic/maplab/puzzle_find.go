package maplab

import (
	"fmt"
	"math/bits"
	"slices"

	"theriac/ai"
	"theriac/ai/puzzle"
	"theriac/bots"
	"theriac/engine"
	"theriac/games/epidemic"
	"theriac/games/epidemic/proof"
	"theriac/internal/sim"
)

// A position makes a puzzle only within these limits.
const (
	maxShare   = 0.06 // the largest share of all plans that may solve the puzzle
	minActions = 2    // the smallest number of actions in the shortest plan
	perGame    = 4    // the largest number of puzzles from one game
	maxSafe    = 150  // the most solutions of a puzzle about the cards drawn after the actions
)

// findPuzzles searches a bot's games for puzzles. Each game has its own deal.
func findPuzzles(g *epidemic.Ruleset, c sim.Config) ([]puzzle.Puzzle, error) {
	level, err := bots.Named(c.Bot)
	if err != nil {
		return nil, err
	}
	return sim.Gather(c, func() func(i int) ([]puzzle.Puzzle, error) {
		f := &finder{Config: c, game: g, bot: level.New()}
		return f.play
	})
}

// finder plays some of the games and searches them for puzzles.
type finder struct {
	sim.Config
	game *epidemic.Ruleset
	bot  ai.Player

	// The following fields belong to the current game.
	header engine.Header
	rules  *epidemic.Rules
	prefix []string
	kept   []puzzle.Puzzle
}

// play plays game i and examines the position at the beginning of every turn.
func (f *finder) play(i int) ([]puzzle.Puzzle, error) {
	f.header = f.Numbered(i, 2)
	s, err := f.game.New(f.header)
	if err != nil {
		return nil, err
	}
	at, _ := engine.At[epidemic.State](s)
	f.rules, f.prefix, f.kept = at.Rules(), nil, nil
	everybody := engine.AllSeats(f.rules.Players)
	var memo []byte
	turn := uint16(0)
	for !s.Decision().Over {
		at, _ = engine.At[epidemic.State](s)
		if at.Asking() == epidemic.QuestionAction && at.Turn != turn {
			turn = at.Turn
			f.examine(at)
			if f.Kind == proof.KindRelay {
				f.wander(at)
			}
		}
		m := answer(f.bot, s, everybody, f.header.Seed.Number<<12+uint64(len(f.prefix)), &memo)
		f.prefix = append(f.prefix, puzzle.MoveText(s.Vocabulary(), m))
		if _, _, err := s.Play(m); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(f.kept, func(a, b puzzle.Puzzle) int { return b.Grade - a.Grade })
	f.kept = f.kept[:min(perGame, len(f.kept))]
	slices.SortStableFunc(f.kept, func(a, b puzzle.Puzzle) int { return len(a.Prefix) - len(b.Prefix) })
	return f.kept, nil
}

// answer returns the move of a player that plays all seats.
func answer(p ai.Player, s engine.Session, seats engine.Seats, seed uint64, memo *[]byte) engine.Move {
	var list []engine.Move
	for seat := range seats.Each {
		list = s.AppendMoves(list, seat)
	}
	a := p.Choose(&ai.Question{Seats: seats, View: s.View(seats), Moves: list, Owing: s.Decision().Owing(), Seed: seed, Memo: *memo})
	*memo = a.Memo
	return a.Move
}

// asked is a question about a position, and what a walk through all plans of the turn found.
type asked struct {
	proof.Question
	ends    map[[2]uint64]bool // the final positions of plans that solve the question
	plan    []engine.Move
	left    int // the number of actions that the plan leaves unused
	unclear bool
}

// examine tries possible questions at a position and keeps those that make puzzles.
func (f *finder) examine(s *epidemic.State) {
	questions := f.questions(s)
	if len(questions) == 0 {
		return
	}
	ends := map[[2]uint64]bool{}
	whole := proof.NewWalk(f.rules, proof.MaxPositions).From(s, func(end *epidemic.State, path []engine.Move) {
		a, b, _ := end.Key()
		k := [2]uint64{a, b}
		isNew := !ends[k]
		ends[k] = true
		for _, q := range questions {
			if q.unclear {
				continue
			}
			if isNew {
				solved, ok := q.Solved(end)
				if !ok || q.Drawn() && end.End.Wins() { // if the turn can win the game, the puzzle should ask for the win
					q.unclear = true
				}
				if solved && !q.Together(end) { // merely walking to a station is not a puzzle
					q.unclear = true
				}
				if solved {
					q.ends[k] = true
					q.unclear = q.unclear || q.Drawn() && len(q.ends) > maxSafe
				}
			}
			if q.ends[k] && (q.plan == nil || int(end.Actions) > q.left || int(end.Actions) == q.left && len(path) < len(q.plan)) {
				q.plan, q.left = slices.Clone(path), int(end.Actions)
			}
		}
	})
	if !whole {
		return
	}
	for _, q := range questions {
		if q.unclear || len(q.ends) == 0 || float64(len(q.ends)) > maxShare*float64(len(ends)) {
			continue
		}
		p := puzzle.Puzzle{
			ID:   fmt.Sprintf("%s-%d-%d-%s", f.rules.Game, f.header.Seed.Number, s.Turn, q.Kind),
			Game: f.rules.Game, Revision: f.header.Revision, Settings: f.header.Settings, Deal: f.header.Seed.Number,
			Prefix: slices.Clone(f.prefix), Kind: q.Kind,
		}
		p.Plans, p.Solving, p.Actions = len(ends), len(q.ends), int(s.Actions)-q.left
		if q.Kind != proof.KindRelay && p.Actions < minActions && !slices.ContainsFunc(q.plan, func(m engine.Move) bool { return m.Seat != s.Active }) {
			continue
		}
		for _, m := range q.plan {
			p.Plan = append(p.Plan, puzzle.MoveText(f.rules.Vocabulary(), m))
		}
		if q.Drawn() {
			end := *s
			for _, m := range q.plan {
				end.Play(m, nil)
			}
			q.Forget()
			if held, ok := q.Solved(&end); !held || !ok {
				continue
			}
			p.Orders = q.N
			moves, ok := finish(q, &end)
			if !ok {
				continue
			}
			for _, m := range moves {
				p.Plan = append(p.Plan, puzzle.MoveText(f.rules.Vocabulary(), m))
			}
			q.plan = append(q.plan, moves...)
			if q.Kind == proof.KindRelay {
				p.Actions += int(f.rules.Numbers.Actions) - int(q.Win(&end).Left)
			}
		}
		p.Ideas = ideas(s, q.plan)
		p.Grade = grade(&q.Question, &p.Proof)
		if !slices.ContainsFunc(f.kept, func(k puzzle.Puzzle) bool { return k.ID == p.ID }) {
			f.kept = append(f.kept, p)
		}
	}
}

// questions returns the questions worth asking at a position.
func (f *finder) questions(s *epidemic.State) (list []*asked) {
	o := proof.NewOrders(f.rules)
	add := func(kind string) {
		if f.Kind == "" || f.Kind == kind {
			list = append(list, &asked{Question: proof.Ask(kind, s, o), ends: map[[2]uint64]bool{}, left: -1})
		}
	}
	if f.Kind == proof.KindRelay { // relays (puzzles over two turns) take longer, so separate runs search for them
		if o.Relays(s) {
			add(proof.KindRelay)
		}
		return list
	}
	missing, near := 0, 0
	for d := range f.rules.Diseases {
		if s.IsCured(epidemic.Disease(d)) {
			continue
		}
		missing++
		counting, most, sum := f.rules.Counting(epidemic.Disease(d)), 0, 0
		for seat := range engine.Seat(f.rules.Holders) {
			n := bits.OnesCount64(s.Hand(seat).Cities() & counting)
			sum += n
			if seat == s.Active {
				most = n
			}
		}
		if most >= 3 && sum >= 4 {
			near++
		}
	}
	switch {
	case near > 0 && near == missing:
		add(proof.KindWin)
	case near > 0:
		add(proof.KindCure)
	}
	if s.EpidemicOdds(f.rules.TurnDraws()) == 0 {
		q := proof.Question{Kind: proof.KindOutbreak, Start: *s, Orders: o}
		if held, ok := q.Solved(s); ok && !held {
			chain := proof.Question{Kind: proof.KindChain, Start: *s, Orders: o}
			if f.breaks(&chain, s) > 1 {
				add(proof.KindChain)
			} else {
				add(proof.KindOutbreak)
			}
		}
	}
	if f.endangered(s) {
		q := proof.Question{Kind: proof.KindSurvive, Start: *s, Orders: o}
		if held, ok := q.Solved(s); ok && !held {
			add(proof.KindSurvive)
		}
	}
	return list
}

// endangered reports whether the game could be lost soon, because there have been many outbreaks or few cubes
// are left.
func (f *finder) endangered(s *epidemic.State) bool {
	for d := range f.rules.Diseases {
		if s.Supply[d] <= 5 && !s.IsEradicated(epidemic.Disease(d)) {
			return true
		}
	}
	return s.Outbreaks >= 5
}

// breaks returns how many outbreaks the worst order of the decks would cause if the turn ended now.
func (f *finder) breaks(q *proof.Question, s *epidemic.State) int {
	worst := 0
	q.Holds(s, func(end *epidemic.State) bool {
		worst = max(worst, int(end.Outbreaks)-int(s.Outbreaks))
		return worst < 2
	})
	q.Forget()
	return worst
}

// finish ends the turn with the cards in their real order. For a puzzle over two turns, it also plays the
// second turn. It fails if a seat is asked about an event, because solutions show no events.
func finish(q *asked, end *epidemic.State) (moves []engine.Move, ok bool) {
	if q.Kind != proof.KindRelay {
		return []engine.Move{{Seat: end.Active, Verb: q.Draw}}, true
	}
	w, s := q.Win(end), *end
	ok = true
	q.Draws(&s, func(m engine.Move) {
		ok = ok && (m.Verb == q.Draw || m.Verb == q.Discard)
		moves = append(moves, m)
	})
	return append(moves, w.Moves...), ok && proof.Wins(&s, w.Moves)
}

// ideas returns the number of ideas in a plan. Driving is not an idea, and treating in two cities counts as
// two.
func ideas(s *epidemic.State, plan []engine.Move) int {
	type idea struct {
		verb string
		at   epidemic.City
	}
	at, had := *s, map[idea]bool{}
	for _, m := range plan {
		if at.Asking() == epidemic.QuestionAction {
			switch x := (idea{verb: at.Rules().Verbs()[m.Verb].Name}); x.verb {
			case "drive", "draw":
			case "treat":
				x.at = at.Pawns[m.Seat]
				had[x] = true
			default:
				had[x] = true
			}
		}
		at.Play(m, nil)
	}
	return len(had)
}

// grade returns the difficulty of a puzzle: the number of its ideas, not counting the cure that the puzzle
// asks for.
func grade(q *proof.Question, p *puzzle.Proof) int {
	g := p.Ideas
	if !q.Drawn() || q.Kind == proof.KindRelay {
		g--
	}
	return min(max(g, 1), puzzle.Grades)
}
