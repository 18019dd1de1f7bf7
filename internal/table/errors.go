package table

import (
	"errors"
	"strconv"

	"theriac/internal/refusal"
)

// Errors of commands. Those that a player can cause are a *Refusal.
var (
	// ErrNoTable says that no game was begun under that id.
	ErrNoTable error = refusal.New(refusal.NotFound, "no-such-table", "table: no such game")
	// ErrDamaged says that the log cannot be trusted: the table is read-only until an
	// operator repairs it.
	ErrDamaged error = refusal.New(refusal.Locked, "damaged", "table: the log is damaged")
	// ErrNewer says that the log goes on in a way that only a newer version of the
	// program knows: here the table can be read up to there. It is not damaged.
	ErrNewer error = refusal.New(refusal.Locked, "newer", "table: the log was written by a newer version")
)

// Refusal says why a command is refused. ID is stable and short, such as
// "stale-question"; Rule is the rule of the game's ledger where one forbids it.
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

// Problem returns the status of HTTP that a client is answered with, and the id.
func (e *Refusal) Problem() (status int, id string) {
	switch e.ID {
	case RefusedOver, RefusedStale, RefusedKey, RefusedUndo, RefusedNoAsk, RefusedAsked, RefusedNotNeeded, RefusedTooManyNonMoves, RefusedRunning,
		RefusedShut, RefusedReveal, RefusedSound, RefusedRepair, RefusedAway, RefusedNotAway:
		return refusal.Conflict, e.ID
	}
	return refusal.Invalid, e.ID
}

// Detail returns the rule and what it is about.
func (e *Refusal) Detail() (rule, what string) { return e.Rule, e.What }

// The refusals of a table.
const (
	RefusedOver            = "over"           // the game has ended or was given up
	RefusedStale           = "stale-question" // the question has been answered already
	RefusedNotation        = "notation"       // the move cannot be read
	RefusedMove            = "not-allowed"    // a rule forbids it
	RefusedKey             = "key-reused"     // the key named another command before
	RefusedUndo            = "nothing-to-undo"
	RefusedNoAsk           = "nothing-asked" // there is no proposal to answer
	RefusedAsked           = "already-asked" // a proposal is open already
	RefusedStanding        = "not-a-pass"    // only passes can be standing
	RefusedSeat            = "no-such-seat"
	RefusedNotNeeded       = "not-asked"  // that seat's agreement is not needed
	RefusedTooManyNonMoves = "only-moves" // too many entries that are no moves: only moves are accepted
	RefusedRunning         = "not-over"   // a replay needs a finished game
	RefusedShut            = "deal-shut"  // others still play the same cards
	RefusedReveal          = "no-undo-of-reveals"
	RefusedPlace           = "no-such-move"
	RefusedSound           = "not-damaged"              // there is nothing to repair
	RefusedRepair          = "not-the-last-sound-entry" // a repair names the last sound entry
	RefusedAway            = "away"                     // the game is on a person's device
	RefusedNotAway         = "not-away"                 // it is not, or not this copy of it
	RefusedLog             = "bad-log"                  // what was brought is no game by the rules; the entry is named
	RefusedLogLong         = "log-too-long"             // what was brought is more than is checked for anybody
	RefusedLogNewer        = "log-newer"                // what was brought is of a newer version
)

// Refusals lists all of them.
func Refusals() []string {
	return []string{
		RefusedOver, RefusedStale, RefusedNotation, RefusedMove, RefusedKey, RefusedUndo, RefusedNoAsk, RefusedAsked, RefusedStanding,
		RefusedSeat, RefusedNotNeeded, RefusedTooManyNonMoves, RefusedRunning, RefusedShut, RefusedReveal, RefusedPlace, RefusedSound, RefusedRepair,
		RefusedAway, RefusedNotAway, RefusedLog, RefusedLogLong, RefusedLogNewer,
	}
}

// BrokenError says at which entry a log is broken. The entries before it are sound.
type BrokenError struct {
	N   int // the first entry that is not sound
	Why string
	// Newer says that the entry is intact, and was written by a version of the program
	// that knows more than this one.
	Newer bool
}

func (e *BrokenError) Error() string { return "table: entry " + strconv.Itoa(e.N) + ": " + e.Why }

// Is makes a broken log an ErrDamaged, and one of a newer version an ErrNewer.
func (e *BrokenError) Is(target error) bool {
	if e.Newer {
		return target == ErrNewer
	}
	return target == ErrDamaged
}

// Problem returns the status of HTTP that a client is answered with, and the id.
func (e *BrokenError) Problem() (status int, id string) {
	if e.Newer {
		return refusal.Locked, "newer"
	}
	return refusal.Locked, "damaged"
}

// errNewer says why this program cannot apply an entry that a newer version wrote.
type errNewer string

func (e errNewer) Error() string { return string(e) }

// brokenAt is the error of an entry that the chain vouches for and this program
// cannot apply.
func brokenAt(n int, err error) *BrokenError {
	var newer errNewer
	return &BrokenError{N: n, Why: err.Error(), Newer: errors.As(err, &newer)}
}
