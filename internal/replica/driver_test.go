package replica_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"theriac/internal/replica"
	"theriac/internal/state"
	"theriac/internal/store"
	"theriac/internal/store/memstore"
)

// tape is a log to which only the test appends frames.
type tape struct {
	base    state.Mark
	leads   bool
	sent    [][]byte
	answers []func(error)
	frames  [][]byte
	gone    uint64
	trimmed uint64
}

func (l *tape) State() replica.LogState {
	return replica.LogState{Known: true, Base: l.base, Leads: l.leads}
}

func (l *tape) Append(_ uint64, frame []byte, answer func(error)) {
	l.sent, l.answers = append(l.sent, frame), append(l.answers, answer)
}

func (l *tape) Read(after uint64, _ int) (list []replica.Placed, err error) {
	if after < l.gone {
		return nil, replica.ErrGone
	}
	for i := after; i < uint64(len(l.frames)); i++ {
		list = append(list, replica.Placed{At: i + 1, Frame: l.frames[i]})
	}
	return list, nil
}

func (l *tape) Trim(_, upTo uint64) { l.trimmed = max(l.trimmed, upTo) }

// land appends all frames that the driver has sent to the log, in order.
func (l *tape) land() {
	l.frames = append(l.frames, l.sent...)
	l.sent = nil
}

// bench is a driver to test, with a log, a state and a clock.
type bench struct {
	*tape
	*replica.Driver
	t       *testing.T
	machine *memstore.Machine
	now     time.Time
	random  uint64
}

func newBench(t *testing.T, m *memstore.Machine) *bench {
	b := &bench{tape: &tape{base: state.Mark{Epoch: 1}}, t: t, machine: m, now: time.Unix(1e9, 0)}
	b.start()
	return b
}

func (b *bench) start() {
	b.random += 1000
	d, err := replica.New(replica.Config{
		Log: b.tape, Machine: b.machine, Host: "a", Members: 3, Checkpoint: 4, Flight: 2, Queue: 3, Keep: time.Hour,
		Random: func() uint64 { b.random++; return b.random },
	})
	if err != nil {
		b.t.Fatal(err)
	}
	b.Driver = d
}

// after advances the clock, and steps the driver until it has nothing more to do.
func (b *bench) after(d time.Duration) {
	b.now = b.now.Add(d)
	for b.Step(b.now) {
	}
}

// live appends the driver's first frame to the log, so that the driver becomes live.
func (b *bench) live() {
	b.after(0)
	b.land()
	b.after(0)
	if !b.Live() {
		b.t.Fatal("it is not live")
	}
}

// propose proposes a chat message. The result points to the error with which the proposal ends.
func (b *bench) propose(text string) (got *error) {
	var done error
	got = &done
	done = errors.New("no answer")
	b.Propose(&replica.Proposal{Ops: []state.Op{state.Post{Table: "t", Person: "p", Data: []byte(text)}}, Done: func(_ []state.Answer, err error) { done = err }})
	return got
}

// peer appends a frame to the log, as if another node had sent it. The frame claims a hash.
func (b *bench) peer(member, number uint64, claim state.Claim) {
	f := state.Frame{Name: state.Name{Member: member, Boot: 1, Nonce: member, Number: number}, Claim: claim}
	data, err := f.Encode()
	if err != nil {
		b.t.Fatal(err)
	}
	b.frames = append(b.frames, data)
}

func (b *bench) stopped(want error) {
	b.t.Helper()
	if !errors.Is(b.Err(), want) {
		b.t.Fatalf("%v instead of %v", b.Err(), want)
	}
}

