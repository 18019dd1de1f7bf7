// Package story tells why a game was won or lost. For each turn, it shows what the players' moves gained,
// what the cards gained, and what a better plan would have gained.
//
// The package refuses to use more than the players knew together at the time of each estimate. It does not
// depend on any game: positions come from the engine's contract, chances from an evaluator, and texts from a
// narrator.
package story

import "theriac/ai"

// Story tells where a game was won or lost.
type Story struct {
	// Reference is the name of the bot level that all estimates assume for the rest of the game.
	Reference string `json:"reference"`
	// Done and Of are how many jobs are finished and how many there are, so that clients can show progress.
	Done int `json:"done"`
	Of   int `json:"of"`
	// Start is the chance to win before the first turn. End is the game's result, 1 or 0.
	Start ai.Estimate `json:"start"`
	End   float64     `json:"end"`
	// Turns holds the turns whose chances are known so far, in order.
	Turns []Turn `json:"turns"`
	// Points are the turning points, most important first.
	Points []Point `json:"points"`
	// Close explains how close the game was.
	Close []Line `json:"close"`
}

// Turn is the story of one turn: the chances to win, and how the moves and the cards have changed them.
type Turn struct {
	Turn int `json:"turn"`
	Seat int `json:"seat"`
	// From is the number of moves before the turn, and Acted the number by the end of its actions. To is the
	// number when the next turn begins or the game is over.
	From  int `json:"from"`
	Acted int `json:"acted"`
	To    int `json:"to"`
	// Before is the chance to win at the beginning of the turn. After is the chance after its actions. Next
	// is the chance after its draws and infections.
	Before ai.Estimate `json:"before"`
	After  ai.Estimate `json:"after"`
	Next   ai.Estimate `json:"next"`
	// Skill is After minus Before; Luck is Next minus After.
	Skill ai.Estimate `json:"skill"`
	Luck  ai.Estimate `json:"luck"`
	// Missed is how much better the best plan is than the moves played. It is nil if no plan is clearly
	// better or plans are still to be searched.
	Missed *ai.Estimate `json:"missed,omitempty"`
	Better *Better      `json:"better,omitempty"`
	// Notes are other remarkable events, such as a missed cure or an outbreak that could have been avoided.
	Notes []Line `json:"notes,omitempty"`
}

// Better is a plan that would have won more often.
type Better struct {
	// At is the number of moves before the plan. Moves are the plan's moves as in a transcript, with their
	// seats: "1 drive paris". They do not include the move that ends the actions.
	At       int         `json:"at"`
	Moves    []string    `json:"moves"`
	Estimate ai.Estimate `json:"estimate"`
	// Idea is the plan's topic: "cure", "share", "treat", "build" or "move".
	Idea string `json:"idea"`
	// Reason explains the plan with a text from the catalogues; nil if no explanation is needed.
	Reason *Line `json:"reason,omitempty"`
}

// Line is a text from the catalogues and its values, each after the name of its kind: "city", "paris".
type Line struct {
	Key  string      `json:"key"`
	Args [][2]string `json:"args,omitempty"`
}

// A turning point has one of these kinds.
const (
	KindSkill  = "skill"  // the moves, good or bad
	KindLuck   = "luck"   // the cards, good or bad
	KindMissed = "missed" // there was a better plan
)

// Point is a turning point: what happened in a turn, as a text from the catalogues.
type Point struct {
	Turn int     `json:"turn"`
	At   int     `json:"at"` // the number of moves before the turning point, or before a missed plan
	Kind string  `json:"kind"`
	By   float64 `json:"by"` // how much the chance to win changed, or how much was missed
	Line
}
