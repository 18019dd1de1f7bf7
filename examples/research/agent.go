package main

import (
	"encoding/binary"
	"math/bits"

	"theriac/ai"
	"theriac/engine"
	"theriac/games/epidemic"
)

// looker is an agent for the map games. It tries every move on some positions that its
// seats cannot tell from the real one, plays each a little further by chance, and takes
// the move after which things stand best.
type looker struct {
	draws int // positions that it draws for a question
	moves int // moves that it plays by chance after its own
}

var _ ai.Player = looker{}

// Choose answers for the first seat that owes. It never interjects.
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
	var chance engine.Rand // the question's seed is all the chance that an agent has
	binary.LittleEndian.PutUint64(chance.Key[:], q.Seed)
	view := q.View.(*epidemic.View)
	score := make([]int, len(mine))
	for n := range l.draws {
		if n > 0 && q.Stop != nil && q.Stop() {
			break // time is up: what has been seen must do
		}
		drawn := view.Position(&chance)
		luck := ai.Dice(chance.N(1 << 30))
		for i, m := range mine {
			after, dice := drawn, luck // every move has the same luck
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

// byChance is the simplest agent: any listed move of a seat that owes will do.
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

// playOn plays some moves by chance.
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

// stand is how well things stand: cures above all, cards of one colour in one hand on the
// way to them, few outbreaks, few cubes, and none that lie three high.
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
