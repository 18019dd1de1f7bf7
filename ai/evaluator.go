package ai

import "theriac/engine"

// Evaluator estimates how likely a position is to be won, and finds plans for a turn that would win more
// often. It uses only what some seats may know. It is not safe for concurrent use.
//
// Its estimates assume that a reference player, such as the level steady, continues the game.
type Evaluator interface {
	// Reference returns the name of the reference player's level.
	Reference() string
	// Stage returns the turn's number, the active seat, and whether that seat still has actions to choose.
	Stage(v engine.View) Stage
	// Chance estimates how likely the seats in q are to win.
	Chance(q *Evaluation) Estimate
	// Plans returns plans for the current turn, best first, or none if no actions are left to choose. If
	// possible, no two plans have the same idea.
	Plans(q *Evaluation) []Plan
}

// Ranker estimates each seat's final rank in a game of rivals. It uses only what some seats may know. It is
// not safe for concurrent use.
type Ranker interface {
	// Reference returns the name of the players that the estimates assume for the rest of the game.
	Reference() string
	// Places estimates the mean final rank of each seat; rank 1 is the winner's. Tied seats share the better
	// rank.
	Places(q *Evaluation) []Estimate
}

// Evaluation is a question to an Evaluator or a Ranker.
type Evaluation struct {
	// Seats are the seats whose chance or ranks are asked for. View is what they know together.
	Seats engine.Seats
	View  engine.View
	// Acted means that the turn's actions count as over, even if some are left. Chance then evaluates the
	// position just before the draw.
	Acted bool
	// Moves is the rest of a turn that Plans compares with its own plans; nil for none. It becomes the last
	// plan in the result.
	Moves []engine.Move
	// Budget is the total number of rollouts; 0 means the evaluator's default.
	Budget int
	// Seed is the evaluator's random seed: with the same seed, the same question gets the same answer.
	Seed uint64
	// Stop reports whether time is up. If it is nil, only the budget limits the evaluation.
	Stop func() bool
}

// Estimate is a chance from 0 to 1 or a mean rank, with its standard error.
type Estimate struct {
	Chance float64 `json:"chance"`
	Error  float64 `json:"error"`
}

// Stage tells how far a game is: the turn, whose turn it is, and whether that seat still has actions to
// choose.
type Stage struct {
	Turn   int         // number of the turn, counted from 1
	Active engine.Seat // the seat whose turn it is
	Acting bool        // whether actions are still to be chosen, or were when the game ended
}

// Plan is one way to play the rest of a turn's actions.
type Plan struct {
	Moves    []engine.Move // excluding the move that ends the actions
	Estimate Estimate
	// Idea is the plan's topic: "cure", "share", "treat", "build" or "move".
	Idea string
	// Reason explains the plan with a text from the catalogues.
	Reason Reason
}
