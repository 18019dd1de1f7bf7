package transcript

import "theriac/engine"

// Watcher follows a fold.
type Watcher struct {
	// Arrange applies a line that changes the set-up. Without it such a
	// transcript is refused: it is not a game that anybody played.
	Arrange func(s engine.Session, text string) error
	// Before sees a move before it is played.
	Before func(s engine.Session, m engine.Move)
	// After sees what a move did.
	After func(s engine.Session, m engine.Move, facts []engine.Fact, effect engine.Effect)
}

// Fold plays the moves of a transcript and checks its receipts.
func (t *Transcript) Fold(g engine.Game, w Watcher) (s engine.Session, err error) {
	if t.Header.Known != nil {
		// A stranger's text may tell of a position that no game comes to, for which the
		// rules are not made.
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

// Continue plays the lines of a transcript in a game that has begun.
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

// LineError says at which line of the body a fold failed.
type LineError struct {
	Line int
	Text string
	Err  error
}

func (e *LineError) Error() string {
	return "move line “" + e.Text + "”: " + e.Err.Error()
}

// Unwrap is the reason.
func (e *LineError) Unwrap() error { return e.Err }
