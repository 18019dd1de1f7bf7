package bots

import (
	"errors"

	"theriac/ai"
	"theriac/engine"
	"theriac/games/pharmacy"
)

// Lone plays games in which one player sits alone among others, in each seat in turn, and
// says how many it wins; a shared win counts in parts. The same numbers deal the same
// games, so that two players meet the same cards.
func Lone(r *pharmacy.Rules, lone ai.Player, others []ai.Player, from, to int, seed uint64) float64 {
	base, _ := engine.NumberedSeed(seed).Rand()
	var buf [engine.MaxMoves]engine.Move
	wins := 0.0
	for i := from; i < to; i++ {
		chance := base
		for b := range 8 {
			chance.Key[b] ^= byte(i >> (8 * b))
		}
		var s pharmacy.State
		var memos [engine.MaxSeats][]byte
		r.Deal(&s, chance.Fork(), nil)
		own := engine.Seat(i % r.Players)
		dice := ai.Dice(seed<<32 + uint64(i))
		for d := s.Decision(); !d.Over; d = s.Decision() {
			seat := d.Owing().First()
			p := lone
			if seat != own {
				p = others[(i+int(seat))%len(others)]
			}
			by := engine.SeatsOf(seat)
			v := s.Knows(by)
			q := ai.Question{
				Seats: by, View: &v, Moves: s.AppendMoves(buf[:0], seat), Owing: by, Seed: uint64(dice.N(1 << 31)), Memo: memos[seat],
			}
			a := p.Choose(&q)
			memos[seat] = a.Memo
			s.Play(a.Move, nil)
		}
		if end, _ := s.Outcome(); end.Won.Has(own) {
			wins += 1 / float64(end.Won.Len())
		}
	}
	return wins
}

// Tuning is what to tune, and how long.
type Tuning struct {
	Games   int // in which experts are watched, or which a change is judged by
	Changes int // that are tried
	Seed    uint64
	// Progress receives a line now and then; nil: nobody reads it.
	Progress func(text string, args ...any)
}

// TunedFrom is the first seed that tuning may use. Those below are for measuring: nothing
// is tuned on games that strength is measured on.
const TunedFrom = 1000

func (t *Tuning) say(text string, args ...any) {
	if t.Progress != nil {
		t.Progress(text, args...)
	}
}

// Response watches experts play among themselves and finds the weights of the best
// response: those by which a judge chooses most nearly as they did. A quarter of the games
// is kept back, to see whether it does so in games that it has not seen.
func (t *Tuning) Response(r *pharmacy.Rules) (Weights, error) {
	if t.Seed < TunedFrom {
		return Weights{}, errors.New("seeds below 1000 are for measuring")
	}
	choices := Observe(r, searching(expertBudget), 0, t.Games, t.Seed)
	cut := len(choices) * 3 / 4
	t.say("%d choices in %d games", len(choices), t.Games)
	w, before, after := Imitate(usual, choices[:cut], t.Changes, t.Seed)
	t.say("surprise %.3f before, %.3f after, %.3f in games not seen", before, after, surprise(&w, choices[cut:]))
	return w, nil
}

// Circle looks for a way to play that beats a table of those before it, the last three of
// them most often, again and again. It comes to no end: in time each is beaten by one that
// loses to the first. The crowd was found so, with 32 changes for each step and a few steps
// left out.
func (t *Tuning) Circle(r *pharmacy.Rules, times int) ([]Weights, error) {
	if t.Seed < TunedFrom {
		return nil, errors.New("seeds below 1000 are for measuring")
	}
	dice := ai.Dice(t.Seed)
	hall := []Weights{honest}
	for i := range times {
		best, others := hall[i], []ai.Player(nil)
		for k := range hall {
			others = append(others, &plain{weights: &hall[k]})
			if k+3 >= len(hall) {
				others = append(others, &plain{weights: &hall[k]}, &plain{weights: &hall[k]})
			}
		}
		most := Lone(r, &plain{weights: &best}, others, 0, t.Games, t.Seed)
		for range t.Changes {
			next := changed(best, &dice)
			if n := Lone(r, &plain{weights: &next}, others, 0, t.Games, t.Seed); n > most {
				best, most = next, n
			}
		}
		t.say("%d wins %.1f %% against those before: %v", i+1, 100*most/float64(t.Games), best)
		hall = append(hall, best)
	}
	return hall, nil
}
