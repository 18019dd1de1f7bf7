package history

import (
	"cmp"
	"slices"

	"theriac/ai/puzzle"
	"theriac/internal/puzzles"
)

// MaxCourse is the largest number of past ratings in Puzzles.Course.
const MaxCourse = 60

// Puzzles is a person's record in the puzzles.
type Puzzles struct {
	Rating         puzzles.Rating
	Solved, Failed int   // only first attempts count
	Run, BestRun   int   // the current and the longest series of solved puzzles
	Course         []int // rating after each of the last attempts, oldest first
}

// PuzzlesOf computes a person's record from their finished attempts.
func PuzzlesOf(r puzzles.Progress) Puzzles {
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
