// Package puzzle holds puzzles: positions with one question each. It defines their text format and what is
// known about each. The game defines what its questions ask, and judges the answers.
//
// The package refuses to depend on any game, and to trust a puzzle: every proof can be checked again.
package puzzle

import (
	"theriac/engine"
)

// Puzzle is a position with a question about it. It is stored as a numbered deal and the moves that lead to
// the position, so anyone can recreate it.
type Puzzle struct {
	ID       string
	Game     string
	Revision int
	Settings engine.Settings
	Deal     uint64
	Prefix   []string // the moves that lead to the position, each "seat move"
	Kind     string   // the question
	Grade    int      // from 1, the easiest, to Grades
	Plan     []string // moves that solve the puzzle
	Proof
}

// Grades is the number of difficulty grades.
const Grades = 5

// Proof holds the results of an exhaustive search of a puzzle.
type Proof struct {
	Plans   int // different positions at the end of the turn, or different first moves in a puzzle against rivals
	Solving int // how many of Plans solve the puzzle
	Orders  int // orders of the decks that the search tried; 0 if no cards are drawn
	Actions int // actions in the plan
	Ideas   int // different ideas in the plan
	Points  int // points to score, if the question asks for points
	Places  int // positions that the search visited, in a puzzle against rivals
}

// Header returns the header of the puzzle's game.
func (p *Puzzle) Header() engine.Header {
	return engine.Header{Game: p.Game, Revision: p.Revision, Settings: p.Settings, Seed: engine.NumberedSeed(p.Deal)}
}

// Begin sets up the puzzle's position by playing the moves in Prefix.
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

// Play makes a move that is given in the format "seat move".
func Play(s engine.Session, text string) (engine.Move, error) {
	m, err := ParseMove(s.Vocabulary(), text)
	if err == nil {
		_, _, err = s.Play(m)
	}
	return m, err
}

// ParseMove parses a move in the format "seat move".
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

// MoveText returns a move in the format "seat move".
func MoveText(v *engine.Vocabulary, m engine.Move) string {
	return engine.SeatKind.Text(uint8(m.Seat)) + " " + v.Move(m)
}

// Verdict is a judge's decision on the moves so far: open, solved or failed.
type Verdict string

// A judge gives one of these verdicts.
const (
	Open   Verdict = "open" // the turn is not over
	Solved Verdict = "solved"
	Failed Verdict = "failed"
)

// Judge plays a player's moves from the puzzle's position, and decides whether they solve it.
type Judge interface {
	// Play makes a legal move and returns the verdict after it. Once the verdict is not Open, it never
	// changes.
	Play(m engine.Move) (Verdict, error)
}

// Replier is implemented by judges of puzzles in which other seats play against the solver.
type Replier interface {
	// Reply returns the strongest move of the other seats if it is their turn.
	Reply() (engine.Move, bool)
}
