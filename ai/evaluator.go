package ai

import "theriac/engine"

// Evaluator says how likely a position is to be won, and which plans of a turn would win
// more often, from what some seats may know. It is used by one caller at a time, as a
// player is.
//
// What it says holds for a reference player: "if steady played on".
type Evaluator interface {
	// Reference is the level that is thought to play on.
	Reference() string
	// Stage is where in its turns a game stands.
	Stage(v engine.View) Stage
	// Chance estimates the chance of the seats that know the view.
	Chance(q *Evaluation) Estimate
	// Plans finds plans for the turn that is being played, the best first; none while no
	// turn's actions are open. No two of them have the same idea, where there is a
	// choice.
	Plans(q *Evaluation) []Plan
}

// Ranker says which place each seat of a game of rivals is likely to come to, from what some
// seats may know. It is used by one caller at a time.
type Ranker interface {
	// Reference is who is thought to play on.
	Reference() string
	// Places estimates the mean place of each seat, the first being 1; those who share one
	// have the better one.
	Places(q *Evaluation) []Estimate
}

// Evaluation is what an evaluator is asked.
type Evaluation struct {
	// Seats is whose chance is wanted, and View is what they know together.
	Seats engine.Seats
	View  engine.View
	// Acted says that the actions of the turn count as over, whatever is left of them.
	// Chance then says what the draw is met with.
	Acted bool
	// Moves is the rest of a turn that Plans compares with its own; nil for none. Where
	// there are some, they are the last of the plans that come back.
	Moves []engine.Move
	// Budget is rollouts in all; 0 for the evaluator's own.
	Budget int
	// Seed is the evaluator's chance: the same question with the same seed has the same
	// answer.
	Seed uint64
	// Stop says that time is up. Nil: the budget alone ends it.
	Stop func() bool
}

// Estimate is a chance between 0 and 1 and the standard error of its sampling.
type Estimate struct {
	Chance float64 `json:"chance"`
	Error  float64 `json:"error"`
}

// Stage is where in its turns a game stands.
type Stage struct {
	Turn   int         // counted from 1
	Active engine.Seat // whose turn it is
	Acting bool        // the turn's actions are open, or were when the game ended
}

// Plan is a way to play the rest of a turn's actions.
type Plan struct {
	Moves    []engine.Move // without the one that ends the actions
	Estimate Estimate
	// Idea is what the plan is about: "cure", "share", "treat", "build", "move".
	Idea string
	// Reason is why, in words of the catalogues.
	Reason Reason
}
