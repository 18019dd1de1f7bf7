package terminal

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"theriac/engine"
	"theriac/engine/transcript"
	"theriac/games"
)

// Record is one game with all that led to it: the transcript is the truth, the
// rest is folded from it.
type Record struct {
	Game    engine.Game
	Session engine.Session
	script  *transcript.Transcript
	past    []played
	saved   string // the text as a file has it
}

// played is a move and what it did.
type played struct {
	move   engine.Move
	facts  []engine.Fact
	effect engine.Effect
}

// New begins a game, with cards of the group's own if there are any.
func New(g engine.Game, given engine.Settings, cards string, seed engine.Seed) (*Record, error) {
	set, err := engine.Resolve(g.Options(), given)
	if err != nil {
		return nil, err
	}
	h := engine.Header{Game: g.Name(), Revision: g.Revision(), Settings: set, Seed: seed}
	h.SetContent(cards)
	s, err := g.New(h)
	if err != nil {
		return nil, err
	}
	r := &Record{Game: g, Session: s, script: &transcript.Transcript{Header: h}}
	r.saved = r.Text() // a game without a move is nothing to lose
	return r, nil
}

// Redrawn is a game that begins where this one stands, with all that its players do not
// know drawn anew.
func (r *Record) Redrawn(number uint64) (*Record, error) {
	h := r.script.Header
	h.Seed = engine.NumberedSeed(number)
	h.Known = engine.AppendCode(nil, r.Session.View(engine.AllSeats(r.Settings().Int("players"))).Code)
	s, err := engine.Begin(r.Game, h)
	if err != nil {
		return nil, err
	}
	return &Record{Game: r.Game, Session: s, script: &transcript.Transcript{Header: h}}, nil
}

// FileError says where in a transcript something is wrong.
type FileError struct {
	Line int         // from 1; 0 where no single line is at fault
	Game engine.Game // nil where the line comes before it is known
	Err  error
}

func (e *FileError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

// Unwrap is the reason.
func (e *FileError) Unwrap() error { return e.Err }

// Open folds a transcript, its first most moves only where most is not
// negative. Receipts and the seed are checked on the way.
func Open(text string, most int) (*Record, error) {
	script, err := transcript.Parse(text)
	if err != nil {
		var at *engine.ParseError
		if errors.As(err, &at) {
			return nil, &FileError{Line: at.Line, Err: &engine.ParseError{Text: at.Text, Why: at.Why}}
		}
		return nil, err
	}
	g, ok := games.Find(script.Header.Game)
	if !ok {
		return nil, &engine.ParseError{Text: script.Header.Game, Why: "no such game"}
	}
	if most >= 0 {
		script.Lines = firstMoves(script.Lines, most)
	}
	r := &Record{Game: g, script: script}
	r.Session, err = r.fold()
	if err != nil {
		return nil, err
	}
	r.saved = r.Text()
	return r, nil
}

// firstMoves is the lines up to the n-th move and the receipt that may follow.
func firstMoves(lines []transcript.Line, n int) []transcript.Line {
	for i, l := range lines {
		if l.Kind == transcript.Move {
			if n == 0 {
				return lines[:i]
			}
			n--
		}
	}
	return lines
}

// fold plays the script from its header.
func (r *Record) fold() (engine.Session, error) {
	r.past = r.past[:0]
	s, err := r.script.Fold(r.Game, transcript.Watcher{
		After: func(_ engine.Session, m engine.Move, facts []engine.Fact, effect engine.Effect) {
			r.past = append(r.past, played{m, facts, effect})
		},
	})
	var at *transcript.LineError
	if errors.As(err, &at) {
		head := transcript.Transcript{Title: r.script.Title, Header: r.script.Header}
		return nil, &FileError{Line: strings.Count(head.String(), "\n") + at.Line, Game: r.Game, Err: at.Err}
	}
	return s, err
}

// Play makes a move and notes it.
func (r *Record) Play(m engine.Move) error {
	facts, effect, err := r.Session.Play(m)
	if err != nil {
		return err
	}
	r.past = append(r.past, played{m, facts, effect})
	r.script.Add(m.Seat, r.Game.Vocabulary().Move(m))
	return nil
}

// Last is the newest move.
func (r *Record) Last() (played, bool) {
	if len(r.past) == 0 {
		return played{}, false
	}
	return r.past[len(r.past)-1], true
}

// Undo takes the newest move back. A comment in the transcript remains,
// and receipts of what is no longer so go.
func (r *Record) Undo() error {
	lines := r.script.Lines
	at := len(lines) - 1
	for at >= 0 && lines[at].Kind != transcript.Move {
		at--
	}
	if at < 0 {
		return nil
	}
	undone := lines[at]
	rest := slices.DeleteFunc(slices.Clone(lines[at+1:]), func(l transcript.Line) bool {
		return l.Kind == transcript.Receipt
	})
	r.script.Lines = append(append(slices.Clone(lines[:at]), rest...),
		transcript.Line{Kind: transcript.Comment, Text: "undone: " + undone.String()})
	s, err := r.fold()
	if err != nil {
		return err
	}
	r.Session = s
	return nil
}

// Text is the transcript with a receipt at its end. It holds the seed: whoever
// reads it can know every card to come.
func (r *Record) Text() string {
	out := *r.script
	receipt := transcript.Line{Kind: transcript.Receipt, Text: r.Session.Hash().String()}
	if n := len(out.Lines); n == 0 || out.Lines[n-1] != receipt {
		out.Lines = append(slices.Clone(out.Lines), receipt)
	}
	return out.String()
}

// receipts says whether the transcript has a receipt to check.
func (r *Record) receipts() bool {
	return slices.ContainsFunc(r.script.Lines, func(l transcript.Line) bool { return l.Kind == transcript.Receipt })
}

// Moves is how many moves stand.
func (r *Record) Moves() int { return len(r.past) }

// Unsaved says whether something has happened that no file has.
func (r *Record) Unsaved() bool { return r.Text() != r.saved }

// Settings are the options of the game, those that the header leaves out included.
func (r *Record) Settings() engine.Settings {
	h := r.script.Header
	set, err := engine.Resolve(engine.OptionsAt(r.Game.Options(), h.Revision), h.Settings)
	if err != nil {
		panic(err) // the game could not have begun
	}
	return set
}

// Seed is where the game's chance comes from.
func (r *Record) Seed() engine.Seed { return r.script.Header.Seed }
