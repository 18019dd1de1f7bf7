package bots

import (
	"theriac/ai"
	"theriac/engine"
	"theriac/games/pharmacy"
)

// expert searches: it draws positions that its seat cannot tell from the real one, plays
// each move on them to the end of the round by a fast policy, and takes the move that
// wins most often. All moves meet the same positions and the same chance. What it learns
// about its opponents is in the memo of its answers.
type expert struct {
	budget int // how many playouts an answer may cost
	// fixed is a model that it takes everybody for; nil: it finds out.
	fixed   *model
	reading reading
	// mix is how much less a move may win, in thousandths, to be played now and then.
	mix int

	judge    judge
	halving  ai.Halving
	view     *pharmacy.View
	seat     engine.Seat
	rand     engine.Rand
	seed     uint64
	arms     []arm
	list     [engine.MaxMoves]engine.Move
	drawn    pharmacy.State            // the position of the trial
	trial    int                       // that it was drawn for
	s        pharmacy.State            // the position being played on
	by       [engine.MaxSeats]*Weights // by which the seats play on in this trial
	rollouts int
	belief   belief
	mass     [engine.MaxSeats][modelCount]int // how often each seat is played by each model
	lap      [laps]pharmacy.State
}

// arm is a move that is looked at, and what the policy thinks of it.
type arm struct {
	move  engine.Move
	like  int
	prior float64
}

// priorTrials is how many playouts the policy's own judgement counts for.
const priorTrials = 6

// Choose answers for the first seat that owes.
func (e *expert) Choose(q *ai.Question) ai.Answer {
	if q.Owing.Empty() {
		return ai.Answer{Silent: true}
	}
	e.begin(q)
	if len(e.arms) == 1 {
		return e.answer(0)
	}
	h := &e.halving
	h.Budget, h.Stop = e.budget, q.Stop
	h.Rate, h.Try = e.rate, e.try
	best := h.Best(len(e.arms), e.hopeless)
	return e.answer(e.mixed(best))
}

// answer is the answer with a move, and why: as anybody could say who saw the move.
func (e *expert) answer(i int) ai.Answer {
	m := e.arms[i].move
	a := ai.Answer{Move: m, Reason: reason(e.view.Rules(), &e.view.Public, m)}
	if e.fixed == nil {
		a.Memo = e.remember(m)
	}
	return a
}

// begin takes up a question.
func (e *expert) begin(q *ai.Question) {
	e.view, e.seat, e.seed, e.trial = q.View.(*pharmacy.View), q.Owing.First(), q.Seed, -1
	e.rand = engine.Rand{}
	for i := range 8 {
		e.rand.Key[i] = byte(q.Seed >> (8 * i))
	}
	e.judge.begin(e.view.Rules(), &e.view.Public)
	if e.fixed == nil {
		e.learn(q.Memo)
		e.weigh()
	}
	e.judge.look(e.weights(), &e.view.Public)
	e.gather(q.Moves)
}

// gather lists the moves of the seat. Of payments that are worth the same and go to the
// same seat it keeps the one that the policy likes best.
func (e *expert) gather(moves []engine.Move) {
	e.arms = e.arms[:0]
	most := -1 << 30
	for _, m := range moves {
		if m.Seat != e.seat {
			continue
		}
		a := arm{move: m, like: e.judge.like(m, e.view.Hands[e.seat], e.view.Face)}
		most = max(most, a.like)
		if i := e.alike(m); i < 0 {
			e.arms = append(e.arms, a)
		} else if a.like > e.arms[i].like {
			e.arms[i] = a
		}
	}
	for i := range e.arms {
		e.arms[i].prior = .25 - .02*float64(min(1000, most-e.arms[i].like))/100
	}
}

// alike finds an arm that pays as much to the same end as a move, or none.
func (e *expert) alike(m engine.Move) int {
	for i := range e.arms {
		o := e.arms[i].move
		if o.Verb != m.Verb {
			continue
		}
		switch m.Verb {
		case pharmacy.VerbDefend:
			if o.Arg[3] == m.Arg[3] {
				return i
			}
		case pharmacy.VerbDodge, pharmacy.VerbDonate:
			if o.Arg[1] == m.Arg[1] {
				return i
			}
		}
	}
	return -1
}

