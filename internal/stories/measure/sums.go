package measure

import (
	"fmt"
	"io"
	"math"

	"theriac/ai/story"
	"theriac/engine/transcript"
	"theriac/games"
	"theriac/internal/cpu"
)

// Sums holds the results over the stories of several games.
type Sums struct {
	Games int `json:"games"`
	Won   int `json:"won"`
	Turns int `json:"turns"`
	// Off is the largest difference between skill plus luck and the change of the chance. Looked chances at the
	// beginning of turns were estimated again with a tenfold budget. Far of them differed by more than twice
	// their error.
	Off    float64 `json:"off"`
	Far    int     `json:"far"`
	Looked int     `json:"looked"`
	// First and Whole are the processor seconds until the first chart and until the complete story: the
	// average, and the maximum.
	First, FirstMost float64
	Whole, WholeMost float64
	Missed           int // number of turns with a clearly better plan
	// WonGames and LostGames show how won and lost games differ.
	WonGames  Split `json:"won_games"`
	LostGames Split `json:"lost_games"`
}

// Transcript returns the game as text.
func (g *Game) Transcript() string {
	e, _ := games.FindEntry(g.Header.Game)
	t := transcript.Transcript{Header: g.Header}
	for _, m := range g.Moves {
		t.Add(m.Seat, e.Rules.Vocabulary().Move(m))
	}
	return t.String()
}

// Tell makes the story of a game. It returns how long the first chart and the whole story took, in processor
// seconds of the thread.
func (c *Config) Tell(g Game) (s story.Story, first, whole float64, err error) {
	tale, e, err := games.Story(g.Header, g.Moves, c.Budget)
	if err != nil {
		return s, 0, 0, err
	}
	began := cpu.ThreadTime()
	since := func() float64 { return (cpu.ThreadTime() - began).Seconds() }
	s = tale.Tell(e, func(done int) {
		if done == tale.First {
			first = since()
		}
	})
	return s, first, since(), nil
}

// Add makes the story of the n-th game and adds it to the sums. If again is not 0, it estimates one of again
// chances a second time, with a tenfold budget and other random numbers.
func (r *Sums) Add(c *Config, n, again int) error {
	g, err := c.Play(n)
	if err != nil {
		return err
	}
	s, first, whole, err := c.Tell(g)
	if err != nil {
		return err
	}
	sum := s.Start.Chance
	for _, t := range s.Turns {
		sum += t.Skill.Chance + t.Luck.Chance
		if t.Missed != nil {
			r.Missed++
		}
	}
	r.Off = max(r.Off, math.Abs(sum-s.End))
	r.Games++
	r.Turns += len(s.Turns)
	r.Won += int(s.End)
	if s.End > 0 {
		r.WonGames.add(&s)
	} else {
		r.LostGames.add(&s)
	}
	r.First, r.FirstMost = r.First+first, max(r.FirstMost, first)
	r.Whole, r.WholeMost = r.Whole+whole, max(r.WholeMost, whole)
	if again == 0 {
		return nil
	}
	tale, e, err := games.Story(g.Header, g.Moves, story.Budget{Chance: 10 * c.Budget.Chance})
	if err != nil {
		return err
	}
	for i := n % again; i < len(s.Turns); i += again {
		job := tale.Jobs[2*i]
		job.Seed += 1 << 40
		want, got := job.Do(e).Chance, s.Turns[i].Before
		r.Looked++
		if math.Abs(want.Chance-got.Chance) > 2*math.Hypot(want.Error, got.Error) {
			r.Far++
		}
	}
	return nil
}

// Print writes the sums.
func (r *Sums) Print(w io.Writer) {
	n := float64(max(1, r.Games))
	_, _ = fmt.Fprintf(w, "%d games, %d won, %d turns, %d with a plan that is clearly better\n", r.Games, r.Won, r.Turns, r.Missed)
	_, _ = fmt.Fprintf(w, "skill and luck add up to the change of the chance within %.2g\n", r.Off)
	_, _ = fmt.Fprintf(w, "%d of %d chances are more than two errors from those of a tenfold budget\n", r.Far, r.Looked)
	_, _ = fmt.Fprintf(w, "first chart after %.1f s (at most %.1f), whole after %.1f s (at most %.1f)\n", r.First/n, r.FirstMost, r.Whole/n, r.WholeMost)
	r.WonGames.print(w, "won")
	r.LostGames.print(w, "lost")
}
