package ai

import "theriac/engine"

// Player answers questions for seats, from what those seats may know. It is used by
// one caller at a time and keeps memory of its own, so that thinking allocates little;
// it remembers nothing from one question to the next but what its answer says.
type Player interface {
	Choose(q *Question) Answer
}

// Question is an open question with all that a player may know.
type Question struct {
	// Seats is the seats that the player plays: several where they play together, since
	// those who do may tell each other what they hold.
	Seats engine.Seats
	// View is what these seats know together.
	View engine.View
	// Moves is every listed move of these seats. A move is chosen from it.
	Moves []engine.Move
	// Owing is those of the seats that owe an answer. None: they may interject.
	Owing engine.Seats
	// Seed is the player's chance: the same question with the same seed has the
	// same answer.
	Seed uint64
	// Memo is what the player's last answer at this table asked for, or nil.
	Memo []byte
	// Stop says that time is up and the best answer so far is wanted. Nil: the
	// player's budget alone ends its thinking.
	Stop func() bool
}

// Answer is a player's move, and why.
type Answer struct {
	Move engine.Move
	// Silent says that the player, who owes no answer, does not interject: there is
	// no move.
	Silent bool
	Reason Reason
	// Memo is wanted back with the next question, as the rest of a plan is. A player
	// that gets none thinks anew.
	Memo []byte
}

// Reason is why a player chose a move, in words of the catalogues.
type Reason struct {
	// Key is a text of the catalogues; empty: the move speaks for itself.
	Key string
	// Args is what the text names, each a name and a value of a kind: "city", "paris".
	Args [][2]string
}

// Level is a strength that a seat can be given.
type Level struct {
	Name string
	// New makes a player with memory of its own. It plays any table of its game.
	New func() Player
}
