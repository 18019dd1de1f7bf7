package state

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
)

// These limit the size of a frame. A frame is full when it has MaxFrameOps operations, or FrameBytes bytes of
// operations. A single larger operation gets a frame of its own, up to MaxFrameBytes.
const (
	MaxFrameOps   = 256
	FrameBytes    = 256 << 10
	MaxFrameBytes = 8<<20 - 4<<10 // so that a frame with its name fits in a message of 8 MB
)

// Frame is one message of the replicated log: all operations that were waiting on one node when it sent the
// frame. A frame without operations serves as a barrier for readers.
type Frame struct {
	Name
	Claim Claim
	Ops   []Op
}

// Name identifies a frame. It stays the same when the frame is sent again.
type Name struct {
	Member uint64 // chosen at random when a node joins
	Boot   uint64 // how often the member has started
	Nonce  uint64 // chosen at random at each start
	Number uint64 // counts the frames since the member's start, from 1
}

// Claim is a hash that a member has computed of its own state at a checkpoint. Index is 0 if there is none yet.
type Claim struct {
	Index uint64
	Hash  Hash
}

// Hash is a hash of the results of all frames up to some position.
type Hash [16]byte

func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// Digest returns the hash of an encoded frame.
func Digest(frame []byte) (h Hash) {
	sum := sha256.Sum256(frame)
	copy(h[:], sum[:])
	return h
}

// Mark identifies a state: the epoch of its log, the position of the last applied frame, and the hash of the
// results so far. The epoch is 0 if the state has never belonged to a cluster.
type Mark struct {
	Epoch, Index uint64
	Hash         Hash
}

// Window records which frames of one member a state has received.
type Window struct {
	Boot, Nonce uint64 // the newest start
	High        uint64 // the highest number of a frame since that start
	Bits        uint64 // which of the 64 numbers up to High were applied; bit 0 is High
	Claimed     uint64 // the highest checkpoint that the member has claimed
}

// windowSize is how many frame numbers a window remembers.
const windowSize = 64

// MaxAhead is how far a member's frame numbers may run ahead of its first frame that is not yet applied. A
// frame whose number is more than MaxAhead below the highest counts as old and is dropped.
const MaxAhead = windowSize - 1

// Add returns the window after it has received a frame, and whether the frame is new. A frame is not new if it
// was already applied, or if its number is too old to tell. Nor is it new if a frame from a later start, or
// from another node with the same name, came first.
func (w Window) Add(f Name) (Window, bool) {
	switch {
	case f.Boot > w.Boot:
		return Window{Boot: f.Boot, Nonce: f.Nonce, High: f.Number, Bits: 1, Claimed: w.Claimed}, true
	case f.Boot < w.Boot || f.Nonce != w.Nonce:
		return w, false
	case f.Number > w.High:
		w.Bits = w.Bits<<(f.Number-w.High) | 1 // a shift by 64 or more clears all bits
		w.High = f.Number
		return w, true
	case w.High-f.Number >= windowSize || w.Bits>>(w.High-f.Number)&1 == 1:
		return w, false
	}
	w.Bits |= 1 << (w.High - f.Number)
	return w, true
}

// FrameRows is the storage to which frames of a replicated log are applied. One transaction covers the rows,
// the windows and the mark.
type FrameRows interface {
	Rows
	Mark() (Mark, error)
	SetMark(Mark) error
	// Window returns the window of a member, or the zero Window.
	Window(member uint64) (Window, error)
	SetWindow(member uint64, w Window) error
}

// Result is the result of applying a frame.
type Result struct {
	Name    Name
	Claim   Claim
	Dropped bool     // the frame was not new and changed nothing
	Answers []Answer // to its operations
	Mark    Mark     // afterwards
}

// ApplyFrame applies the frame at the position after the mark, and advances the mark. digest is the digest of
// the encoded frame. After an error, the caller must roll back the whole transaction.
func ApplyFrame(r FrameRows, f Frame, digest Hash) (Result, error) {
	res := Result{Name: f.Name, Claim: f.Claim}
	mark, err := r.Mark()
	if err != nil {
		return res, err
	}
	mark.Index++
	w, err := r.Window(f.Member)
	if err != nil {
		return res, err
	}
	w, fresh := w.Add(f.Name)
	if res.Dropped = !fresh; fresh {
		w.Claimed = max(w.Claimed, f.Claim.Index)
		if err := r.SetWindow(f.Member, w); err != nil {
			return res, err
		}
		for n, op := range f.Ops {
			answer, err := Apply(r, Place(mark.Index, n), op)
			if err != nil {
				return res, err
			}
			res.Answers = append(res.Answers, answer)
		}
	}
	mark.Hash = mark.Hash.next(mark.Index, digest, res)
	res.Mark = mark
	return res, r.SetMark(mark)
}

// next returns the hash after one more frame. It covers the frame's results, and not only the frame itself. So
// nodes have different hashes if the same frame had different results.
func (h Hash) next(index uint64, digest Hash, res Result) Hash {
	b := make([]byte, 0, 64+9*len(res.Answers))
	b = append(b, h[:]...)
	b = binary.BigEndian.AppendUint64(b, index)
	b = append(b, digest[:]...)
	b = append(b, flag(res.Dropped))
	for _, a := range res.Answers {
		b = append(b, flag(a.Conflict))
		b = binary.BigEndian.AppendUint64(b, a.At)
	}
	return Digest(b)
}

func flag(b bool) byte {
	if b {
		return 1
	}
	return 0
}
