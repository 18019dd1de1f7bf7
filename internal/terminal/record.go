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

// Playthrough is a game and its transcript, from which all other fields are computed.
type Playthrough struct {
	Game    engine.Game
	Session engine.Session
	script  *transcript.Transcript
	past    []played
	saved   string // the transcript as it was last saved to a file
}

// played is a move with its effects.
type played struct {
	move   engine.Move
	facts  []engine.Fact
	effect engine.Effect
}

// New begins a game. cards are a group's own cards, or empty.
func New(g engine.Game, given engine.Settings, cards string, seed engine.Seed) (*Playthrough, error) {
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
	r := &Playthrough{Game: g, Session: s, script: &transcript.Transcript{Header: h}}
	r.saved = r.Text() // a game without moves is not worth saving
	return r, nil
}

// Redrawn returns a new game that begins at the current position. Everything that no player knows, such as the
// order of the decks, is drawn again.
func (r *Playthrough) Redrawn(number uint64) (*Playthrough, error) {
	h := r.script.Header
	h.Seed = engine.NumberedSeed(number)
	h.Known = engine.AppendCode(nil, r.Session.View(engine.AllSeats(r.Settings().Int("players"))).Code)
	s, err := engine.Begin(r.Game, h)
	if err != nil {
		return nil, err
	}
	return &Playthrough{Game: r.Game, Session: s, script: &transcript.Transcript{Header: h}}, nil
}

// FileError means that a transcript is invalid. It has the number of the faulty line.
type FileError struct {
	Line int         // counted from 1; 0 if the mistake is not on one line
	Game engine.Game // nil if the mistake is before the line that names the game
	Err  error
}

func (e *FileError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

// Unwrap returns the underlying error.
func (e *FileError) Unwrap() error { return e.Err }

// Open reads a transcript and replays the first most moves, or all if most is negative. It verifies the seed
// and the receipts, which are hashes of positions.
func Open(text string, most int) (*Playthrough, error) {
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
	r := &Playthrough{Game: g, script: script}
	r.Session, err = r.fold()
	if err != nil {
		return nil, err
	}
	r.saved = r.Text()
	return r, nil
}

// firstMoves returns the lines up to the n-th move, and any receipt of that move.
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

// fold replays the transcript from its header.
func (r *Playthrough) fold() (engine.Session, error) {
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

// Play makes a move and records it.
func (r *Playthrough) Play(m engine.Move) error {
	facts, effect, err := r.Session.Play(m)
	if err != nil {
		return err
	}
	r.past = append(r.past, played{m, facts, effect})
	r.script.Add(m.Seat, r.Game.Vocabulary().Move(m))
	return nil
}

// Last returns the newest move, or false if there is none.
func (r *Playthrough) Last() (played, bool) {
	if len(r.past) == 0 {
		return played{}, false
	}
	return r.past[len(r.past)-1], true
}

// Undo takes back the newest move. Comments in the transcript remain; receipts that have become
// invalid are removed.
func (r *Playthrough) Undo() error {
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

// Text returns the transcript with a receipt at its end. It contains the seed, from which anyone can compute
// all cards to come.
func (r *Playthrough) Text() string {
	out := *r.script
	receipt := transcript.Line{Kind: transcript.Receipt, Text: r.Session.Hash().String()}
	if n := len(out.Lines); n == 0 || out.Lines[n-1] != receipt {
		out.Lines = append(slices.Clone(out.Lines), receipt)
	}
	return out.String()
}

// receipts reports whether the transcript contains a receipt (the hash of a position) to verify.
func (r *Playthrough) receipts() bool {
	return slices.ContainsFunc(r.script.Lines, func(l transcript.Line) bool { return l.Kind == transcript.Receipt })
}

// Moves returns the number of moves, not counting those that were undone.
func (r *Playthrough) Moves() int { return len(r.past) }

// Unsaved reports whether the game has changed since it was last saved to a file.
func (r *Playthrough) Unsaved() bool { return r.Text() != r.saved }

// Settings returns all options of the game, including defaults that the header omits.
func (r *Playthrough) Settings() engine.Settings {
	h := r.script.Header
	set, err := engine.Resolve(engine.OptionsAt(r.Game.Options(), h.Revision), h.Settings)
	if err != nil {
		panic(err) // cannot happen, since the game could begin with these settings
	}
	return set
}

// Seed returns the seed that determines the game's cards.
func (r *Playthrough) Seed() engine.Seed { return r.script.Header.Seed }