// A caller gets its answer when its node reads the frame back from the log, and not when the log accepts the
// frame. All proposals that are made in between share the next frame.
func TestAnswersComeWithTheLog(t *testing.T) {
	b := newBench(t, memstore.NewMachine())
	b.live()
	one := b.propose("1")
	b.after(0)
	two := b.propose("2")
	b.after(0)
	three, four := b.propose("3"), b.propose("4")
	b.after(0)
	for _, answer := range b.answers {
		answer(nil)
	}
	b.after(0)
	if len(b.sent) != 2 || *one == nil || *two == nil {
		t.Fatalf("%d frames: %v, %v", len(b.sent), *one, *two)
	}
	b.land()
	b.after(0)
	if len(b.sent) != 1 || *one != nil || *two != nil || *three == nil {
		t.Fatalf("%d frames: %v, %v, %v", len(b.sent), *one, *two, *three)
	}
	b.land()
	b.after(0)
	if *three != nil || *four != nil || b.machine.Mark().Index != 4 {
		t.Fatal(*three, *four, b.machine.Mark())
	}
}

// A node lets frames of other nodes wait for more, but not for long, and not if its own caller needs them.
func TestLinger(t *testing.T) {
	b := newBench(t, memstore.NewMachine())
	b.Linger = 10 * time.Millisecond
	b.live()
	at := func(want uint64, pause time.Duration) {
		t.Helper()
		if got := b.machine.Mark().Index; got != want || b.Pause(b.now) != pause {
			t.Fatalf("at %d instead of %d, and the next step is due in %v instead of %v", got, want, b.Pause(b.now), pause)
		}
	}
	b.after(10 * time.Millisecond)
	b.peer(500, 1, state.Claim{})
	b.after(0)
	at(2, 0)
	b.peer(500, 2, state.Claim{})
	b.after(4 * time.Millisecond)
	at(2, 6*time.Millisecond)
	b.peer(500, 3, state.Claim{})
	b.after(5 * time.Millisecond)
	at(2, time.Millisecond)
	b.after(time.Millisecond)
	at(4, 0)
	b.peer(500, 4, state.Claim{})
	b.after(time.Millisecond)
	at(4, 9*time.Millisecond)
	one := b.propose("1")
	b.Push(b.now)
	b.land()
	b.after(time.Millisecond)
	at(6, 0)
	if *one != nil {
		t.Fatal(*one)
	}
	for n := range uint64(40) {
		b.peer(500, n+5, state.Claim{})
	}
	b.after(0)
	at(46, 0)
}

// A frame is sent again until it appears in the log. Although the log then has it three times, it is applied
// once.
func TestFramesAreSentAgain(t *testing.T) {
	b := newBench(t, memstore.NewMachine())
	b.live()
	one := b.propose("1")
	for range 10 {
		b.after(200 * time.Millisecond)
	}
	if len(b.sent) < 3 {
		t.Fatalf("sent %d times", len(b.sent))
	}
	b.land()
	b.after(0)
	lines, err := b.machine.Store(replica.Start(b.Driver, nil)).Chat().Lines(t.Context(), "t", 0, 10)
	if err != nil || len(lines) != 1 || *one != nil {
		t.Fatal(lines, err, *one)
	}
}

func TestRefusals(t *testing.T) {
	b := newBench(t, memstore.NewMachine())
	b.live()
	full := b.propose("1")
	b.after(0)
	b.answers[len(b.answers)-1](replica.ErrFull)
	b.after(0)
	if !errors.Is(*full, replica.ErrFull) {
		t.Error(*full)
	}
	unsure := b.propose("2")
	b.after(0)
	b.after(time.Second) // the first attempt may still reach the log
	b.answers[len(b.answers)-1](replica.ErrFull)
	b.after(0)
	if errors.Is(*unsure, replica.ErrFull) {
		t.Error("a frame that may be in the log was refused")
	}
	b.propose("3")
	b.after(0) // now two frames are in flight
	for range 3 {
		b.propose("more")
	}
	if busy := b.propose("too many"); !errors.Is(*busy, replica.ErrBusy) {
		t.Error(*busy)
	}
	b.Stop(replica.ErrFailed)
	if !errors.Is(*unsure, replica.ErrUncertain) {
		t.Error(*unsure)
	}
	if late := b.propose("late"); !errors.Is(*late, replica.ErrFailed) {
		t.Error(*late)
	}
	fresh := newBench(t, memstore.NewMachine())
	if large := fresh.propose(string(make([]byte, state.MaxFrameBytes+1))); !errors.Is(*large, replica.ErrTooLarge) {
		t.Error(*large)
	}
}

