// Package story tells where a game was won or lost: for each turn what the players' moves
// brought, what the cards brought, and what a better plan would have brought.
//
// It refuses to know more than the players did: every chance is estimated from what they
// knew together at that moment. And it refuses to know a game: positions come from the
// engine's contract, chances from an evaluator, words from a narrator.
package story

import "theriac/ai"

// Story is where a game was won or lost.
type Story struct {
	// Reference is the level whose chances these are: as if it played on.
	Reference string `json:"reference"`
	// Done and Of say how far the story is told: a story is shown while it is being made.
	Done int `json:"done"`
	Of   int `json:"of"`
	// Start is the chance before the first turn, and End what the game came to, 1 or 0.
	Start ai.Estimate `json:"start"`
	End   float64     `json:"end"`
	// Turns are those that are told so far, the first one first.
	Turns []Turn `json:"turns"`
	// Points are the turning points, the most telling first.
	Points []Point `json:"points"`
	// Close is how close it was.
	Close []Line `json:"close"`
}

// Turn is a turn of the game.
type Turn struct {
	Turn int `json:"turn"`
	Seat int `json:"seat"`
	// From is how many moves stand when the turn begins, Acted when its actions
	// are over, and To when the next turn begins or the game is over.
	From  int `json:"from"`
	Acted int `json:"acted"`
	To    int `json:"to"`
	// Before is the chance when the turn begins, After when its actions are over, and
	// Next when its cards are drawn and its infections over.
	Before ai.Estimate `json:"before"`
	After  ai.Estimate `json:"after"`
	Next   ai.Estimate `json:"next"`
	// Skill is After less Before, Luck is Next less After.
	Skill ai.Estimate `json:"skill"`
	Luck  ai.Estimate `json:"luck"`
	// Missed is how much better the best plan that was found is than the moves; nil
	// where none is clearly better, or as long as none was looked for.
	Missed *ai.Estimate `json:"missed,omitempty"`
	Better *Better      `json:"better,omitempty"`
	// Notes is what else stands out: a cure that was possible, an outbreak that could
	// have been avoided.
	Notes []Line `json:"notes,omitempty"`
}

// Better is a plan that would have won more often.
type Better struct {
	// At is how many moves stand where it begins, and Moves is what is played then, each
	// with its seat as in a transcript: "1 drive paris". The one that ends the actions
	// is not among them.
	At       int         `json:"at"`
	Moves    []string    `json:"moves"`
	Estimate ai.Estimate `json:"estimate"`
	// Idea is what it is about: "cure", "share", "treat", "build", "move".
	Idea string `json:"idea"`
	// Reason is why, in words of the catalogues; nil where it speaks for itself.
	Reason *Line `json:"reason,omitempty"`
}

// Line is a sentence of the catalogues and what it names, each a name and a value of a
// kind: "city", "paris".
type Line struct {
	Key  string      `json:"key"`
	Args [][2]string `json:"args,omitempty"`
}

// Kinds of turning points.
const (
	KindSkill  = "skill"  // the moves, good or bad
	KindLuck   = "luck"   // the cards, good or bad
	KindMissed = "missed" // a better plan was there
)

// Point is a turning point: what happened in a turn, in words of the catalogues.
type Point struct {
	Turn int     `json:"turn"`
	At   int     `json:"at"` // how many moves stand when it has happened; where the better plan begins
	Kind string  `json:"kind"`
	By   float64 `json:"by"` // how much the chance changed, or was missed
	Line
}
