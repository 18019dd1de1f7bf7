package enginetest

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"theriac/engine"
	"theriac/engine/transcript"
)

// Stage plays a game's scenarios: transcripts with made-up positions and the facts to expect.
type Stage struct {
	Game engine.Game
	// Arrange applies a change, given as text, to a position.
	Arrange func(s engine.Session, text string) error
	// Fault describes what is wrong with a position, or returns an empty string.
	Fault func(s engine.Session) string
}

// T is the part of *testing.T that the checks use. With it, programs that run the suite need not import
// package testing.
type T interface {
	Helper()
	Log(args ...any)
	Errorf(format string, args ...any)
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

// Scenarios plays every transcript in a folder and compares the results with those noted there. If update is
// set, it rewrites the notes instead; review that change like any other. It returns how often each rule
// fired.
func (st Stage) Scenarios(t T, dir string, update bool) (fired map[string]int) {
	t.Helper()
	fired = map[string]int{}
	files := 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if d != nil && d.IsDir() && d.Name() == "frozen" {
			return filepath.SkipDir // contains finished games, not scenarios
		}
		if err != nil || d.IsDir() || filepath.Ext(path) != ".txt" {
			return err
		}
		files++
		if err := st.scenario(path, update, fired); err != nil {
			t.Errorf("%s: %v", path, err)
		}
		return nil
	})
	if err != nil || files == 0 {
		t.Fatalf("no scenarios in %s: %v", dir, err)
	}
	return fired
}

// scenario plays one transcript. The error describes a result that differs from the notes.
func (st Stage) scenario(path string, update bool, fired map[string]int) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	tr, err := transcript.Parse(string(text))
	if err != nil {
		return err
	}
	played, err := st.Annotate(tr, fired)
	if err != nil {
		return err
	}
	got := played.String()
	switch {
	case got == string(text):
		return nil
	case update:
		return os.WriteFile(path, []byte(got), 0o644)
	}
	return errors.New("this happened:\n" + got)
}

// Annotate plays a transcript and notes the results of each move: the facts with their rules, the seats that
// learned something, and the seats that owe an answer next. For a move that must be illegal, it notes the
// rule that forbids it.
func (st Stage) Annotate(tr *transcript.Transcript, fired map[string]int) (*transcript.Transcript, error) {
	out := &transcript.Transcript{Title: tr.Title, Header: tr.Header}
	note := func(text string) {
		out.Lines = append(out.Lines, transcript.Line{Kind: transcript.Note, Text: text})
	}
	s, err := engine.Begin(st.Game, tr.Header)
	if err != nil {
		return nil, err
	}
	for _, f := range s.Opening() {
		fired[f.Rule]++
	}
	asked := engine.Decision{}
	for i, l := range tr.Lines {
		if l.Kind == transcript.Note {
			continue
		}
		out.Lines = append(out.Lines, l)
		switch l.Kind {
		case transcript.Given:
			if err := st.Arrange(s, l.Text); err != nil {
				return nil, err
			}
			asked = s.Decision()
		case transcript.Refused:
			m, err := st.Game.Vocabulary().ParseMove(l.Seat, l.Text)
			if err != nil {
				return nil, err
			}
			rule := s.Why(m)
			if rule == "" {
				return nil, &engine.ParseError{Text: l.String(), Why: "the move is allowed"}
			}
			fired[rule]++
			note("(" + rule + ")")
		case transcript.Move:
			one := transcript.Transcript{Lines: tr.Lines[i : i+1]}
			err := one.Continue(st.Game, s, transcript.Watcher{After: func(_ engine.Session, _ engine.Move, facts []engine.Fact, effect engine.Effect) {
				for _, f := range facts {
					fired[f.Rule]++
					note(st.factNote(f))
				}
				if !effect.Free() {
					note(effectNote(effect))
				}
			}})
			if err != nil {
				return nil, err
			}
			if d := s.Decision(); d.Question != asked.Question || d.All != asked.All || d.May != asked.May {
				asked = d
				note(st.question(d))
			}
		}
		if why := st.Fault(s); why != "" {
			return nil, &engine.ParseError{Text: l.String(), Why: why}
		}
	}
	return out, nil
}

func (st Stage) factNote(f engine.Fact) string {
	text := st.Game.Vocabulary().Fact(f)
	if f.To != engine.Everyone {
		text += " to" + seatList(f.To)
	} else if f.Not != 0 {
		text += " not to" + seatList(f.Not)
	}
	return text + "  (" + f.Rule + ")"
}

// effectNote returns a note that lists the seats that learned something from a move, and tells whether the
// move used chance. If either happened, undoing the move is not free.
func effectNote(e engine.Effect) string {
	text := ""
	if e.Learned != 0 {
		text = "learned" + seatList(e.Learned)
	}
	if e.Chance {
		text += " by chance"
	}
	return strings.TrimSpace(text)
}

func (st Stage) question(d engine.Decision) string {
	if d.Over {
		return "asks nobody"
	}
	text := "asks" + seatList(d.All) + " " + st.Game.Vocabulary().Questions[d.Question]
	if d.May != 0 {
		text += ", may" + seatList(d.May)
	}
	return text
}

func seatList(set engine.Seats) string {
	text := ""
	for s := range engine.Seat(engine.MaxSeats) {
		if set.Has(s) {
			text += " " + engine.SeatKind.Text(uint8(s))
		}
	}
	return text
}