// narrow is a state that can be made to run out of space.
type narrow struct {
	*memstore.Machine
	full bool
}

func (m *narrow) Apply(frames []replica.Decoded) ([]state.Result, error) {
	if m.full {
		return nil, store.ErrFull
	}
	return m.Machine.Apply(frames)
}

// A node without space for its state refuses writes. Once there is space, it applies the waiting frames.
func TestFullState(t *testing.T) {
	m := &narrow{Machine: memstore.NewMachine()}
	b := newBench(t, m.Machine)
	b.Driver.Machine = m
	b.live()
	m.full = true
	waits := b.propose("1")
	b.after(0)
	b.land()
	b.after(0)
	refused := b.propose("2")
	var read error
	b.Propose(&replica.Proposal{Done: func(_ []state.Answer, err error) { read = err }})
	if !b.Full() || b.Err() != nil || *waits == nil || !errors.Is(*refused, replica.ErrFull) || !errors.Is(read, replica.ErrBusy) {
		t.Fatal(b.Full(), b.Err(), *waits, *refused, read)
	}
	m.full = false
	b.after(time.Second)
	if *waits != nil || b.Full() {
		t.Fatal(*waits, b.Full())
	}
}

// A node stops if two other nodes agree on a hash that differs from its own. If only one other node has a
// different hash, callers wait for the third node's.
func TestHashesAreCompared(t *testing.T) {
	for name, c := range map[string]struct {
		claims []state.Hash // what two other nodes claim; the zero hash stands for the correct one
		want   error
		doubts bool
	}{
		"all agree":          {[]state.Hash{{}, {}}, nil, false},
		"one differs":        {[]state.Hash{{1}, {}}, nil, false},
		"one differs so far": {[]state.Hash{{1}}, nil, true},
		"two differ":         {[]state.Hash{{1}, {1}}, replica.ErrDiverged, false},
		"each differs":       {[]state.Hash{{1}, {2}}, replica.ErrDivided, false},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, memstore.NewMachine())
			b.live()
			for i := range uint64(3) {
				b.peer(500, i+1, state.Claim{})
			}
			b.after(0)
			right := b.machine.Mark()
			for i, h := range c.claims {
				if h == (state.Hash{}) {
					h = right.Hash
				}
				b.peer(500+uint64(i), 10, state.Claim{Index: right.Index, Hash: h})
			}
			b.after(0)
			got := b.propose("1")
			b.after(2 * time.Second) // long enough for this node to claim the checkpoint, too
			b.land()
			b.after(0)
			b.stopped(c.want)
			if c.want == nil && (b.Doubts() != c.doubts || (*got != nil) != c.doubts) {
				t.Errorf("in doubt: %t, answered with %v", b.Doubts(), *got)
			}
		})
	}
}

