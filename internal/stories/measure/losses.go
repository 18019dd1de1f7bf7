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

// Split is what games that ended alike have in common: sums over them.
type Split struct {
	Games int `json:"games"`
	// Start is the chance before the first turn; Skill and Luck are what the moves and
	// the cards changed, Start, Skill and Luck together being 1 or 0 for each game.
	Start float64 `json:"start"`
	Skill float64 `json:"skill"`
	Luck  float64 `json:"luck"`
	// Missed is what clearly better plans would have brought, and MissedTurns in how many
	// turns there was one.
	Missed      float64 `json:"missed"`
	MissedTurns int     `json:"missed_turns"`
	// Ahead is how many turns began with a chance of a half or more, Turns how many there
	// were, and Left how many were left when that was so for the last time.
	Ahead int `json:"ahead"`
	Turns int `json:"turns"`
	Left  int `json:"left"`
	// Worst counts the turning points that cost each game most, by what they say.
	Worst map[string]int `json:"worst"`
}

// add counts the story of a game.
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

// worst is the turning point that cost most; nil where none cost anything.
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

// print writes the means of some games.
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
