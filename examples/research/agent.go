package main

import (
	"encoding/binary"
	"math/bits"

	"theriac/ai"
	"theriac/engine"
	"theriac/games/epidemic"
)

// looker is an agent for the map games. It draws some positions that its seats cannot distinguish from the real
// one. On each of them it tries every move, followed by random play. It chooses the move with the best results.
type looker struct {
	draws int // number of positions drawn per question
	moves int // number of random moves played after the tried move
}

var _ ai.Player = looker{}

// Choose answers for the first seat that owes an answer. It never interjects.
func (l looker) Choose(q *ai.Question) ai.Answer {
	if q.Owing.Empty() {
		return ai.Answer{Silent: true}
	}
	var mine []engine.Move
	for _, m := range q.Moves {
		if m.Seat == q.Owing.First() {
			mine = append(mine, m)
		}
	}
	if len(mine) == 1 {
		return ai.Answer{Move: mine[0]}
	}
	var chance engine.Rand // all of the agent's randomness comes from the question's seed
	binary.LittleEndian.PutUint64(chance.Key[:], q.Seed)
	view := q.View.(*epidemic.View)
	score := make([]int, len(mine))
	for n := range l.draws {
		if n > 0 && q.Stop != nil && q.Stop() {
			break // time is up, so use the results so far
		}
		drawn := view.Position(&chance)
		luck := ai.Dice(chance.N(1 << 30))
		for i, m := range mine {
			after, dice := drawn, luck // use the same random numbers for every move
			after.Play(m, nil)
			l.playOn(&after, &dice)
			score[i] += stand(&after)
		}
	}
	best := 0
	for i := range score {
		if score[i] > score[best] {
			best = i
		}
	}
	return ai.Answer{Move: mine[best]}
}

// byChance is the simplest agent: it makes a random legal move of a seat that owes an answer.
type byChance struct{}

func (byChance) Choose(q *ai.Question) ai.Answer {
	if q.Owing.Empty() {
		return ai.Answer{Silent: true}
	}
	dice := ai.Dice(q.Seed)
	for {
		if m := q.Moves[dice.N(len(q.Moves))]; q.Owing.Has(m.Seat) {
			return ai.Answer{Move: m}
		}
	}
}

// playOn plays some random moves.
func (l looker) playOn(s *epidemic.State, dice *ai.Dice) {
	for range l.moves {
		d := s.Decision()
		if d.Over {
			return
		}
		list := s.AppendMoves(nil, d.Owing().First())
		s.Play(list[dice.N(len(list))], nil)
	}
}

// stand returns how good a position is. Cures count most. After that come cards of one colour in one hand, and
// few outbreaks, cubes and cities with three cubes.
func stand(s *epidemic.State) int {
	r, sum := s.Rules(), -40*int(s.Outbreaks)
	if s.End != epidemic.Running && s.End != epidemic.Won {
		sum -= 1000
	}
	for d := range epidemic.Disease(len(r.Diseases)) {
		if s.IsCured(d) {
			sum += 300
		} else {
			most := 0
			for seat := range engine.Seat(r.Players) {
				most = max(most, bits.OnesCount64(s.Hand(seat).Cities()&r.CitiesOf(d)))
			}
			sum += 4 * most * most
		}
		for c := range epidemic.City(len(r.Cities)) {
			n := int(s.CubesAt(c, d))
			sum -= n * n
		}
	}
	return sum
}