func TestReasonsToStop(t *testing.T) {
	t.Run("another start of the same name", func(t *testing.T) {
		b := newBench(t, memstore.NewMachine())
		b.live()
		h := b.Hello()
		f := state.Frame{Name: state.Name{Member: h.Member, Boot: h.Boot + 1, Nonce: 1, Number: 1}}
		data, _ := f.Encode()
		b.frames = append(b.frames, data)
		b.after(0)
		b.stopped(replica.ErrCopied)
	})
	t.Run("an earlier time", func(t *testing.T) {
		old := memstore.NewMachine()
		b := newBench(t, old)
		b.live()
		self, _ := old.Self()
		b.start()
		b.live() // start 2
		again := old.Copy()
		if err := again.SetSelf(self); err != nil { // restore the name from the first start
			t.Fatal(err)
		}
		b.machine = again
		b.start()
		b.after(0)
		b.land()
		b.after(0)
		b.stopped(replica.ErrCopied)
	})
	t.Run("the front is gone", func(t *testing.T) {
		b := newBench(t, memstore.NewMachine())
		b.gone = 5
		b.after(0)
		b.stopped(replica.ErrBehind)
	})
	t.Run("another log", func(t *testing.T) {
		b := newBench(t, memstore.NewMachine())
		b.live()
		b.base = state.Mark{Epoch: 2, Index: 1}
		b.after(0)
		b.stopped(replica.ErrBehind)
	})
	t.Run("a log after this state", func(t *testing.T) {
		b := newBench(t, memstore.NewMachine())
		b.live()
		b.base = b.machine.Mark()
		b.base.Epoch = 2
		b.after(0)
		if b.Err() != nil || b.machine.Mark() != b.base {
			t.Error(b.Err(), b.machine.Mark())
		}
	})
	t.Run("an unknown operation", func(t *testing.T) {
		b := newBench(t, memstore.NewMachine())
		b.live()
		b.Decode = func([]byte) (state.Frame, error) { return state.Frame{}, fmt.Errorf("%w: 99", state.ErrNewer) }
		b.propose("1")
		b.after(0)
		b.land()
		b.after(0)
		b.stopped(replica.ErrNewer)
		if b.machine.Mark().Index != 1 {
			t.Error(b.machine.Mark())
		}
	})
	t.Run("a damaged frame", func(t *testing.T) {
		b := newBench(t, memstore.NewMachine())
		b.live()
		b.frames = append(b.frames, []byte("nonsense"))
		b.after(0)
		b.stopped(replica.ErrDamaged)
	})
}

// Frames stay in the log until a majority has had them on disk for some time. An idle leader sends an empty
// frame now and then, so that the last frames can be trimmed too.
func TestTrim(t *testing.T) {
	b := newBench(t, memstore.NewMachine())
	b.live()
	b.leads = true
	var had state.Mark
	for range 30 {
		b.after(10 * time.Minute)
		b.land()
		if m := b.machine.Mark(); m.Index == 8 {
			had = m
		}
	}
	if b.trimmed != 0 {
		t.Fatalf("trimmed up to %d, which this node alone has", b.trimmed)
	}
	mark := b.machine.Mark().Index
	b.peer(500, 1, state.Claim{Index: had.Index, Hash: had.Hash})
	b.after(time.Minute)
	if b.after(59 * time.Minute); b.trimmed != 0 {
		t.Fatal("trimmed too early")
	}
	for range 3 {
		b.after(10 * time.Minute)
	}
	if b.trimmed != 8 || mark < 20 {
		t.Errorf("trimmed up to %d; %d frames", b.trimmed, mark)
	}
}

// A member may have had more frames of the last log than this node. The new log has others at their positions, so
// that member does not count as having these until it claims them.
func TestTrimAfterNewLog(t *testing.T) {
	b := newBench(t, memstore.NewMachine())
	b.live()
	b.leads = true
	b.peer(500, 1, state.Claim{Index: 8})
	b.after(0)
	b.base = b.machine.Mark()
	b.base.Epoch++
	for range 30 {
		b.after(10 * time.Minute)
		b.land()
	}
	if mark := b.machine.Mark(); b.trimmed != 0 || mark.Epoch != 2 || mark.Index < 20 {
		t.Errorf("trimmed up to %d, which this node alone has; it is at %d of epoch %d", b.trimmed, mark.Index, mark.Epoch)
	}
}

func TestAdmit(t *testing.T) {
	w := state.Window{Boot: 3, Nonce: 7, Claimed: 100}
	for _, c := range []struct {
		hello replica.Hello
		ok    bool
	}{
		{replica.Hello{Boot: 4, Nonce: 1, Durable: 100}, true},
		{replica.Hello{Boot: 3, Nonce: 7, Durable: 200}, true},
		{replica.Hello{Boot: 3, Nonce: 8, Durable: 200}, false},
		{replica.Hello{Boot: 2, Nonce: 7, Durable: 200}, false},
		{replica.Hello{Boot: 4, Nonce: 1, Durable: 99}, false},
	} {
		if err := replica.Admit(w, c.hello); (err == nil) != c.ok {
			t.Errorf("%+v: %v", c.hello, err)
		}
	}
}
