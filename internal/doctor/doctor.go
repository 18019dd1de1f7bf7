// Package doctor checks a server through its public address, and the machine it runs on, and
// reports what to fix. It acts like a browser: it becomes a guest, makes a private table, follows
// its stream, and deletes the guest again.
//
// By design it refuses to change anything else, and to guess: if a check cannot be made, it reports
// that.
package doctor

import (
	"fmt"
	"io"
)

// Level is how serious a finding is.
type Level string

// The levels of findings. Only a Problem makes the doctor's command fail.
const (
	Fine    Level = "ok"
	Notice  Level = "note"
	Problem Level = "PROBLEM"
)

// Finding is the result of one check.
type Finding struct {
	Level Level
	What  string // what was checked
	Seen  string // what was found
	Fix   string // how to fix it; empty if nothing is wrong
}

// Report is the list of all findings of a check.
type Report []Finding

func (r *Report) add(level Level, what, fix, seen string, args ...any) {
	*r = append(*r, Finding{level, what, fmt.Sprintf(seen, args...), fix})
}

// Problems returns the number of findings that need to be fixed.
func (r Report) Problems() int {
	n := 0
	for _, f := range r {
		if f.Level == Problem {
			n++
		}
	}
	return n
}

// Print writes a line for each finding, followed by how to fix it.
func (r Report) Print(out io.Writer) error {
	for _, f := range r {
		text := fmt.Sprintf("%-8s %s: %s\n", f.Level, f.What, f.Seen)
		if f.Fix != "" {
			text += fmt.Sprintf("%-8s → %s\n", "", f.Fix)
		}
		if _, err := io.WriteString(out, text); err != nil {
			return err
		}
	}
	return nil
}