// hopeless says that the policy thinks a move far worse than another.
func (e *expert) hopeless(i int) bool { return e.arms[i].prior < .06 }

// rate is how good a move looks: what its playouts brought, and at first what the policy
// thinks.
func (e *expert) rate(i int) float64 {
	return (e.halving.Sum[i] + priorTrials*e.arms[i].prior) / float64(e.halving.N[i]+priorTrials)
}

// try plays a move on the position of a trial.
func (e *expert) try(i, trial int) float64 {
	if trial != e.trial {
		e.trial = trial
		e.draw()
	}
	e.s = e.drawn
	dice := ai.Dice(e.seed + uint64(trial)*0x2545f4914f6cdd1d)
	e.seatModels(&dice)
	e.s.Play(e.arms[i].move, nil)
	e.playOn(&dice, 0)
	left := pharmacy.Rounds - int(e.view.Round)
	return float64(chance(&e.s.Public, e.s.Rules().Players, left, e.seat)) / one
}

// draw draws a position: one that fits what the owner of a risk card played, if it can.
func (e *expert) draw() {
	e.drawn = e.view.Position(&e.rand)
	if !e.view.Travel.Risk || e.view.Face != pharmacy.NoCard || e.reading.Warmth == 0 {
		return
	}
	e.judge.look(&honest, &e.view.Public)
	dice := ai.Dice(e.seed ^ uint64(e.trial)*0x9e3779b97f4a7c15)
	for range tries {
		if e.reading.plausible(&e.judge, &e.drawn, &dice) {
			return
		}
		e.drawn = e.view.Position(&e.rand)
	}
}

// seatModels draws by which way each seat plays in a trial: the others by a model, and its
// own by the reply to one of theirs.
func (e *expert) seatModels(dice *ai.Dice) {
	if e.fixed != nil {
		for seat := range e.by {
			e.by[seat] = e.fixed.weights
		}
		e.by[e.seat] = e.fixed.reply
		return
	}
	n := 0
	for seat := range engine.Seat(e.view.Rules().Players) {
		if seat == e.seat {
			continue
		}
		m := e.pick(seat, dice)
		e.by[seat] = m.weights
		if n++; dice.N(n) == 0 {
			e.by[e.seat] = m.reply
		}
	}
}

// weights is by what the seat judges moves before it plays them out.
func (e *expert) weights() *Weights {
	if e.fixed != nil {
		return e.fixed.reply
	}
	best, mass := 0, [modelCount]int{}
	for seat := range engine.Seat(e.view.Rules().Players) {
		for k := range models {
			if seat != e.seat {
				mass[k] += e.mass[seat][k]
			}
		}
	}
	for k := range models {
		if mass[k] > mass[best] {
			best = k
		}
	}
	return models[best].reply
}

// playOn plays the position on to the end of the round, or until one of the seats is asked.
func (e *expert) playOn(dice *ai.Dice, until engine.Seats) {
	s := &e.s
	round := e.view.Round
	for s.Round == round && !s.Over && s.Asked&until == 0 {
		seat := s.Asked.First()
		list := s.AppendMoves(e.list[:0], seat)
		m := list[0]
		if len(list) > 1 {
			e.judge.look(e.by[seat], &s.Public)
			hand, face := pharmacy.Hand(0), pharmacy.NoCard
			if s.Question == pharmacy.QuestionDare {
				v := s.Knows(engine.SeatsOf(seat))
				hand, face = v.Hands[seat], v.Face
			}
			m = e.judge.choose(list, hand, face, dice)
		}
		s.Play(m, nil)
	}
	e.rollouts++
}

// mixed chooses by chance among the moves that were looked at longest and are nearly as
// good as the best: who always did the same in the same place could be read.
func (e *expert) mixed(best int) int {
	dice := ai.Dice(e.seed ^ 0x5851f42d4c957f2d)
	floor, picked, n := e.rate(best)-float64(e.mix)/1000, best, 0
	for i := range e.arms {
		if 2*e.halving.N[i] >= e.halving.N[best] && e.rate(i) >= floor {
			if n++; dice.N(n) == 0 {
				picked = i
			}
		}
	}
	return picked
}
