package history

import (
	"cmp"
	"slices"

	"theriac/ai/puzzle"
	"theriac/internal/puzzles"
)

// MaxCourse is how many ratings of the past are kept in a course.
const MaxCourse = 60

// Puzzles is what a person made of the puzzles.
type Puzzles struct {
	Rating         puzzles.Rating
	Solved, Failed int   // at the first try
	Run, BestRun   int   // solved in a row, up to now and at best
	Course         []int // the rating after each of the last ones, the oldest first
}

// PuzzlesOf adds up a person's attempts that are over.
func PuzzlesOf(r puzzles.Record) Puzzles {
	out := Puzzles{Rating: r.Rating, Course: []int{}}
	type tried struct {
		id string
		puzzles.Attempt
	}
	var list []tried
	for id, a := range r.Attempts {
		if a.Verdict == puzzle.Solved || a.Verdict == puzzle.Failed {
			list = append(list, tried{id, a})
		}
	}
	slices.SortFunc(list, func(a, b tried) int { return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.id, b.id)) })
	for _, a := range list {
		if a.Verdict == puzzle.Solved {
			out.Solved++
			out.Run++
			out.BestRun = max(out.BestRun, out.Run)
		} else {
			out.Failed++
			out.Run = 0
		}
		out.Course = append(out.Course, int(a.After))
	}
	out.Course = out.Course[max(0, len(out.Course)-MaxCourse):]
	return out
}
