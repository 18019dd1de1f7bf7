package bots

import (
	"math"

	"theriac/ai"
	"theriac/engine"
	"theriac/games/pharmacy"
)

// model is a way to play that an opponent may have, and the way to play that a searcher
// follows in playouts against it.
type model struct {
	weights, reply *Weights
	prior          float64
}

const (
	laps      = 10 // positions in which the models are tried between two answers
	grain     = 32 // scores are kept in parts of a logarithm
	memoStamp = 1  // the first byte of a memo; another one is of another version
)

// belief is what a player makes of its opponents: how well each model has told what each
// seat did, as the logarithm of its likelihood in grains.
type belief [engine.MaxSeats][modelCount]int16

// learn compares what others did since the last answer with what each model would have
// done. It plays from positions that the seat could not tell from the real one then, with
// the cards that were turned over since, and looks how near to the table of now each seat
// comes. All of it is what the seat has seen.
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

// likeness is how much the position played on is like the table, as far as a seat is
// concerned, in thousandths.
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

// weigh turns what was learnt into how often each seat is played by each model.
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

// pick draws a model for a seat.
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

// remember writes a memo: the belief, the answer, and the view that it was given in.
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

// recall reads a memo of the same seat. It takes the belief over, and says in which view
// which answer was given.
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
