// Package doctor looks at a server the way people reach it, and at the machine that it
// runs on, and says what to mend. Through the public address it does what a browser
// does: it asks for a name, makes a private table, follows its stream, and is forgotten
// again. It refuses to change anything else, and to guess: what it cannot see, it says.
package doctor

import (
	"fmt"
	"io"
)

// Level is how bad a finding is.
type Level string

// The levels. Only a problem makes the doctor fail.
const (
	Fine    Level = "ok"
	Notice  Level = "note"
	Problem Level = "PROBLEM"
)

// Finding is one thing that was looked at.
type Finding struct {
	Level Level
	What  string // what was looked at
	Seen  string // what was seen there
	Mend  string // what to do about it; empty where it is fine
}

// Report is all that was found.
type Report []Finding

func (r *Report) add(level Level, what, mend, seen string, args ...any) {
	*r = append(*r, Finding{level, what, fmt.Sprintf(seen, args...), mend})
}

// Problems counts what has to be mended.
func (r Report) Problems() int {
	n := 0
	for _, f := range r {
		if f.Level == Problem {
			n++
		}
	}
	return n
}

// Print writes a line for each finding, and what to do below it.
func (r Report) Print(out io.Writer) error {
	for _, f := range r {
		text := fmt.Sprintf("%-8s %s: %s\n", f.Level, f.What, f.Seen)
		if f.Mend != "" {
			text += fmt.Sprintf("%-8s → %s\n", "", f.Mend)
		}
		if _, err := io.WriteString(out, text); err != nil {
			return err
		}
	}
	return nil
}
