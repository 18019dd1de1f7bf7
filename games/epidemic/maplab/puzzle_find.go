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

// What a question has to be to become a puzzle.
const (
	maxShare   = 0.06 // of the plans that may solve it
	minActions = 2    // that the shortest plan takes
	perGame    = 4    // puzzles of one game
	maxSafe    = 150  // plans that may solve a question about what is drawn
)

// findPuzzles looks for puzzles in games of a bot, each with an open deal of its own.
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

// finder looks through some of the games.
type finder struct {
	sim.Config
	game *epidemic.Ruleset
	bot  ai.Player

	// Of the game that is being played:
	header engine.Header
	rules  *epidemic.Rules
	prefix []string
	kept   []puzzle.Puzzle
}

// play plays the i-th game and looks at the beginning of every turn.
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

// answer asks a player who holds all seats.
func answer(p ai.Player, s engine.Session, seats engine.Seats, seed uint64, memo *[]byte) engine.Move {
	var list []engine.Move
	for seat := range seats.Each {
		list = s.AppendMoves(list, seat)
	}
	a := p.Choose(&ai.Question{Seats: seats, View: s.View(seats), Moves: list, Owing: s.Decision().Owing(), Seed: seed, Memo: *memo})
	*memo = a.Memo
	return a.Move
}

// asked is a question with what a walk through the plans finds about it.
type asked struct {
	proof.Question
	ends    map[[2]uint64]bool // those that solve it
	plan    []engine.Move
	left    int // actions that the plan leaves
	unclear bool
}

// examine asks the questions of a position and keeps those that make puzzles.
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
				if !ok || q.Drawn() && end.End.Wins() { // a turn that can win asks for that
					q.unclear = true
				}
				if solved && !q.Together(end) { // to walk to a station is no puzzle
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

// questions are those that are worth asking at a position.
func (f *finder) questions(s *epidemic.State) (list []*asked) {
	o := proof.NewOrders(f.rules)
	add := func(kind string) {
		if f.Kind == "" || f.Kind == kind {
			list = append(list, &asked{Question: proof.Ask(kind, s, o), ends: map[[2]uint64]bool{}, left: -1})
		}
	}
	if f.Kind == proof.KindRelay { // these take longer, and are looked for alone
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

// endangered says that the game could be near its end: many outbreaks, or few cubes.
func (f *finder) endangered(s *epidemic.State) bool {
	for d := range f.rules.Diseases {
		if s.Supply[d] <= 5 && !s.IsEradicated(epidemic.Disease(d)) {
			return true
		}
	}
	return s.Outbreaks >= 5
}

// breaks is how many outbreaks the worst order would bring if the turn ended at once.
func (f *finder) breaks(q *proof.Question, s *epidemic.State) int {
	worst := 0
	q.Holds(s, func(end *epidemic.State) bool {
		worst = max(worst, int(end.Outbreaks)-int(s.Outbreaks))
		return worst < 2
	})
	q.Forget()
	return worst
}

// finish is the end of a turn and, of a relay, the whole next one, as the cards lie. It fails
// if somebody is asked for an event: a plan that is shown has none of that.
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

// ideas counts the different things that a plan does. To drive is no idea; to treat in two
// cities is two.
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

// grade is how hard a puzzle is: as many grades as it has ideas. The cure that is asked for is
// none.
func grade(q *proof.Question, p *puzzle.Proof) int {
	g := p.Ideas
	if !q.Drawn() || q.Kind == proof.KindRelay {
		g--
	}
	return min(max(g, 1), puzzle.Grades)
}
