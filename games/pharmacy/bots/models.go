package bots

import (
	"math"

	"theriac/ai"
	"theriac/engine"
	"theriac/games/pharmacy"
)

// model is a style that an opponent may follow, together with the style that answers it in playouts.
type model struct {
	weights, reply *Weights
	prior          float64
}

const (
	laps      = 10 // the number of positions on which models are tested for each answer
	grain     = 32 // scores are log likelihoods in units of 1/grain
	memoStamp = 1  // the first byte of a memo, which identifies its format
)

// belief is how well each model has predicted what each opponent did, as a log likelihood in units of 1/grain.
type belief [engine.MaxSeats][modelCount]int16

// learn tests the models against what the other seats have done since the bot's last answer.
//
// It draws positions that the bot could not have distinguished from the real one at that time, with the cards
// that were turned over since. It lets each model play on from them, and measures how similar each seat's
// situation becomes to the real one. It uses only what the bot's seat has seen.
func (e *expert) learn(memo []byte) {
	e.belief = belief{}
	before, move, ok := e.recall(memo)
	if !ok || before.Round != e.view.Round || before.Serial >= e.view.Serial {
		return
	}
	for i := range e.lap {
		e.lap[i] = before.PositionBefore(&e.view.Public, &e.rand)
	}
	for k := range models {
		var sum [engine.MaxSeats]int
		for i := range e.lap {
			dice := ai.Dice(e.seed + uint64(i)*0x2545f4914f6cdd1d)
			for seat := range e.by {
				e.by[seat] = models[k].weights
			}
			e.s = e.lap[i]
			e.s.Play(move, nil)
			e.playOn(&dice, engine.SeatsOf(e.seat))
			for seat := range engine.Seat(e.s.Rules().Players) {
				sum[seat] += e.likeness(seat)
			}
		}
		for seat := range engine.Seat(e.s.Rules().Players) {
			n := grain * math.Log(float64(sum[seat])/(1000*laps))
			e.belief[seat][k] = int16(max(-30000, int(e.belief[seat][k])+int(math.Round(n))))
		}
	}
}

// likeness compares a seat's situation in the playout with the one at the real table. It returns their
// similarity in thousandths.
func (e *expert) likeness(seat engine.Seat) int {
	r, a, b := e.s.Rules(), &e.s.Public, &e.view.Public
	n := distance(a.Pills[seat].Value()+a.Stakes[seat].Value(), b.Pills[seat].Value()+b.Stakes[seat].Value()) +
		distance(a.Sick(r, seat), b.Sick(r, seat)) + 2*distance(a.Injections(seat), b.Injections(seat)) +
		3*distance(int(a.HandLen[seat]), int(b.HandLen[seat]))
	if a.Turn != b.Turn {
		n++
	}
	return likelihood(-4 * n)
}

func distance(a, b int) int { return max(a-b, b-a) }

// weigh computes from the belief how likely each seat is to follow each model.
func (e *expert) weigh() {
	for seat := range engine.Seat(e.view.Rules().Players) {
		best := int16(math.MinInt16)
		for k := range models {
			best = max(best, e.belief[seat][k])
		}
		for k := range models {
			n := models[k].prior * math.Exp(float64(e.belief[seat][k]-best)/grain)
			e.mass[seat][k] = 1 + int(math.Round(1000*n))
		}
	}
}

// pick chooses a model for a seat at random, according to how likely the seat is to follow it.
func (e *expert) pick(seat engine.Seat, dice *ai.Dice) *model {
	all := 0
	for _, n := range e.mass[seat] {
		all += n
	}
	at := dice.N(all)
	for k, n := range e.mass[seat] {
		if at -= n; at < 0 {
			return &models[k]
		}
	}
	return &models[0]
}

// remember writes a memo: the belief, the answer, and the view in which it was given.
func (e *expert) remember(m engine.Move) []byte {
	memo := append([]byte{memoStamp, modelCount, byte(m.Seat), byte(m.Verb)}, m.Arg[:]...)
	for seat := range engine.Seat(e.view.Rules().Players) {
		for k := range models {
			n := uint16(e.belief[seat][k])
			memo = append(memo, byte(n), byte(n>>8))
		}
	}
	return engine.AppendCode(memo, e.view.Code)
}

// recall reads a memo that the same seat wrote. It restores the belief, and returns the seat's last move and
// the view in which it was chosen.
func (e *expert) recall(memo []byte) (before pharmacy.View, m engine.Move, ok bool) {
	r := e.view.Rules()
	head := 4 + engine.Operands
	if len(memo) < head+2*r.Players*modelCount || memo[0] != memoStamp || memo[1] != modelCount || memo[2] != byte(e.seat) {
		return before, m, false
	}
	m.Seat, m.Verb = engine.Seat(memo[2]), engine.Verb(memo[3])
	copy(m.Arg[:], memo[4:])
	memo = memo[head:]
	for seat := range engine.Seat(r.Players) {
		for k := range models {
			e.belief[seat][k] = int16(uint16(memo[0]) | uint16(memo[1])<<8)
			memo = memo[2:]
		}
	}
	before, err := r.ReadView(memo)
	return before, m, err == nil
}
