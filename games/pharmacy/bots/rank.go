package bots

import (
	"math"

	"theriac/ai"
	"theriac/engine"
	"theriac/games/pharmacy"
)

// ranker estimates the rank that each seat will finish in. It draws positions that agree with what is known,
// and plays them to the end of the game. It uses a policy that imitates experts, because a real search for each
// of these moves would take minutes.
type ranker struct {
	judge judge
	list  [engine.MaxMoves]engine.Move
	s     pharmacy.State
}

// placeTrials is the number of playouts if the caller sets no budget.
const placeTrials = 120

// NewRanker returns a ranker for the card game.
func NewRanker() ai.Ranker { return &ranker{} }

// Reference returns the name of the players in the playouts: they choose as experts do, but without a
// search.
func (r *ranker) Reference() string { return "expert without search" }

// Places estimates the mean rank of each seat.
func (r *ranker) Places(q *ai.Evaluation) []ai.Estimate {
	v := q.View.(*pharmacy.View)
	n := v.Rules().Players
	trials := q.Budget
	if trials == 0 {
		trials = placeTrials
	}
	chance, _ := engine.NumberedSeed(q.Seed).Rand()
	var sum, square [engine.MaxSeats]float64
	done := 0
	for trial := range trials {
		if q.Stop != nil && q.Stop() && trial >= 8 {
			break
		}
		dice := ai.Dice(q.Seed + uint64(trial)*0x2545f4914f6cdd1d)
		r.s = v.Position(&chance)
		r.playOut(&dice)
		result, _ := r.s.Outcome()
		for seat := range n {
			place := float64(result.Rank[seat])
			sum[seat] += place
			square[seat] += place * place
		}
		done++
		if v.Over {
			break
		}
	}
	out := make([]ai.Estimate, n)
	for seat := range out {
		k := float64(done)
		mean := sum[seat] / k
		out[seat] = ai.Estimate{Chance: mean}
		if !v.Over {
			out[seat].Error = math.Sqrt((max(0, square[seat]-k*mean*mean) + 0.25) / (k + 1) / k)
		}
	}
	return out
}

// playOut plays the position to the end of the game.
func (r *ranker) playOut(dice *ai.Dice) {
	s, round := &r.s, uint8(0)
	for !s.Over {
		if s.Round != round {
			round = s.Round
			r.judge.begin(s.Rules(), &s.Public)
		}
		seat := s.Asked.First()
		list := s.AppendMoves(r.list[:0], seat)
		m := list[0]
		if len(list) > 1 {
			r.judge.look(&usual, &s.Public)
			hand, face := pharmacy.Hand(0), pharmacy.NoCard
			if s.Question == pharmacy.QuestionDare {
				v := s.Knows(engine.SeatsOf(seat))
				hand, face = v.Hands[seat], v.Face
			}
			m = r.judge.choose(list, hand, face, dice)
		}
		s.Play(m, nil)
	}
}
