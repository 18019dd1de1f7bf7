package bots

import (
	"slices"

	"theriac/ai"
	"theriac/engine"
	"theriac/games/epidemic"
)

// setting defines how a level searches: how many plans it considers, and how it compares them.
type setting struct {
	width    int // positions kept at each step of the search of a turn
	plans    int // plans of highest value to compare, including those for fixed collectors; 1 for no comparison
	byNet    int // additional plans that the net ranks highest
	byIdea   int // additional plans that bring cards and stations to useful cities
	collects int // number of assignments of colours to hands for which to search plans
	each     int // plans for each of these assignments
	sweeps   int // additional plans that clear cured diseases off the board
	scripts  int // additional plans after which the next seats can find the last cure
	rollouts int // rollouts for comparing all plans
	fast     int // width of the search within rollouts
	turns    int // turns in a rollout
	side     int // rollouts for events and discards; 0 to decide by simple rules
	most     int // maximum number of moves tried in all questions of a turn; 0 for no limit
	trust    float64
	prior    float64
	mix      float64 // weight of a point of value relative to the net's log-odds; 0 to rank by value alone
	spread   float64 // without a net, the points of value per unit of log-odds; 0 for the default
	mute     int     // 1 for a bot that answers questions about its hand but never asks or volunteers
	blunder  int     // percentage of turns in which the bot chooses a worse plan
}

// planner plays seats of a map game. It searches a turn's actions for plans, compares the best by rollouts
// from the end of the turn, and answers all other questions.
//
// It deliberately has no access to the real position: it gets a view, and draws every position that it plays
// from that view.
type planner struct {
	setting
	sets   weightSets
	w      weights // weights for the table's rules
	likes  weights // weights for the search in idea
	swept  weights // weights for the search in sweep
	ends   weights // weights for the search in last
	net    *ai.Net
	leaf   *judge          // judges the final positions of rollouts if the bots' net is not usable; otherwise nil
	rules  *epidemic.Rules // the rules for which the following fields are valid
	turn   *turn
	idea   *turn // searches for plans with different weights; nil if unused
	team   *turn // searches for plans with fixed collectors for the colours; nil if unused
	sweep  *turn // searches for plans that clear cured diseases off the board; nil if unused
	last   *turn // searches the later turns of scripts; nil if unused
	play   rollout
	halve  ai.Halving
	views  []epidemic.View
	ideas  []plan
	ranked []scored
	best   []int32
	trial  epidemic.State
	moves  []engine.Move
	luck   engine.Rand // random source of the current trial
	spent  int         // moves tried in earlier questions of this turn, counted against the setting's most
	from   int         // what tried returned when the current question began
}

// newPlanner returns a player for a level, with the level's settings, weights and net.
func newPlanner(s setting, w weightSets, net *ai.Net) *planner {
	m := &planner{setting: s, sets: w}
	if net != nil {
		m.net = net.Copy()
	}
	return m
}

// Choose answers a question.
func (m *planner) Choose(q *ai.Question) ai.Answer {
	v := q.View.(*epidemic.View)
	if q.Owing.Empty() {
		return ai.Answer{Silent: true}
	}
	if len(q.Moves) == 1 {
		return ai.Answer{Move: q.Moves[0], Memo: q.Memo}
	}
	m.prepare(v, q.Seats)
	chance, _ := engine.NumberedSeed(q.Seed).Rand()
	v.Fill(&m.trial, &chance)
	s := &m.trial
	if x, ok := m.talk(q, s); ok {
		return ai.Answer{Move: x, Memo: q.Memo}
	}
	if rest, ok := m.resume(q, s); ok {
		return rest
	}
	m.spent, m.from = spentOn(q.Memo, int(s.Turn)), m.tried()
	by := q.Owing.First()
	if s.Asking() == epidemic.QuestionAction {
		p := m.think(v, &chance, m.bounded(q.Stop))
		if len(p.moves) == 0 {
			return ai.Answer{Move: engine.Move{Seat: by, Verb: m.turn.draw}}
		}
		return ai.Answer{Move: p.moves[0], Memo: m.bill(m.note(v, p.moves, q.Seats), int(v.Turn)), Reason: m.turn.whyAct(s, p.moves)}
	}
	var x engine.Move
	if m.side > 0 {
		m.moves = m.turn.options(s, by, m.moves[:0])
		x = m.moves[0]
		if len(m.moves) > 1 {
			x = m.pick(v, m.moves, &chance, m.bounded(q.Stop))
		}
	} else {
		x = m.turn.answer(s, by)
	}
	plan, _ := split(q.Memo)
	return ai.Answer{Move: x, Memo: m.bill(plan, int(v.Turn)), Reason: m.turn.whyAnswer(s, x)}
}

