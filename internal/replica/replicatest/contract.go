package replicatest

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"theriac/internal/replica"
	"theriac/internal/state"
)

// Setup describes the log to test.
type Setup struct {
	// Base is the mark with which the log was created. Its index must be greater than 0.
	Base  state.Mark
	Nodes int
	// Open returns the log as the given node currently sees it.
	Open func(node int) replica.Log
	// Kill ends a node abruptly, and Start starts it again. Both are nil if the nodes cannot be killed.
	Kill, Start func(t testing.TB, node int)
}

// patience is how long the tests wait for anything before they fail.
const patience = time.Minute

// RunLog tests that a log keeps the promises of replica.Log.
func RunLog(t *testing.T, s Setup) {
	l := &logTest{Setup: s, sent: map[string]bool{}, at: map[string]uint64{}}
	eventually(t, "every node finds the log", func() bool {
		for i := range s.Nodes {
			if st := s.Open(i).State(); !st.Known || st.Base != s.Base {
				return false
			}
		}
		return true
	})
	for _, part := range []struct {
		name string
		test func(*testing.T)
	}{
		{"frames", l.frames}, {"many frames", l.many}, {"reading again", l.again}, {"other epochs", l.epochs},
		{"a node is killed", l.killed}, {"large frames", l.large}, {"trimming", l.trimmed},
	} {
		if !t.Run(part.name, part.test) {
			return
		}
	}
}

type logTest struct {
	Setup
	mu   sync.Mutex
	sent map[string]bool   // all frames that were sent, and whether the log acknowledged them
	at   map[string]uint64 // a position at which each frame was read
	read []string          // all frames of the log, from its first position on
}

func eventually(t testing.TB, what string, f func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !f(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("not within %v: %s", patience, what)
		}
	}
}

// append sends a frame through a node, and repeats that until the log has acknowledged it.
func (l *logTest) append(t testing.TB, node int, frame string) {
	l.mu.Lock()
	if _, known := l.sent[frame]; known {
		t.Errorf("%.20q is sent twice", frame)
	}
	l.sent[frame] = false
	l.mu.Unlock()
	var stored atomic.Bool
	for end := time.Now().Add(patience); !stored.Load(); {
		if time.Now().After(end) {
			t.Errorf("%.20q is not acknowledged", frame)
			return
		}
		answered := make(chan struct{})
		var times atomic.Int32
		l.Open(node).Append(l.Base.Epoch, []byte(frame), func(err error) {
			if times.Add(1) > 1 {
				t.Errorf("%.20q is answered twice", frame)
				return
			}
			if err == nil {
				stored.Store(true)
			}
			close(answered)
		})
		select {
		case <-answered:
		case <-time.After(100*time.Millisecond + time.Duration(len(frame)>>10)*time.Millisecond):
		}
		if !stored.Load() {
			time.Sleep(5 * time.Millisecond)
		}
	}
	l.mu.Lock()
	l.sent[frame] = true
	l.mu.Unlock()
}

// readAll reads until it has seen every acknowledged frame, and returns the frames after a position.
func (l *logTest) readAll(t testing.TB, node int, after uint64) (list []string) {
	t.Helper()
	l.mu.Lock()
	missing := map[string]bool{}
	for f, acked := range l.sent {
		if acked && (l.at[f] == 0 || l.at[f] > after) {
			missing[f] = true
		}
	}
	l.mu.Unlock()
	at := after
	eventually(t, fmt.Sprintf("node %d reads all frames", node), func() bool {
		got, err := l.Open(node).Read(at, 1<<20)
		if errors.Is(err, replica.ErrGone) {
			t.Fatalf("the frame after %d is gone", at)
		}
		for _, p := range got {
			if p.At != at+1 {
				t.Fatalf("frame %d instead of %d", p.At, at+1)
			}
			at++
			list = append(list, string(p.Frame))
			delete(missing, string(p.Frame))
			l.mu.Lock()
			if _, known := l.sent[string(p.Frame)]; !known {
				t.Errorf("%.20q was never sent", p.Frame)
			}
			l.at[string(p.Frame)] = at
			l.mu.Unlock()
		}
		return len(missing) == 0
	})
	return list
}

// same checks that every node reads the same frames as before, from the first one on.
func (l *logTest) same(t testing.TB) {
	t.Helper()
	for i := range l.Nodes {
		list := l.readAll(t, i, l.Base.Index)
		for k := range min(len(list), len(l.read)) {
			if list[k] != l.read[k] {
				t.Fatalf("node %d has %.20q at %d instead of %.20q", i, list[k], l.Base.Index+uint64(k)+1, l.read[k])
			}
		}
		if len(list) > len(l.read) {
			l.read = list
		}
	}
}

