// Package state defines the content of a store as rows, and how it changes as operations. Only Apply changes
// rows.
//
// It refuses to know time, chance, disks and other nodes. Equal operations on equal rows give equal answers and
// equal rows, wherever and whenever they are applied.
package state

// Entry is one entry of a table's log. Prev is the position of the previous entry, or 0 for the first one. Key
// identifies the attempt that wrote it.
type Entry struct {
	At    uint64
	Table string
	Prev  uint64
	Key   string
	Data  []byte
}

// Game is a finished game.
type Game struct {
	At    uint64
	Table string
	Data  []byte
}

// Record is a record of a bucket. Ends is when it expires, in milliseconds since 1970, or 0 for never.
// Operations ignore Ends: the store itself deletes expired records.
type Record struct {
	Bucket, Key string
	Version     uint64
	Ends        int64
	Data        []byte
}

// Line is one chat message.
type Line struct {
	At            uint64
	Table, Person string
	Data          []byte
}

// Rows is the storage that operations read and write. An error means a fault, such as a full disk, and never
// depends on the operation. After an error, the caller must roll back everything that was written.
type Rows interface {
	// Last returns the position of a table's newest entry, Attempt the position of the entry with a key, and
	// Version the version of a record. Each returns 0 if there is none.
	Last(table string) (uint64, error)
	Attempt(table, key string) (uint64, error)
	Version(bucket, key string) (uint64, error)
	// Game returns the data of a finished game, or nil.
	Game(table string) ([]byte, error)
	// Reminder returns the time of a table's reminder in milliseconds since 1970, or nil.
	Reminder(table string) (*int64, error)

	AddEntry(Entry) error
	AddGame(Game) error
	// Clear removes a table's log, its snapshot and its reminder.
	Clear(table string) error
	SetRecord(Record) error
	RemoveRecord(bucket, key string) error
	// AddLine adds a message and keeps only the newest keep messages of its author at that table.
	AddLine(l Line, keep int) error
	RemoveLines(person string) error
	SetReminder(table string, at int64) error
	RemoveReminder(table string) error
}

// Answer is the result of an operation.
type Answer struct {
	// At is the position of what this operation, or an earlier try of the same attempt, wrote or removed. It is
	// 0 if there is nothing.
	At       uint64
	Conflict bool // nothing was written, because the rows were not as the operation expected
}

// Op is an operation on the rows.
type Op interface {
	apply(r Rows, at uint64) (Answer, error)
}

// Apply applies an operation at a position. Positions must increase, and each can be used only once.
func Apply(r Rows, at uint64, op Op) (Answer, error) { return op.apply(r, at) }

// opBits is the number of low bits of a position that hold an operation's number in its frame.
const opBits = 10

// MaxOps is the maximum number of operations in a frame.
const MaxOps = 1 << opBits

// Place returns the position of an operation, given the number of its frame and its own number in the frame.
// Frame numbers start at 1.
func Place(frame uint64, n int) uint64 { return frame<<opBits | uint64(n) }
