package measure

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"theriac/ai/story"
)

// Split holds sums over games with equal results, won or lost.
type Split struct {
	Games int `json:"games"`
	// Start is the chance to win before the first turn. Skill and Luck are how much moves and cards changed the
	// chance. For each game, the three add up to 1 if it was won, and to 0 if it was lost.
	Start float64 `json:"start"`
	Skill float64 `json:"skill"`
	Luck  float64 `json:"luck"`
	// Missed is how much clearly better plans would have gained. MissedTurns is the number of turns that had
	// such a plan.
	Missed      float64 `json:"missed"`
	MissedTurns int     `json:"missed_turns"`
	// Turns is the number of all turns. Ahead is how many of them began with a chance of at least one half.
	// Left is how many turns followed the last of those.
	Ahead int `json:"ahead"`
	Turns int `json:"turns"`
	Left  int `json:"left"`
	// Worst counts, by kind, the turning point that cost most in each game.
	Worst map[string]int `json:"worst"`
}

// add adds the story of one game.
func (p *Split) add(s *story.Story) {
	p.Games++
	p.Start += s.Start.Chance
	left := len(s.Turns)
	for i := range s.Turns {
		t := &s.Turns[i]
		p.Skill += t.Skill.Chance
		p.Luck += t.Luck.Chance
		if t.Missed != nil {
			p.Missed += t.Missed.Chance
			p.MissedTurns++
		}
		if t.Before.Chance >= 0.5 {
			p.Ahead++
			left = len(s.Turns) - i - 1
		}
	}
	p.Turns += len(s.Turns)
	p.Left += left
	if w := worst(s.Points); w != nil {
		if p.Worst == nil {
			p.Worst = map[string]int{}
		}
		p.Worst[w.Key]++
	}
}

// worst returns the turning point that cost most, or nil if no turning point cost anything.
func worst(points []story.Point) (w *story.Point) {
	cost := 0.0
	for i := range points {
		c := points[i].By
		if points[i].Kind == story.KindMissed {
			c = -c
		}
		if c < cost {
			w, cost = &points[i], c
		}
	}
	return w
}

// print writes the averages over the games.
func (p *Split) print(w io.Writer, name string) {
	if p.Games == 0 {
		return
	}
	n := float64(p.Games)
	_, _ = fmt.Fprintf(w, "%s: %d games; chance at the start %.2f, moves %+.2f, cards %+.2f\n",
		name, p.Games, p.Start/n, p.Skill/n, p.Luck/n)
	_, _ = fmt.Fprintf(w, "  %.1f turns, %.1f of them at a chance of a half or more, for the last time %.1f turns before the end; better plans in %.1f turns, %.2f together\n",
		float64(p.Turns)/n, float64(p.Ahead)/n, float64(p.Left)/n, float64(p.MissedTurns)/n, p.Missed/n)
	for _, key := range slices.SortedFunc(maps.Keys(p.Worst), func(a, b string) int {
		return cmp.Or(p.Worst[b]-p.Worst[a], strings.Compare(a, b))
	}) {
		_, _ = fmt.Fprintf(w, "  cost most: %s %d\n", key, p.Worst[key])
	}
}