func (l *logTest) frames(t *testing.T) {
	for i := range l.Nodes {
		if list, err := l.Open(i).Read(l.Base.Index, 100); len(list) > 0 || err != nil {
			t.Fatalf("%d frames, %v", len(list), err)
		}
	}
	for n := range 6 {
		l.append(t, n%l.Nodes, fmt.Sprint("frame", n))
	}
	l.same(t)
}

func (l *logTest) many(t *testing.T) {
	var all sync.WaitGroup
	for w := range 4 {
		all.Go(func() {
			for n := range 50 {
				l.append(t, (w+n)%l.Nodes, fmt.Sprintf("many%d.%d", w, n))
			}
		})
	}
	all.Wait()
	l.same(t)
}

// The log accepts a frame of the maximum size. Read returns a frame alone if it exceeds the limit of the call.
// With -short the frame is smaller, because copying is slow under the race detector.
func (l *logTest) large(t *testing.T) {
	size := state.MaxFrameBytes + 1000
	if testing.Short() {
		size >>= 4
	}
	data := make([]byte, size)
	rng := rand.NewChaCha8([32]byte{1})
	_, _ = rng.Read(data)
	l.append(t, 0, string(data))
	l.append(t, 0, "after the large one")
	l.same(t)
	at := l.at[string(data)]
	var list []replica.Placed
	eventually(t, "the large frame is read", func() bool {
		var err error
		list, err = l.Open(0).Read(at-1, 100)
		return err == nil && len(list) > 0
	})
	if len(list) != 1 || list[0].At != at || !bytes.Equal(list[0].Frame, data) {
		t.Fatalf("%d frames of at most 100 bytes", len(list))
	}
}

// A reader can start at any position, as often as it wants.
func (l *logTest) again(t *testing.T) {
	for _, skip := range []int{20, 3, 3, 0, 40} {
		after := l.Base.Index + uint64(skip)
		for i, f := range l.readAll(t, l.Nodes-1, after) {
			if want := l.read[skip+i]; f != want {
				t.Fatalf("%.20q at %d instead of %.20q", f, after+uint64(i)+1, want)
			}
		}
	}
}

// The log does not store a frame that is meant for another epoch.
func (l *logTest) epochs(t *testing.T) {
	var stored atomic.Bool
	for _, epoch := range []uint64{l.Base.Epoch - 1, l.Base.Epoch + 1} {
		l.Open(0).Append(epoch, []byte("of another epoch"), func(err error) {
			if err == nil {
				stored.Store(true)
			}
		})
	}
	l.append(t, 0, "of this epoch") // readAll fails if it finds a frame that was not sent
	l.same(t)
	if stored.Load() {
		t.Fatal("a frame of another epoch was stored")
	}
}

// One node is killed and restarted while the nodes write. No acknowledged frame is lost.
func (l *logTest) killed(t *testing.T) {
	if l.Kill == nil {
		t.Skip("nodes cannot end")
	}
	victim := l.Nodes - 1
	for i := range l.Nodes { // kill the leader if possible
		if l.Nodes > 1 && l.Open(i).State().Leads {
			victim = i
		}
	}
	l.Kill(t, victim)
	if l.Nodes > 1 {
		for n := range 20 {
			l.append(t, (victim+1+n%(l.Nodes-1))%l.Nodes, fmt.Sprint("without one", n))
		}
	}
	l.Start(t, victim)
	l.append(t, victim, "back")
	l.same(t)
}

func (l *logTest) trimmed(t *testing.T) {
	upTo := l.Base.Index + uint64(len(l.read)) - 5
	for i := range l.Nodes {
		l.Open(i).Trim(l.Base.Epoch+1, upTo) // does nothing
	}
	l.append(t, 0, "before trimming")
	l.same(t)
	eventually(t, "the front is gone on every node", func() bool {
		gone := 0
		for i := range l.Nodes {
			end := l.Open(i)
			if end.State().Leads {
				end.Trim(l.Base.Epoch, upTo)
			}
			for _, after := range []uint64{l.Base.Index, upTo - 1} {
				if _, err := end.Read(after, 100); errors.Is(err, replica.ErrGone) {
					gone++
				}
			}
		}
		return gone == 2*l.Nodes
	})
	l.append(t, 0, "after trimming")
	for i := range l.Nodes {
		if list := l.readAll(t, i, upTo); list[0] != l.read[upTo-l.Base.Index] {
			t.Fatalf("node %d has %.20q after the front", i, list[0])
		}
	}
}