// tried returns how many moves all searches together have tried since the planner was created.
func (m *planner) tried() int {
	n := m.turn.tried + m.play.fast.tried
	for _, t := range m.others() {
		if t != nil {
			n += t.tried
		}
	}
	return n
}

// others returns all searches except turn. Unused ones are nil.
func (m *planner) others() [4]*turn { return [4]*turn{m.idea, m.team, m.sweep, m.last} }

// bounded returns a stop function that also ends a comparison once it has used half of the turn's remaining
// work. Because it counts work instead of time, every machine gives the same answer. Few turns reach the
// limit, and halving leaves work for later questions.
func (m *planner) bounded(stop func() bool) func() bool {
	if m.most == 0 {
		return stop
	}
	end := m.from + max(0, m.most-m.spent)/2
	return func() bool { return m.tried() >= end || stop != nil && stop() }
}

// prepare sets up the planner for a view's table and for the hands on the bot's side.
func (m *planner) prepare(v *epidemic.View, seats engine.Seats) {
	switch {
	case m.rules == v.Rules():
	case m.turn != nil: // another table: reuse memory, but look up its rules
		m.look(v.Rules())
		*m.turn.board = *newBoard(m.rules)
	default:
		m.look(v.Rules())
		b := newBoard(m.rules)
		m.turn = newTurn(b, &m.w, m.width)
		m.play = rollout{fast: newTurn(b, &m.w, m.fast), turns: m.turns, net: m.net}
		m.play.fast.plain = true
		if m.byIdea > 0 {
			m.idea = newTurn(b, &m.likes, m.width/2+1)
		}
		if m.collects > 0 {
			m.team = newTurn(b, &m.w, m.width/2+1)
		}
		if m.sweeps > 0 {
			m.sweep = newTurn(b, &m.swept, m.width/2+1)
		}
		if m.scripts > 0 {
			m.last = newTurn(b, &m.ends, scriptWidth)
		}
	}
	m.play.net = m.net
	if !m.turn.netFits {
		m.play.net = nil
	}
	m.play.judge = m.leaf
	m.turn.seats, m.turn.by = seats, v.By
	m.turn.mine = m.turn.teamOf(seats.First())
	m.play.fast.mine = m.turn.mine
	for _, t := range m.others() {
		if t != nil {
			t.seats, t.by, t.mine = seats, v.By, m.turn.mine
		}
	}
	m.play.fast.by = v.By
}

// look switches to other rules, with their weights and judge. The judge for maps with tracks is not used in
// games with patients: it was not trained on them, and weakens the bots there.
func (m *planner) look(r *epidemic.Rules) {
	m.rules, m.leaf, m.w = r, nil, m.sets.of(r)
	m.likes, m.swept, m.ends = likesMeetings(m.w), likesSweeps(m.w), likesCures(m.w)
	switch {
	case m.net == nil:
	case r.OwnStations && !r.TakesPatients():
		m.leaf = railsJudge()
	case alone(r):
		m.leaf = aloneJudge()
	}
}

// think searches the turn and returns the best plan it finds.
func (m *planner) think(v *epidemic.View, chance *engine.Rand, stop func() bool) *plan {
	m.collectPlans()
	p := m.decide(v, chance, stop)
	m.fill(p)
	return p
}

// fill adds harmless moves for a plan's unused actions: they spend no card, ask no seat, and hardly lower the
// position's value.
func (m *planner) fill(p *plan) {
	const each = 0.05 // the most value that one action may cost
	if p.end.End != epidemic.Running || p.end.Actions == 0 || p.end.Asking() != epidemic.QuestionAction {
		return
	}
	t, from := m.turn, p.end
	var rest *ai.Node[epidemic.State]
	best := 0.0
	for _, i := range t.search(&from) {
		n := &t.beam.Nodes[i]
		s := &n.State
		gain := n.Value - t.beam.Nodes[0].Value + each*float64(from.Actions) - each*float64(s.Actions)
		if gain <= best || s.Discard != from.Discard || s.HandsKey() != from.HandsKey() {
			continue
		}
		if !slices.ContainsFunc(n.Moves, func(x engine.Move) bool { return x.Seat != from.Active || t.event[x.Verb] || t.unsure[x.Verb] }) {
			best, rest = gain, n
		}
	}
	if rest != nil {
		p.moves, p.end = append(p.moves, rest.Moves...), rest.State
	}
}

