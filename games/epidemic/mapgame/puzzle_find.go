package mapgame

import (
	"fmt"
	"slices"

	"theriac/ai"
	"theriac/ai/puzzle"
	"theriac/bots"
	"theriac/engine"
	"theriac/games/epidemic"
	"theriac/internal/sim"
)

// What a question has to be to become a puzzle.
const (
	maxPositions = 30000 // of a turn: more are not gone through
	maxShare     = 0.06  // of the plans that may solve it
	minActions   = 2     // that the shortest plan takes
	perGame      = 4     // puzzles of one game
	maxSafe      = 150   // plans that may solve a question about what is drawn
)

// findPuzzles looks for puzzles in games of a bot, each with an open deal of its own.
func findPuzzles(g *epidemic.Ruleset, c sim.Config) ([]puzzle.Puzzle, error) {
	level, err := bots.Named(c.Bot)
	if err != nil {
		return nil, err
	}
	c.Batch = 1
	var all []puzzle.Puzzle
	var failed error
	sim.Share(c, func() *finder {
		return &finder{Config: c, game: g, bot: level.New()}
	}, func(f *finder) {
		all = append(all, f.found...)
		if f.err != nil {
			failed = f.err
		}
	})
	slices.SortStableFunc(all, func(a, b puzzle.Puzzle) int { return int(a.Deal) - int(b.Deal) })
	return all, failed
}

// finder looks through some of the games.
type finder struct {
	sim.Config
	game  *epidemic.Ruleset
	bot   ai.Player
	found []puzzle.Puzzle
	err   error

	// Of the game that is being played:
	header engine.Header
	rules  *epidemic.Rules
	prefix []string
	kept   []puzzle.Puzzle
}

// Play looks through the games from..to-1.
func (f *finder) Play(from, to int) {
	for i := from; i < to && f.err == nil; i++ {
		f.err = f.play(i)
	}
}

