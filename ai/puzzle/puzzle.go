// Package puzzle is positions with one question: how they are written, and what is known of
// each. What a question asks, and whether it is answered, is the game's to say.
//
// It refuses to know a game, and to believe a puzzle: every proof can be gone through again.
package puzzle

import (
	"theriac/engine"
)

// Puzzle is a position with one question. The position is a numbered deal with the moves that
// lead to it, so that anybody can set it up again.
type Puzzle struct {
	ID       string
	Game     string
	Revision int
	Settings engine.Settings
	Deal     uint64
	Prefix   []string // the moves that lead to the position, each "seat move"
	Kind     string   // the question
	Grade    int      // 1 is the easiest, Grades the hardest
	Plan     []string // moves that answer the question
	Proof
}

// Grades is how many grades there are.
const Grades = 5

// Proof is what the search found about a puzzle.
type Proof struct {
	Plans   int // different positions in which the turn can end; against rivals, first moves
	Solving int // of these, those that answer the question
	Orders  int // orders of the decks that the position allows and that were gone through; 0: nothing is drawn
	Actions int // that the plan takes
	Ideas   int // different things that the plan does
	Points  int // that the question asks for, where it asks for points
	Places  int // positions that the proof went through, where rivals reply
}

// Header is how the puzzle's game begins.
func (p *Puzzle) Header() engine.Header {
	return engine.Header{Game: p.Game, Revision: p.Revision, Settings: p.Settings, Seed: engine.NumberedSeed(p.Deal)}
}

// Begin sets the position up.
func (p *Puzzle) Begin(g engine.Game) (engine.Session, error) {
	s, err := g.New(p.Header())
	if err != nil {
		return nil, err
	}
	for _, text := range p.Prefix {
		if _, err := Play(s, text); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// Play makes a move that is written "seat move".
func Play(s engine.Session, text string) (engine.Move, error) {
	m, err := ParseMove(s.Vocabulary(), text)
	if err == nil {
		_, _, err = s.Play(m)
	}
	return m, err
}

// ParseMove reads a move that is written "seat move".
func ParseMove(v *engine.Vocabulary, text string) (engine.Move, error) {
	for i := range len(text) {
		if text[i] == ' ' {
			if n, ok := engine.SeatKind.Parse(text[:i]); ok {
				return v.ParseMove(engine.Seat(n), text[i+1:])
			}
			break
		}
	}
	return engine.Move{}, &engine.ParseError{Text: text, Why: "not a move with its seat"}
}

// MoveText writes a move as "seat move".
func MoveText(v *engine.Vocabulary, m engine.Move) string {
	return engine.SeatKind.Text(uint8(m.Seat)) + " " + v.Move(m)
}

// Verdict is how a puzzle stands.
type Verdict string

// The verdicts.
const (
	Open   Verdict = "open" // its turn is not over
	Solved Verdict = "solved"
	Failed Verdict = "failed"
)

// Judge follows the moves that somebody makes from a puzzle's position on.
type Judge interface {
	// Play makes a listed move and says how the puzzle stands after it. What was solved or
	// failed once stays so.
	Play(m engine.Move) (Verdict, error)
}

// Replier is a judge of a puzzle that one seat solves against others: it knows how they answer.
type Replier interface {
	// Reply is the strongest move of the others, where it is they who move.
	Reply() (engine.Move, bool)
}
