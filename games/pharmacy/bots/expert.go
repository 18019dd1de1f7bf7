package bots

import (
	"theriac/ai"
	"theriac/engine"
	"theriac/games/pharmacy"
)

// expert is a bot that searches. It draws positions that its seat cannot distinguish from the real one. From
// each of them, it tries every move and plays on to the end of the round with a fast policy. It chooses the
// move that wins most often. All moves are tried on the same positions with the same random numbers. What it
// learns about opponents is stored in the memo that comes with each answer.
type expert struct {
	budget int // the maximum number of playouts for an answer
	// fixed is the model that all opponents are assumed to follow. If it is nil, the expert learns how each of
	// them plays.
	fixed   *model
	reading reading
	// mix is the largest loss, in thousandths of the chance to win, at which the expert may play another move
	// than the best one.
	mix int

	judge    judge
	halving  ai.Halving
	view     *pharmacy.View
	seat     engine.Seat
	rand     engine.Rand
	seed     uint64
	arms     []arm
	list     [engine.MaxMoves]engine.Move
	drawn    pharmacy.State            // the position drawn for the current trial
	trial    int                       // the current trial
	s        pharmacy.State            // the position of the current playout
	by       [engine.MaxSeats]*Weights // the weights that each seat plays with in this trial
	rollouts int
	belief   belief
	mass     [engine.MaxSeats][modelCount]int // how likely each seat is to follow each model, as a weight
	lap      [laps]pharmacy.State
}

// arm is a candidate move, with the policy's estimate of it.
type arm struct {
	move  engine.Move
	like  int
	prior float64
}

// priorTrials is the weight of the policy's estimate of a move, in playouts.
const priorTrials = 6

// Choose answers for the first seat that owes an answer.
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

// answer returns the answer that makes the i-th move. Its reason uses only what every player sees of the move.
func (e *expert) answer(i int) ai.Answer {
	m := e.arms[i].move
	a := ai.Answer{Move: m, Reason: reason(e.view.Rules(), &e.view.Public, m)}
	if e.fixed == nil {
		a.Memo = e.remember(m)
	}
	return a
}

// begin resets the expert for a new question.
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
	e.collectArms(q.Moves)
}

// collectArms lists the candidate moves of the seat. If several payments have the same value and pass the card
// to the same seat, it keeps the one that the policy prefers.
func (e *expert) collectArms(moves []engine.Move) {
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

// alike returns the index of the candidate that pays as much as a move, but with other pills, or -1.
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

// hopeless reports whether the policy gives a move hardly any chance to be the best.
func (e *expert) hopeless(i int) bool { return e.arms[i].prior < .06 }

// rate returns the estimated value of a move. It averages the results of the playouts with the policy's
// estimate, which counts as priorTrials playouts.
func (e *expert) rate(i int) float64 {
	return (e.halving.Sum[i] + priorTrials*e.arms[i].prior) / float64(e.halving.N[i]+priorTrials)
}

// try makes a move in the position drawn for a trial, and plays on to the end of the round. It returns the
// chance to win from there.
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

// draw draws the position for a trial. If a risk card is circulating, it prefers a position in which the card's
// owner would have played that card.
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

// seatModels chooses the weights for each seat in a trial. Every opponent follows a model. The expert's own
// seat plays the style that best answers one opponent's model, chosen at random.
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

// weights returns the weights by which the expert estimates its own moves before any playouts.
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

// playOn plays the position to the end of the round, or until one of the given seats is asked.
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

// mixed chooses at random among the moves that are nearly as good as the best and had at least half as many
// playouts. A bot that always made the same move in the same position would be predictable.
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