// play plays the i-th game and looks at the beginning of every turn.
func (f *finder) play(i int) error {
	f.header = f.Header
	f.header.Settings = slices.Clone(f.header.Settings)
	if f.header.Settings.Get("players") == "" {
		f.header.Settings = append(f.header.Settings, engine.Setting{Name: "players", Value: fmt.Sprint(2 + i%3)})
	}
	f.header.Seed = engine.NumberedSeed(f.Seed*1_000_000 + uint64(i) + 1)
	s, err := f.game.New(f.header)
	if err != nil {
		return err
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
			if f.Kind == kindRelay {
				f.wander(at)
			}
		}
		m := answer(f.bot, s, everybody, f.header.Seed.Number<<12+uint64(len(f.prefix)), &memo)
		f.prefix = append(f.prefix, puzzle.MoveText(s.Vocabulary(), m))
		if _, _, err := s.Play(m); err != nil {
			return err
		}
	}
	slices.SortStableFunc(f.kept, func(a, b puzzle.Puzzle) int { return b.Grade - a.Grade })
	f.kept = f.kept[:min(perGame, len(f.kept))]
	slices.SortStableFunc(f.kept, func(a, b puzzle.Puzzle) int { return len(a.Prefix) - len(b.Prefix) })
	f.found = append(f.found, f.kept...)
	return nil
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
	question
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
	whole := newWalk(f.rules, maxPositions).from(s, func(end *epidemic.State, path []engine.Move) {
		a, b, _ := end.Key()
		k := [2]uint64{a, b}
		isNew := !ends[k]
		ends[k] = true
		for _, q := range questions {
			if q.unclear {
				continue
			}
			if isNew {
				solved, ok := q.solved(end)
				if !ok || q.drawn() && end.End.Wins() { // a turn that can win asks for that
					q.unclear = true
				}
				if solved && !q.together(end) { // to walk to a station is no puzzle
					q.unclear = true
				}
				if solved {
					q.ends[k] = true
					q.unclear = q.unclear || q.drawn() && len(q.ends) > maxSafe
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
			ID:   fmt.Sprintf("%s-%d-%d-%s", f.rules.Game, f.header.Seed.Number, s.Turn, q.kind),
			Game: f.rules.Game, Revision: f.header.Revision, Settings: f.header.Settings, Deal: f.header.Seed.Number,
			Prefix: slices.Clone(f.prefix), Kind: q.kind,
		}
		p.Plans, p.Solving, p.Actions = len(ends), len(q.ends), int(s.Actions)-q.left
		if q.kind != kindRelay && p.Actions < minActions && !slices.ContainsFunc(q.plan, func(m engine.Move) bool { return m.Seat != s.Active }) {
			continue
		}
		for _, m := range q.plan {
			p.Plan = append(p.Plan, puzzle.MoveText(f.rules.Vocabulary(), m))
		}
		if q.drawn() {
			end := *s
			for _, m := range q.plan {
				end.Play(m, nil)
			}
			q.bad = nil
			if held, ok := q.solved(&end); !held || !ok {
				continue
			}
			p.Orders = q.n
			moves, ok := q.finish(&end)
			if !ok {
				continue
			}
			for _, m := range moves {
				p.Plan = append(p.Plan, puzzle.MoveText(f.rules.Vocabulary(), m))
			}
			q.plan = append(q.plan, moves...)
			if q.kind == kindRelay {
				p.Actions += int(f.rules.Numbers.Actions) - int(q.win(&end).left)
			}
		}
		p.Ideas = ideas(s, q.plan)
		p.Grade = grade(&q.question, &p.Proof)
		if !slices.ContainsFunc(f.kept, func(k puzzle.Puzzle) bool { return k.ID == p.ID }) {
			f.kept = append(f.kept, p)
		}
	}
}

// questions are those that are worth asking at a position.
func (f *finder) questions(s *epidemic.State) (list []*asked) {
	o := newOrders(f.rules)
	add := func(kind string) {
		if f.Kind == "" || f.Kind == kind {
			list = append(list, &asked{question: newQuestion(kind, s, o), ends: map[[2]uint64]bool{}, left: -1})
		}
	}
	if f.Kind == kindRelay { // these take longer, and are looked for alone
		if o.relays(s) {
			add(kindRelay)
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
			n := count(s.Hand(seat).Cities() & counting)
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
		add(kindWin)
	case near > 0:
		add(kindCure)
	}
	if s.EpidemicOdds(f.rules.TurnDraws()) == 0 {
		q := question{kind: kindOutbreak, start: *s, orders: o}
		if held, ok := q.solved(s); ok && !held {
			chain := question{kind: kindChain, start: *s, orders: o}
			if f.breaks(&chain, s) > 1 {
				add(kindChain)
			} else {
				add(kindOutbreak)
			}
		}
	}
	if f.endangered(s) {
		q := question{kind: kindSurvive, start: *s, orders: o}
		if held, ok := q.solved(s); ok && !held {
			add(kindSurvive)
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
func (f *finder) breaks(q *question, s *epidemic.State) int {
	worst := 0
	q.holds(s, func(end *epidemic.State) bool {
		worst = max(worst, int(end.Outbreaks)-int(s.Outbreaks))
		return worst < 2
	})
	q.bad = nil
	return worst
}

func count(set uint64) (n int) {
	for ; set != 0; set &= set - 1 {
		n++
	}
	return n
}

// together reports whether an end of the turn takes more than its seat alone. Of a relay, one of
// its turns has to.
func (q *question) together(end *epidemic.State) bool {
	switch {
	case q.kind == kindRelay:
		return together(&q.start, end) || !q.win(end).alone
	case q.drawn():
		return true
	}
	return together(&q.start, end)
}

// finish is the end of a turn and, of a relay, the whole next one, as the cards lie. It says no
// where somebody is asked for an event: a plan that is shown has none of that.
func (q *question) finish(end *epidemic.State) (moves []engine.Move, ok bool) {
	if q.kind != kindRelay {
		return []engine.Move{{Seat: end.Active, Verb: q.draw}}, true
	}
	w, s := q.win(end), *end
	ok = true
	q.draws(&s, func(m engine.Move) {
		ok = ok && (m.Verb == q.draw || m.Verb == q.discard)
		moves = append(moves, m)
	})
	return append(moves, w.moves...), ok && wins(&s, w.moves)
}

// together reports whether the end of a turn took more than the active seat's own pawn and
// cards: a card of another hand, a station, or another's pawn.
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
func grade(q *question, p *puzzle.Proof) int {
	g := p.Ideas
	if !q.drawn() || q.kind == kindRelay {
		g--
	}
	return min(max(g, 1), puzzle.Grades)
}
