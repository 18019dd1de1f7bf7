package replica

import (
	"errors"
	"time"

	"theriac/internal/state"
)

// Errors of a proposal.
var (
	// ErrUncertain reports that the operations may or may not have been applied, and may still be applied
	// later.
	ErrUncertain = errors.New("replica: no answer, the operations may have been applied")
	// ErrBusy reports that too many proposals are waiting already. Nothing was sent.
	ErrBusy = errors.New("replica: too many operations wait")
	// ErrTooLarge reports that the operations do not fit into a frame. Nothing was sent.
	ErrTooLarge = errors.New("replica: the operations are too large")
)

// Reasons why a driver stops. After that, its node applies nothing and answers no caller.
var (
	// ErrBehind reports that the log does not continue from this node's state. Either frames that the node
	// lacks were removed from it, or it is a new log that begins after a different state. The node needs a copy
	// of another node's state.
	ErrBehind = errors.New("replica: the log does not continue this node's state")
	// ErrDiverged reports that this node's state is wrong: a majority of nodes computed a different hash from
	// the same frames. The node keeps its file for inspection, and needs a copy of another node's state.
	ErrDiverged = errors.New("replica: a majority of nodes has another state")
	// ErrDivided reports that every node has a different state. An operator must choose one.
	ErrDivided = errors.New("replica: every node has another state")
	// ErrNewer reports a frame that a newer version of the program wrote. The node's state can still be read.
	ErrNewer = errors.New("replica: the log has operations of a newer version")
	// ErrCopied reports that another node uses this node's name or has used it more recently: the folder was
	// copied, or restored from an earlier time. The node needs a new name and a copy of another node's state.
	ErrCopied = errors.New("replica: another node has the same name, or had it later")
	// ErrDamaged reports that the log returned a frame that no node had appended.
	ErrDamaged = errors.New("replica: the log is damaged")
	// ErrFailed reports that the state could not be written. The node should restart and read it again.
	ErrFailed = errors.New("replica: the state cannot be written")
)

// Self is a node's name, as stored in its folder. It is not part of a copy for another node.
type Self struct {
	Host   string // the name that the operator gave the node
	Member uint64 // 0 means that the node has no name yet
	Boot   uint64 // how often the node has started
}

// Config configures a Driver.
type Config struct {
	Log     Log
	Machine Machine
	// Host is the name that the operator gave the node.
	Host string
	// Members is how many nodes the cluster has. A majority is more than half of them.
	Members int
	// Random returns random bits, from which the node makes its names.
	Random func() uint64

	// The following fields have defaults.

	// Flight is how many frames may be in flight: sent but not yet applied.
	Flight int
	// Queue is how many proposals may wait before they are sent.
	Queue int
	// Resend is how long a node waits for an answer before it sends a frame again.
	Resend time.Duration
	// Checkpoint is the number of frames between two checkpoints.
	Checkpoint uint64
	// Keep is how long frames stay in the log once a majority has them on disk.
	Keep time.Duration
	// Beat is how often an idle leader sends an empty frame. The frame claims the newest checkpoint, which
	// allows frames to be trimmed.
	Beat time.Duration
	// Linger is how long a node waits after a transaction before it applies frames of others, so that the next one
	// applies several. It does not wait if its own callers need these frames. 0 means that it never waits.
	Linger time.Duration
	// Decode decodes frames; the default is state.Decode. Tests replace it to simulate an older version of the
	// program.
	Decode func([]byte) (state.Frame, error)
}

const (
	defaultFlight     = 3
	defaultQueue      = 4096
	defaultResend     = 300 * time.Millisecond
	defaultCheckpoint = 256
	defaultKeep       = time.Hour
	defaultBeat       = time.Minute

	// acceptedResend is how long a node waits before it sends a frame again that the log has accepted, in
	// multiples of Resend. Normally the node has read the frame by then.
	acceptedResend = 10
	// maxResend limits the growing pauses between attempts, in multiples of Resend.
	maxResend = 10
	// claimAfter is how long a checkpoint waits for a frame with operations that can claim it, in multiples of
	// Resend. After that, the node sends an empty frame to claim it.
	claimAfter = 4
	// keptSums is for how many checkpoints a node remembers its hash.
	keptSums = 64
	// readBytes and readFrames limit how much is applied in one transaction.
	readBytes  = 4 << 20
	readFrames = 256
	// A node does not wait for more frames than lingerFrames, or after a frame of lingerBytes.
	lingerFrames = 32
	lingerBytes  = 64 << 10
	// trimSteps is how often trim looks at the log within the time Keep.
	trimSteps = 8
)
