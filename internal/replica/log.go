package replica

import (
	"errors"

	"theriac/internal/state"
)

// Errors of a log.
var (
	// ErrGone reports that frames that the reader still needs were removed from the log. The reader needs a
	// copy of another node's state.
	ErrGone = errors.New("replica: the log no longer has that frame")
	// ErrFull reports that the log has refused an attempt to append a frame, and will never store it.
	ErrFull = errors.New("replica: the log is full")
	// ErrEpoch reports that a newer log has replaced the one that the caller meant.
	ErrEpoch = errors.New("replica: the log has been replaced by another")
)

// Log is the replicated log as one node sees it. No method waits for another node. A Driver calls the methods
// from a single goroutine.
//
// Positions count frames without gaps, through all epochs: the first frame of an epoch follows the state after
// which its log begins.
type Log interface {
	// State returns what this node currently knows about the log.
	State() LogState
	// Append sends a frame to the end of an epoch's log, and returns immediately. The log may store the frame
	// never, once or several times, and late. It calls answer at most once, from any goroutine. The argument
	// nil means that a majority has stored the frame. ErrFull and ErrEpoch mean that this attempt was refused,
	// and any other error that the outcome is unknown. Neither the log nor the caller may change the frame
	// afterwards.
	Append(epoch uint64, frame []byte, answer func(error))
	// Read returns frames after a position, in order, that a majority has stored. It returns up to most bytes,
	// but at least one frame if there is one. It returns none if this node knows of none yet, and ErrGone if
	// the next frame was removed. It never skips a frame.
	Read(after uint64, most int) ([]Placed, error)
	// Trim removes frames from the front of an epoch's log, up to and including the position upTo. It may do
	// nothing.
	Trim(epoch, upTo uint64)
}

// LogState is what a node knows about the log. It may be outdated.
type LogState struct {
	// Known reports whether this node has found a log. Otherwise the other fields are empty.
	Known bool
	// Base is the epoch of the log, and the position and hash of the state after which the log begins. It is
	// fixed for each log.
	Base state.Mark
	// Leads reports whether this node should do the tasks that only one node need do, such as trimming. It does
	// no harm if several nodes do them, or if none does for a while.
	Leads bool
	// Leaders counts the leaders that this node has seen. It changes when the log can be appended to again after
	// an election.
	Leaders uint64
}

// Placed is a frame with its position in the log.
type Placed struct {
	At    uint64
	Frame []byte
}
