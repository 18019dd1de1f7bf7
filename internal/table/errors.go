package table

import (
	"errors"
	"fmt"
)

// Errors of commands. Those that a player can cause are a *Refusal.
var (
	// ErrNoTable says that no game was begun under that id.
	ErrNoTable = errors.New("table: no such game")
	// ErrDamaged says that the log cannot be trusted: the table is read-only
	// until an operator repairs it.
	ErrDamaged = errors.New("table: the log is damaged")
	// ErrNewer says that the log goes on in a way that only a newer version of the
	// program knows: here the table can be read up to there. It is not damaged.
	ErrNewer = errors.New("table: the log was written by a newer version")
)

// Refusal says that a command cannot be carried out. ID is stable and short, such
// as "stale-question"; Rule is the rule of the game's ledger where one forbids it.
type Refusal struct {
	ID   string
	What string
	Rule string
}

func (e *Refusal) Error() string {
	s := "table: " + e.ID
	if e.What != "" {
		s += " “" + e.What + "”"
	}
	if e.Rule != "" {
		s += " (" + e.Rule + ")"
	}
	return s
}

// The refusals of a table.
const (
	RefusedOver            = "over"           // the game has ended or was given up
	RefusedStale           = "stale-question" // the question has been answered already
	RefusedNotation        = "notation"       // the move cannot be read
	RefusedMove            = "not-allowed"    // a rule forbids it
	RefusedKey             = "key-reused"     // the key named another command before
	RefusedUndo            = "nothing-to-undo"
	RefusedNoAsk           = "nothing-asked" // there is no proposal to answer
	RefusedAsked           = "already-asked" // a proposal stands already
	RefusedStanding        = "not-a-pass"    // only passes can be promised
	RefusedSeat            = "no-such-seat"
	RefusedNotNeeded       = "not-asked"  // that seat's agreement is not needed
	RefusedTooManyNonMoves = "only-moves" // enough has been asked and taken back: move
	RefusedRunning         = "not-over"   // a game is looked through once it is over
	RefusedPlace           = "no-such-move"
	RefusedSound           = "not-damaged"              // there is nothing to repair
	RefusedRepair          = "not-the-last-sound-entry" // a repair names the last sound entry
)

// Refusals are all of them.
func Refusals() []string {
	return []string{
		RefusedOver, RefusedStale, RefusedNotation, RefusedMove, RefusedKey, RefusedUndo, RefusedNoAsk, RefusedAsked, RefusedStanding,
		RefusedSeat, RefusedNotNeeded, RefusedTooManyNonMoves, RefusedRunning, RefusedPlace, RefusedSound, RefusedRepair,
	}
}

// BrokenError says where a log stops making sense. The entries before it are sound.
type BrokenError struct {
	N   int // the first entry that is not sound
	Why string
	// Newer says that the entry is as it was written, by a version of the program
	// that knows more than this one.
	Newer bool
}

func (e *BrokenError) Error() string { return fmt.Sprintf("table: entry %d: %s", e.N, e.Why) }

// Is makes a broken log an ErrDamaged, and one that goes on elsewhere an ErrNewer.
func (e *BrokenError) Is(target error) bool {
	if e.Newer {
		return target == ErrNewer
	}
	return target == ErrDamaged
}

// errNewer is why an entry cannot be carried out that a newer version wrote.
type errNewer string

func (e errNewer) Error() string { return string(e) }

// breaksAt is the error of an entry, which the chain vouches for, that this program
// cannot carry out.
func breaksAt(n int, err error) *BrokenError {
	var newer errNewer
	return &BrokenError{N: n, Why: err.Error(), Newer: errors.As(err, &newer)}
}
