package epidemictest

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"theriac/engine"
	"theriac/engine/transcript"
	"theriac/games/epidemic"
)

// Scenarios plays every transcript under a folder and compares what happened
// with what the transcript says happened. With update it rewrites what they
// say; the change is then read like any other. It returns the rules that
// fired.
func Scenarios(t *testing.T, g *epidemic.Table, dir string, update bool) (fired map[string]int) {
	fired = map[string]int{}
	files := 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if d != nil && d.IsDir() && d.Name() == "frozen" {
			return filepath.SkipDir // finished games, not scenarios
		}
		if err != nil || d.IsDir() || filepath.Ext(path) != ".txt" {
			return err
		}
		files++
		t.Run(strings.TrimPrefix(path, dir+string(filepath.Separator)), func(t *testing.T) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			tr, err := transcript.Parse(string(text))
			if err != nil {
				t.Fatal(err)
			}
			played, err := Annotate(g, tr, fired)
			if err != nil {
				t.Fatal(err)
			}
			if got := played.String(); got != string(text) {
				if !update {
					t.Fatalf("this happened:\n%s", got)
				}
				if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
		return nil
	})
	if err != nil || files == 0 {
		t.Fatalf("no scenarios in %s: %v", dir, err)
	}
	return fired
}

// Annotate plays a transcript and writes under each move what it did, with the
// rule, who learned something by it, and whom the table waits for then; under each refused move the rule
// that forbids it.
func Annotate(g *epidemic.Table, tr *transcript.Transcript, fired map[string]int) (*transcript.Transcript, error) {
	out := &transcript.Transcript{Title: tr.Title, Header: tr.Header}
	note := func(text string) {
		out.Lines = append(out.Lines, transcript.Line{Kind: transcript.Note, Text: text})
	}
	s, err := g.New(tr.Header)
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
		one := transcript.Transcript{Lines: tr.Lines[i : i+1]}
		switch l.Kind {
		case transcript.Given:
			state, _ := engine.At[epidemic.State](s)
			if err := state.Arrange(l.Text); err != nil {
				return nil, err
			}
			asked = s.Decision()
		case transcript.Refused:
			m, err := g.Vocabulary().ParseMove(l.Seat, l.Text)
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
			err := one.Continue(g, s, transcript.Watcher{After: func(_ engine.Session, _ engine.Move, facts []engine.Fact, effect engine.Effect) {
				for _, f := range facts {
					fired[f.Rule]++
					note(factNote(g, f))
				}
				if !effect.Free() {
					note(effectNote(effect))
				}
			}})
			if err != nil {
				return nil, err
			}
			if d := s.Decision(); d.Step != asked.Step || d.All != asked.All || d.May != asked.May {
				asked = d
				note(question(g, d))
			}
		}
		state, _ := engine.At[epidemic.State](s)
		if why := state.Broken(); why != "" {
			return nil, &engine.ParseError{Text: l.String(), Why: why}
		}
	}
	return out, nil
}

func factNote(g *epidemic.Table, f engine.Fact) string {
	text := g.Vocabulary().Fact(f)
	if f.To != engine.Everyone {
		text += " to" + seats(f.To)
	} else if f.Not != 0 {
		text += " not to" + seats(f.Not)
	}
	return text + "  (" + f.Rule + ")"
}

// effectNote says who learned something by a move and whether chance was used:
// what an undo cannot simply take back.
func effectNote(e engine.Effect) string {
	text := ""
	if e.Learned != 0 {
		text = "learned" + seats(e.Learned)
	}
	if e.Chance {
		text += " by chance"
	}
	return strings.TrimSpace(text)
}

func question(g *epidemic.Table, d engine.Decision) string {
	if d.Over {
		return "asks nobody"
	}
	text := "asks" + seats(d.All) + " " + g.Vocabulary().Steps[d.Step]
	if d.May != 0 {
		text += ", may" + seats(d.May)
	}
	return text
}

func seats(set engine.Seats) string {
	text := ""
	for s := range engine.Seat(engine.MaxSeats) {
		if set.Has(s) {
			text += " " + engine.SeatKind.Text(uint8(s))
		}
	}
	return text
}
