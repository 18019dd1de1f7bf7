package bots

import (
	"slices"

	"theriac/ai"
	"theriac/engine"
	"theriac/games/epidemic"
)

// setting is how a level thinks.
type setting struct {
	width    int // positions that the search of the turn keeps
	plans    int // plans of best value that are compared, those for collectors among them; 1 for the best without a comparison
	byNet    int // further plans that the net likes best
	byIdea   int // further plans that bring cards and stations where they are needed
	collects int // assignments of colours to hands that some of the plans are for
	each     int // plans of each of them
	sweeps   int // of the plans, those that clear the board of cured diseases where there are some
	scripts  int // further plans after which the next seats can find the last cure
	rollouts int // of all plans together
	fast     int // width of the search in rollouts
	turns    int // of a rollout
	side     int // rollouts for events and discards; 0 for the rule's answer
	most     int // moves that may be tried for all questions of a turn; 0 for any number
	trust    float64
	prior    float64
	mix      float64 // what a point of value adds to the net's log-odds where both rank plans; 0: value ranks them
	spread   float64 // points of value that make a win much more likely, where no net says so; 0 for the usual
	mute     int     // 1: answers who asks what it holds, and neither says nor asks it by itself
	blunder  int     // per cent of turns that are played by a worse plan
}

// mind plays seats of a map game: it searches the actions of a turn for plans, compares
// the best of them by playing on from their ends, and answers what else is asked.
//
// It refuses to look into a position: it is handed a view, and every position that it
// plays on is drawn from that view.
type mind struct {
	setting
	sets  weightSets
	w     weights // of the table
	likes weights // of the search for ideas
	swept weights // of the search for sweeps
	ends  weights // of the search for the last cure
	net   *ai.Net
	leaf  *judge          // judges rollouts where the net does not; nil elsewhere
	rules *epidemic.Rules // those that the rest was made for
	turn  *turn
	idea  *turn // searches by other likes; nil where none are wanted
	team  *turn // searches with given collectors; nil where none are wanted
	sweep *turn // searches for sweeps; nil where none are wanted
	last  *turn // searches the turns of a script; nil where none are wanted
	play  rollout
	halve ai.Halving
	views []epidemic.View
	ideas []plan
	said  []liked
	best  []int32
	trial epidemic.State
	moves []engine.Move
	luck  engine.Rand // of the trial that is being played
	spent int         // of the setting's most, by the questions of this turn before
	from  int         // what tried was when this question was asked
}

// newMind makes a player.
func newMind(s setting, w weightSets, net *ai.Net) *mind {
	m := &mind{setting: s, sets: w}
	if net != nil {
		m.net = net.Copy()
	}
	return m
}

// Choose answers a question.
func (m *mind) Choose(q *ai.Question) ai.Answer {
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

// tried is how many moves the searches have played, since the mind was made.
func (m *mind) tried() int {
	n := m.turn.tried + m.play.fast.tried
	for _, t := range m.others() {
		if t != nil {
			n += t.tried
		}
	}
	return n
}

// others are the searches for further plans, as far as there are any.
func (m *mind) others() [4]*turn { return [4]*turn{m.idea, m.team, m.sweep, m.last} }

// bounded ends a comparison that has taken half of what the turn has left. It counts work
// and not time: the same question has the same answer on every machine. Few turns have so
// many questions that they feel it; halves leave something for each that may still come.
func (m *mind) bounded(stop func() bool) func() bool {
	if m.most == 0 {
		return stop
	}
	end := m.from + max(0, m.most-m.spent)/2
	return func() bool { return m.tried() >= end || stop != nil && stop() }
}

// prepare makes ready for a table: its rules, and whose hands are the bot's side.
func (m *mind) prepare(v *epidemic.View, seats engine.Seats) {
	switch {
	case m.rules == v.Rules():
	case m.turn != nil: // another table: its rules are looked up, the memory stays
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

// look takes other rules, with the weights and the judge for them. That of tracks knows nothing
// of patients who walk, and bots lose by them if they ask it.
func (m *mind) look(r *epidemic.Rules) {
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

// think finds the plan of a turn.
func (m *mind) think(v *epidemic.View, chance *engine.Rand, stop func() bool) *plan {
	m.gather()
	p := m.decide(v, chance, stop)
	m.fill(p)
	return p
}

// fill uses the actions that a plan leaves over for what harms nothing: no card is spent, nobody
// is asked, and the position is hardly worse by its value.
func (m *mind) fill(p *plan) {
	const each = 0.05 // what the use of an action may cost
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

// decide compares the plans that were gathered. With other chance it may prefer another one.
func (m *mind) decide(v *epidemic.View, chance *engine.Rand, stop func() bool) *plan {
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
		p.said = 0.5
		if m.trust > 0 {
			p.said = m.play.chance(&p.end)
		}
		if p.after != nil {
			p.said = max(p.said, scripted) // the net knows of no script
		}
	}
	base, top := chance.Fork(), m.ideas[0].value
	m.halve.Budget, m.halve.Stop = m.rollouts, stop
	m.halve.Rate = func(arm int) float64 {
		p := &m.ideas[arm]
		return (m.halve.Sum[arm]+m.trust*p.said)/(float64(m.halve.N[arm])+m.trust) + m.prior*(p.value-top) - p.toll
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

// apartFrom is how many rollouts each plan has at least where trials with an epidemic are drawn
// apart from those without.
const apartFrom = 16

// drawApart draws a position for a trial and its cards, every third time with an epidemic among
// them, and returns what the trial counts: epidemics are what plans are lost by, and by chance
// alone a plan that is tried a few times could meet none.
func (m *mind) drawApart(s *epidemic.State, arm, trial int, base engine.Rand, odds float64) float64 {
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

// slip is a plan that is worse than the best, but not by much: a bot that is meant to be
// beaten plays carelessly, and never against all sense.
func (m *mind) slip(chance *engine.Rand) *plan {
	const most = 4 // points of value; a cure is worth ten times as much
	n := 1
	for n < len(m.ideas) && m.ideas[n].value > m.ideas[0].value-most && m.ideas[n].end.End == epidemic.Running {
		n++
	}
	return &m.ideas[chance.N(n)]
}

// numbered is the chance of a trial: the same for all that are compared in it.
func numbered(base engine.Rand, trial int) engine.Rand {
	base.Key[0] ^= byte(trial)
	base.Key[1] ^= byte(trial >> 8)
	return base
}

// pick compares answers by rollouts, all with the same chance.
func (m *mind) pick(v *epidemic.View, moves []engine.Move, chance *engine.Rand, stop func() bool) engine.Move {
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