// decide compares the plans that were found and returns the best. The result can depend on chance.
func (m *planner) decide(v *epidemic.View, chance *engine.Rand, stop func() bool) *plan {
	if m.blunder > 0 && chance.N(100) < m.blunder {
		return m.slip(chance)
	}
	if len(m.ideas) == 1 || m.rollouts == 0 || m.ideas[0].end.End.Wins() {
		return &m.ideas[0]
	}
	m.play.centre(m.ideas[0].value, m.spread)
	m.views = m.views[:0]
	for i := range m.ideas {
		p := &m.ideas[i]
		m.views = append(m.views, p.end.Knows(v.By))
		p.netChance = 0.5
		if m.trust > 0 {
			p.netChance = m.play.chance(&p.end)
		}
		if p.after != nil {
			p.netChance = max(p.netChance, scripted) // the net does not know that a script follows
		}
	}
	base, top := chance.Fork(), m.ideas[0].value
	m.halve.Budget, m.halve.Stop = m.rollouts, stop
	m.halve.Rate = func(arm int) float64 {
		p := &m.ideas[arm]
		return (m.halve.Sum[arm]+m.trust*p.netChance)/(float64(m.halve.N[arm])+m.trust) + m.prior*(p.value-top) - p.toll
	}
	m.halve.Keep = func(arm int) bool { return m.ideas[arm].after != nil }
	var s epidemic.State
	odds := m.trial.EpidemicOdds(m.rules.TurnDraws())
	apart := m.turn.base && m.rollouts >= apartFrom*len(m.ideas) && odds > 0 && odds < 1
	m.halve.Try = func(arm, trial int) float64 {
		p, weight := &m.ideas[arm], 1.0
		if apart {
			weight = m.drawApart(&s, arm, trial, base, odds)
		} else {
			m.luck = numbered(base, trial)
			m.views[arm].Fill(&s, &m.luck)
			s.Play(engine.Move{Seat: s.Active, Verb: m.turn.draw}, nil)
		}
		return weight * m.play.runWith(&s, p.who, p.after)
	}
	best := m.halve.Best(len(m.ideas), func(arm int) bool { return m.ideas[arm].end.End != epidemic.Running })
	return &m.ideas[best]
}

// apartFrom is the number of rollouts per plan from which trials are divided into those with and without an
// epidemic.
const apartFrom = 16

// drawApart draws a position for a trial, plays the turn's draw of cards, and returns the weight of the
// trial. Every third trial is made to include an epidemic: plans mostly fail because of epidemics, and a plan
// with few trials might otherwise never meet one.
func (m *planner) drawApart(s *epidemic.State, arm, trial int, base engine.Rand, odds float64) float64 {
	want, weight := trial%3 == 0, 3*odds
	if !want {
		weight = 1.5 * (1 - odds)
	}
	before := m.ideas[arm].end.Epidemics
	for again := range 40 {
		m.luck = numbered(base, trial)
		m.luck.Key[2] ^= byte(again)
		m.views[arm].Fill(s, &m.luck)
		s.Play(engine.Move{Seat: s.Active, Verb: m.turn.draw}, nil)
		for s.End == epidemic.Running && s.Asking() != epidemic.QuestionAction && s.Stage < m.turn.drawStage {
			s.Play(m.play.fast.answer(s, s.Decision().Owing().First()), nil)
		}
		if (s.Epidemics > before) == want {
			return weight
		}
	}
	return weight
}

// slip returns a plan that may be slightly worse than the best. A bot for players to beat should play
// carelessly, but not absurdly.
func (m *planner) slip(chance *engine.Rand) *plan {
	const most = 4 // points of value; a cure is worth ten times this
	n := 1
	for n < len(m.ideas) && m.ideas[n].value > m.ideas[0].value-most && m.ideas[n].end.End == epidemic.Running {
		n++
	}
	return &m.ideas[chance.N(n)]
}

// numbered returns the random source of a trial, the same for all candidates in a comparison.
func numbered(base engine.Rand, trial int) engine.Rand {
	base.Key[0] ^= byte(trial)
	base.Key[1] ^= byte(trial >> 8)
	return base
}

// pick compares answers by rollouts and returns the best. In each trial, all answers meet the same random
// numbers.
func (m *planner) pick(v *epidemic.View, moves []engine.Move, chance *engine.Rand, stop func() bool) engine.Move {
	base := chance.Fork()
	m.play.centre(m.turn.of(&m.trial, m.turn.Key(&m.trial)), m.spread)
	m.halve.Budget, m.halve.Stop, m.halve.Keep = m.side, stop, nil
	m.halve.Rate = func(arm int) float64 { return m.halve.Sum[arm] / float64(max(1, m.halve.N[arm])) }
	var s epidemic.State
	m.halve.Try = func(arm, trial int) float64 {
		m.luck = numbered(base, trial)
		v.Fill(&s, &m.luck)
		s.Play(moves[arm], nil)
		return m.play.run(&s)
	}
	return moves[m.halve.Best(len(moves), nil)]
}
