package transcript

import "theriac/engine"

// Watcher holds callbacks that Fold calls while it plays a transcript.
type Watcher struct {
	// Arrange applies a “given” line, which changes the position after the set-up. If it is nil, Fold rejects
	// transcripts with such lines, since they are not real games.
	Arrange func(s engine.Session, text string) error
	// Before is called before each move.
	Before func(s engine.Session, m engine.Move)
	// After is called after each move, with its facts and its effect.
	After func(s engine.Session, m engine.Move, facts []engine.Fact, effect engine.Effect)
}

// Fold plays a transcript's moves, and checks the hashes of positions in it.
func (t *Transcript) Fold(g engine.Game, w Watcher) (s engine.Session, err error) {
	if t.Header.Known != nil {
		// Text from outside may describe a position that no game can reach. The rules are not written for
		// impossible positions and can panic.
		defer func() {
			if fault := recover(); fault != nil {
				s, err = nil, &engine.ParseError{Text: "known", Why: "it is not a position of this game"}
			}
		}()
	}
	if !t.Header.Seed.Sealed && !t.Header.Seed.Honest() {
		return nil, &engine.ParseError{Text: "seed", Why: "it is not the one that was committed to"}
	}
	s, err = engine.Begin(g, t.Header)
	if err != nil {
		return nil, err
	}
	return s, t.Continue(g, s, w)
}

// Continue plays a transcript's lines in a session that has already begun.
func (t *Transcript) Continue(g engine.Game, s engine.Session, w Watcher) error {
	for i, l := range t.Lines {
		if err := fold(g, s, l, w); err != nil {
			return &LineError{Line: i + 1, Text: l.String(), Err: err}
		}
	}
	return nil
}

func fold(g engine.Game, s engine.Session, l Line, w Watcher) error {
	switch l.Kind {
	case Given:
		if w.Arrange == nil {
			return &engine.ParseError{Text: l.Text, Why: "the position is made up"}
		}
		return w.Arrange(s, l.Text)
	case Move:
		m, err := g.Vocabulary().ParseMove(l.Seat, l.Text)
		if err != nil {
			return err
		}
		if w.Before != nil {
			w.Before(s, m)
		}
		facts, effect, err := s.Play(m)
		if err != nil {
			return err
		}
		if w.After != nil {
			w.After(s, m, facts, effect)
		}
	case Refused:
		m, err := g.Vocabulary().ParseMove(l.Seat, l.Text)
		if err != nil {
			return err
		}
		if s.Why(m) == "" {
			return &engine.ParseError{Text: l.Text, Why: "the move is allowed"}
		}
	case Receipt:
		if got := s.Hash().String(); got != l.Text {
			return &engine.ParseError{Text: l.Text, Why: "the position's hash is " + got}
		}
	}
	return nil
}

// LineError is an error at a line of a transcript's body.
type LineError struct {
	Line int
	Text string
	Err  error
}

func (e *LineError) Error() string {
	return "move line “" + e.Text + "”: " + e.Err.Error()
}

// Unwrap returns the underlying error.
func (e *LineError) Unwrap() error { return e.Err }
