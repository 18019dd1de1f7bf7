package measure

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"theriac/ai"
	"theriac/ai/story"
	"theriac/engine"
	"theriac/games"
)

// A blunder is a turn that is played at random, or not at all. By an estimate with a tenfold budget, it costs
// at least ten percentage points. It is planted in a game of bots, which then continue the game.
const (
	costs  = 0.10
	fold   = 10
	among  = 3  // how many of the worst choices of a game are examined
	tried  = 4  // how many bad ways to play a turn are tried
	inGame = 12 // how many turns can get a blunder, from the second turn on
)

// Blunder describes one planted blunder, and how the story of its game ranks it.
type Blunder struct {
	Game   int         `json:"game"`
	Turn   int         `json:"turn"`
	Cost   ai.Estimate `json:"cost"`
	Place  int         `json:"place"` // rank among the worst choices of its game, from 1; 0 if absent
	Missed float64     `json:"missed"`
}

// Named reports whether the story names the blunder among the worst choices.
func (b *Blunder) Named() bool { return b.Place > 0 && b.Place <= among }

// Plant plays the n-th game and plants a blunder in it. It returns false if no turn of the game allows one.
func (c *Config) Plant(n int) (Game, Blunder, bool, error) {
	t, err := c.begin(n)
	if err != nil {
		return Game{}, Blunder{}, false, err
	}
	e, _ := games.FindEntry(c.Game)
	if e.Evaluator == nil {
		return Game{}, Blunder{}, false, story.ErrNoChances
	}
	eval, dice := e.Evaluator(), ai.Dice(t.Header.Seed.Number)
	from, turn := 2+dice.N(inGame), 0
	b := Blunder{Game: n}
	for !t.s.Decision().Over {
		stage := eval.Stage(t.s.View(t.seats))
		if stage.Turn != turn && stage.Acting && b.Turn == 0 {
			turn = stage.Turn
			if turn >= from && t.blunder(c, eval, &dice, &b) {
				b.Turn = turn
				continue
			}
		}
		t.step()
	}
	return t.Game, b, b.Turn > 0, nil
}

// blunder plays the turn badly. It returns false if none of several bad ways costs enough.
func (t *table) blunder(c *Config, eval ai.Evaluator, dice *ai.Dice, b *Blunder) bool {
	for way := range tried {
		bad, ok := t.badly(eval, dice, way)
		if !ok {
			continue
		}
		q := ai.Evaluation{Seats: t.seats, View: t.s.View(t.seats), Moves: bad[:len(bad)-1], Budget: c.Budget.Plans / 4, Seed: 1 << 41}
		if cost(eval.Plans(&q)).Chance < costs {
			continue
		}
		q.Budget, q.Seed = fold*c.Budget.Plans, 1<<42
		if b.Cost = cost(eval.Plans(&q)); b.Cost.Chance < costs {
			continue
		}
		for _, m := range bad {
			t.play(m)
		}
		t.memo = nil
		return true
	}
	return false
}

// cost returns how much the best plan gains compared with the given one.
func cost(plans []ai.Plan) ai.Estimate {
	if len(plans) < 2 {
		return ai.Estimate{}
	}
	best, played := plans[0].Estimate, plans[len(plans)-1].Estimate
	return ai.Estimate{Chance: best.Chance - played.Chance, Error: max(best.Error, played.Error)}
}

// badly returns a bad way to play the turn, including the move that ends the turn. It does nothing, or makes
// random moves that reveal nothing new.
func (t *table) badly(eval ai.Evaluator, dice *ai.Dice, way int) (moves []engine.Move, ok bool) {
	s := t.s.Clone()
	active := eval.Stage(s.View(t.seats)).Active
	most := 0
	if way > 0 {
		most = 4
	}
	for range 20 {
		if len(moves) < most {
			list := s.AppendMoves(nil, active)
			if len(list) == 0 || s.Decision().Question != s.Vocabulary().Turn {
				return nil, false
			}
			m := list[dice.N(len(list))]
			if m == s.Default(active) {
				continue
			}
			_, effect, err := s.Play(m)
			if err != nil || !effect.Free() || s.Decision().Over {
				return nil, false
			}
			moves = append(moves, m)
			continue
		}
		end := s.Default(active)
		if _, _, err := s.Play(end); err != nil || eval.Stage(s.View(t.seats)).Acting && !s.Decision().Over && eval.Stage(s.View(t.seats)).Active == active {
			return nil, false
		}
		return append(moves, end), true
	}
	return nil, false
}

// Find makes the story of a game, and records whether the story names the blunder.
func (c *Config) Find(g Game, b *Blunder) error {
	s, _, _, err := c.Tell(g)
	if err != nil {
		return err
	}
	turns := slices.DeleteFunc(s.Turns, func(t story.Turn) bool { return t.Missed == nil })
	slices.SortStableFunc(turns, func(a, b story.Turn) int { return cmp.Compare(b.Missed.Chance, a.Missed.Chance) })
	for i, t := range turns {
		if t.Turn == b.Turn {
			b.Place, b.Missed = i+1, t.Missed.Chance
		}
	}
	return nil
}

// Print writes a blunder and whether the story named it.
func (b *Blunder) Print(w io.Writer) {
	_, _ = fmt.Fprintf(w, "game %d, turn %d: costs %.0f points, told as %.0f, place %d\n", b.Game, b.Turn, 100*b.Cost.Chance, 100*b.Missed, b.Place)
}

// PrintBlunders writes and returns how many of the blunders were named.
func PrintBlunders(w io.Writer, list []Blunder) (named int) {
	for i := range list {
		if list[i].Named() {
			named++
		}
	}
	_, _ = fmt.Fprintf(w, "%d of %d blunders are named among the %d worst choices of their game\n", named, len(list), among)
	return named
}
