package table

import (
	"errors"
	"strconv"

	"theriac/internal/refusal"
)

// These errors are returned by commands. If the player caused an error, it is a *Refusal.
var (
	// ErrNoTable means that no game has begun at the table.
	ErrNoTable error = refusal.New(refusal.NotFound, "no-such-table", "table: no such game")
	// ErrDamaged means that the log cannot be trusted. The table is read-only until an operator repairs it.
	ErrDamaged error = refusal.New(refusal.Locked, "damaged", "table: the log is damaged")
	// ErrNewer means that a newer version of the program has written entries that this version does not know.
	// It can read the entries before them. The log is not damaged.
	ErrNewer error = refusal.New(refusal.Locked, "newer", "table: the log was written by a newer version")
)

// Refusal is the reason why a command is rejected. ID is stable and short, such as "stale-question". If a rule
// of the game's ledger forbids the command, Rule names it.
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

// Problem returns the HTTP status and the id for the response.
func (e *Refusal) Problem() (status int, id string) {
	switch e.ID {
	case RefusedOver, RefusedStale, RefusedKey, RefusedUndo, RefusedNoAsk, RefusedAsked, RefusedNotNeeded, RefusedTooManyNonMoves, RefusedRunning,
		RefusedShut, RefusedReveal, RefusedSound, RefusedRepair, RefusedAway, RefusedNotAway, RefusedPaused, RefusedNotPaused, RefusedNotLive:
		return refusal.Conflict, e.ID
	}
	return refusal.Invalid, e.ID
}

// Detail returns the rule that forbids the command, and further information such as the number of an invalid
// entry.
func (e *Refusal) Detail() (rule, what string) { return e.Rule, e.What }

// These are the IDs of a table's refusals.
const (
	RefusedOver            = "over"           // the game has ended or was given up
	RefusedStale           = "stale-question" // the question has already been answered
	RefusedNotation        = "notation"       // the move cannot be parsed
	RefusedMove            = "not-allowed"    // a rule forbids the move
	RefusedKey             = "key-reused"     // the key belongs to an earlier, different command
	RefusedUndo            = "nothing-to-undo"
	RefusedNoAsk           = "nothing-asked" // there is no proposal to answer
	RefusedAsked           = "already-asked" // a proposal is already open
	RefusedStanding        = "not-a-pass"    // only passes can be standing passes
	RefusedSeat            = "no-such-seat"
	RefusedNotNeeded       = "not-asked"  // the proposal does not need this seat's agreement
	RefusedTooManyNonMoves = "only-moves" // too many entries were not moves: only moves are accepted
	RefusedRunning         = "not-over"   // only a finished game can be replayed
	RefusedShut            = "deal-shut"  // other tables still play the same cards
	RefusedReveal          = "no-undo-of-reveals"
	RefusedPlace           = "no-such-move"
	RefusedPaused          = "paused"
	RefusedNotPaused       = "not-paused"
	RefusedNotLive         = "not-live"                 // only a live clock can be paused
	RefusedSound           = "not-damaged"              // there is nothing to repair
	RefusedRepair          = "not-the-last-sound-entry" // a repair must name the last sound entry
	RefusedAway            = "away"                     // the game is on a player's device
	RefusedNotAway         = "not-away"                 // the game is not on a device, or another device has it
	RefusedLog             = "bad-log"                  // the uploaded log breaks the rules; the refusal names the entry
	RefusedLogLong         = "log-too-long"             // the uploaded log is too long to check
	RefusedLogNewer        = "log-newer"                // the uploaded log is from a newer version
)

// Refusals lists the ids of all refusals.
func Refusals() []string {
	return []string{
		RefusedOver, RefusedStale, RefusedNotation, RefusedMove, RefusedKey, RefusedUndo, RefusedNoAsk, RefusedAsked, RefusedStanding,
		RefusedSeat, RefusedNotNeeded, RefusedTooManyNonMoves, RefusedRunning, RefusedShut, RefusedReveal, RefusedPlace, RefusedPaused, RefusedNotPaused, RefusedNotLive, RefusedSound, RefusedRepair,
		RefusedAway, RefusedNotAway, RefusedLog, RefusedLogLong, RefusedLogNewer,
	}
}

// BrokenError means that a log is broken at entry N. The entries before it are sound.
type BrokenError struct {
	N   int // the first entry that is not sound
	Why string
	// Newer means that the entry is intact, but only a newer version of the program can read it.
	Newer bool
}

func (e *BrokenError) Error() string { return "table: entry " + strconv.Itoa(e.N) + ": " + e.Why }

// Is makes a broken log match ErrDamaged, or ErrNewer if a newer version wrote it.
func (e *BrokenError) Is(target error) bool {
	if e.Newer {
		return target == ErrNewer
	}
	return target == ErrDamaged
}

// Problem returns the HTTP status and the id for the response.
func (e *BrokenError) Problem() (status int, id string) {
	if e.Newer {
		return refusal.Locked, "newer"
	}
	return refusal.Locked, "damaged"
}

// errNewer is the reason why this program cannot apply an entry from a newer version.
type errNewer string

func (e errNewer) Error() string { return string(e) }

// brokenAt returns the error for entry n, which has a valid chain hash but cannot be applied.
func brokenAt(n int, err error) *BrokenError {
	var newer errNewer
	return &BrokenError{N: n, Why: err.Error(), Newer: errors.As(err, &newer)}
}
