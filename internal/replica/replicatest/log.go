// Package replicatest provides a replicated log in memory, and a cluster in memory that uses it, for tests. The
// log loses, delays and duplicates messages, as a real log may.
//
// It refuses to lose a frame that it has stored.
package replicatest

import (
	"math/rand/v2"
	"sync"
	"time"

	"theriac/internal/replica"
	"theriac/internal/state"
)

// Log is a log that several nodes share.
type Log struct {
	Calm bool // Calm means that messages are not lost, late or duplicated

	mu      sync.Mutex
	rng     *rand.Rand
	base    state.Mark
	first   uint64 // the position of frames[0]
	frames  [][]byte
	readers []*End
}

// New returns an empty log that begins after the state base.
func New(seed uint64, base state.Mark) *Log {
	return &Log{rng: rand.New(rand.NewPCG(seed, 0)), base: base, first: base.Index + 1}
}

// End is one node's view of the log.
type End struct {
	log   *Log
	leads bool
	more  chan struct{}
}

// End connects a node to the log. The first node to connect is the leader.
func (l *Log) End() *End {
	l.mu.Lock()
	defer l.mu.Unlock()
	e := &End{log: l, leads: len(l.readers) == 0, more: make(chan struct{}, 1)}
	l.readers = append(l.readers, e)
	return e
}

// Lead makes the node a leader, for example because it has connected again.
func (e *End) Lead() {
	e.log.mu.Lock()
	defer e.log.mu.Unlock()
	e.leads = true
}

// More returns a channel that receives a value when there may be new frames or answers.
func (e *End) More() <-chan struct{} { return e.more }

// State returns what the node knows about the log.
func (e *End) State() replica.LogState {
	e.log.mu.Lock()
	defer e.log.mu.Unlock()
	return replica.LogState{Known: true, Base: e.log.base, Leads: e.leads}
}

// Append stores a frame once, twice or not at all. It may or may not call answer.
func (e *End) Append(epoch uint64, frame []byte, answer func(error)) {
	l := e.log
	l.mu.Lock()
	luck, wait := l.rng.IntN(100), time.Duration(l.rng.IntN(300))*time.Microsecond
	l.mu.Unlock()
	if l.Calm {
		luck, wait = 50, 0
	}
	if luck < 2 { // lost
		return
	}
	time.AfterFunc(wait, func() {
		if epoch != l.store(epoch, frame) {
			answer(replica.ErrEpoch)
			return
		}
		if luck < 8 {
			time.AfterFunc(10*wait, func() { l.store(epoch, frame) })
		}
		if luck < 90 {
			answer(nil)
		}
	})
}

func (l *Log) store(epoch uint64, frame []byte) uint64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	if epoch != l.base.Epoch {
		return l.base.Epoch
	}
	l.frames = append(l.frames, frame)
	for _, e := range l.readers {
		select {
		case e.more <- struct{}{}:
		default:
		}
	}
	return epoch
}

// Read returns the frames after a position.
func (e *End) Read(after uint64, most int) (list []replica.Placed, err error) {
	l := e.log
	l.mu.Lock()
	defer l.mu.Unlock()
	if after+1 < l.first {
		return nil, replica.ErrGone
	}
	size := 0
	for at := after + 1; at-l.first < uint64(len(l.frames)); at++ {
		frame := l.frames[at-l.first]
		if size += len(frame); size > most && len(list) > 0 {
			break
		}
		list = append(list, replica.Placed{At: at, Frame: frame})
	}
	return list, nil
}

// Trim removes frames from the front of the log.
func (e *End) Trim(epoch, upTo uint64) {
	l := e.log
	l.mu.Lock()
	defer l.mu.Unlock()
	if epoch != l.base.Epoch || upTo < l.first {
		return
	}
	n := min(upTo-l.first+1, uint64(len(l.frames)))
	l.frames = l.frames[n:]
	l.first += n
}

// First returns the position of the first frame that was not trimmed.
func (l *Log) First() uint64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.first
}

// Len returns how many frames the log has.
func (l *Log) Len() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.frames)
}
