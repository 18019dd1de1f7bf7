package ai

import "theriac/engine"

// Player answers questions for seats, using only what these may know. Because it reuses its memory, it is not
// safe for concurrent use. From one question to the next, it knows only the memo of its last answer.
type Player interface {
	Choose(q *Question) Answer
}

// Question is an open question and everything that the player may know.
type Question struct {
	// Seats are the seats that the player answers for. If there are several, they cooperate and may tell each
	// other their cards.
	Seats engine.Seats
	// View is what these seats know together.
	View engine.View
	// Moves holds every legal move of these seats. The answer is one of them.
	Moves []engine.Move
	// Owing holds those of Seats that owe an answer. If it is empty, moving is optional.
	Owing engine.Seats
	// Seed is the player's random seed: with the same seed, the same question gets the same answer.
	Seed uint64
	// Memo is from the player's last answer at this table, or nil.
	Memo []byte
	// Stop reports whether time is up, so that the player must return its best answer so far. If it is nil,
	// only the player's own budget limits it.
	Stop func() bool
}

// Answer is a player's move and the reason for it.
type Answer struct {
	Move engine.Move
	// Silent means that the player makes no move. It may be silent only if it owes no answer.
	Silent bool
	Reason Reason
	// Memo is data, such as the rest of a plan, that the caller passes on with the next question. Without it,
	// the player searches again.
	Memo []byte
}

// Reason explains a move with a text from the catalogues.
type Reason struct {
	// Key is the text's key, or empty if the move needs no explanation.
	Key string
	// Args are the values for the text, each after the name of its kind: "city", "paris".
	Args [][2]string
}

// Level is a bot's strength, which a table can choose.
type Level struct {
	Name string
	// New returns a player with its own memory. It can play at any table of its game.
	New func() Player
}
