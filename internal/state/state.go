// Package state says what a store holds, as rows, and how it changes, as operations.
// Apply is the one function that changes rows.
//
// It refuses to know time, chance, disks and other nodes: equal operations on equal rows
// have equal answers and leave equal rows, wherever and whenever they are applied.
package state

// Entry is one entry of a table's log. Prev is the place of the entry before it, 0 for
// the first; Key names the attempt that wrote it.
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

// Record is a record of a bucket. Ends is when its life is over, in milliseconds since
// 1970; 0 for never. Only the proposer of an Expire looks at it.
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

// Rows is what operations read and write. An error is a fault, such as a full disk: it
// never depends on the operation, and what was written must be undone.
type Rows interface {
	// Last is the place of a table's newest entry, Attempt that of the entry with a key,
	// and Version that of a record; 0 if there is none.
	Last(table string) (uint64, error)
	Attempt(table, key string) (uint64, error)
	Version(bucket, key string) (uint64, error)
	// Game is the data of a finished game, nil if there is none.
	Game(table string) ([]byte, error)
	// Reminder is the time of a table's reminder in milliseconds, nil if there is none.
	Reminder(table string) (*int64, error)

	AddEntry(Entry) error
	AddGame(Game) error
	// Clear removes a table's log, its snapshot and its reminder.
	Clear(table string) error
	SetRecord(Record) error
	RemoveRecord(bucket, key string) error
	// AddLine adds a message, and removes the person's oldest ones at that table beyond
	// the newest keep.
	AddLine(l Line, keep int) error
	RemoveLines(person string) error
	SetReminder(table string, at int64) error
	RemoveReminder(table string) error
}

// Answer is what the proposer of an operation learns.
type Answer struct {
	// At is the place of what was written or removed, or of what the same attempt wrote
	// before; 0 if nothing was.
	At       uint64
	Conflict bool // nothing was written: the rows are not as the operation expects
}

// Op is an operation.
type Op interface {
	apply(r Rows, at uint64) (Answer, error)
}

// Apply applies an operation at a place. Places rise, and none is used twice.
func Apply(r Rows, at uint64, op Op) (Answer, error) { return op.apply(r, at) }

// opBits is how much of a place is the number in its frame.
const opBits = 10

// MaxOps is how many operations a frame can have.
const MaxOps = 1 << opBits

// Place is that of the operation with a number in a frame. Frames are numbered from 1.
func Place(frame uint64, n int) uint64 { return frame<<opBits | uint64(n) }
