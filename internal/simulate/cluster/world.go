package cluster

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"math/rand/v2"
	"strings"
	"time"

	"theriac/internal/replica"
	"theriac/internal/state"
)

// Config configures a day.
type Config struct {
	Seed    uint64
	Length  time.Duration // 0 means 8 hours
	Clients int           // 0: 8
	Trace   io.Writer

	plant plant
}

// Result summarises what happened in a day.
type Result struct {
	Seed    uint64         `json:"seed"`
	Steps   int            `json:"steps"`
	Frames  int            `json:"frames"`
	Acked   int            `json:"acked"`
	Unsure  int            `json:"unsure"`
	Refused int            `json:"refused"`
	Fresh   int            `json:"fresh_reads"`
	Local   int            `json:"local_reads"`
	Faults  map[string]int `json:"faults"`
	Broken  string         `json:"broken,omitempty"`
	Trace   []string       `json:"trace,omitempty"`
	Digest  string         `json:"digest"`
}

// Add adds the counts of another day.
func (r *Result) Add(o Result) {
	r.Steps += o.Steps
	r.Frames += o.Frames
	r.Acked += o.Acked
	r.Unsure += o.Unsure
	r.Refused += o.Refused
	r.Fresh += o.Fresh
	r.Local += o.Local
	for what, n := range o.Faults {
		r.Faults[what] += n
	}
}

// plant selects bugs to plant, so that tests can check that the simulation finds them.
type plant struct {
	answerEarly     bool // a caller gets its answer when the frame is sent, and not when it is applied
	readUncommitted bool // a leader reads frames before they are committed
	voteAfterWipe   bool // a node with an emptied folder keeps its vote
	serveAfterWipe  bool // a node with an emptied folder skips the missing frames
	keepName        bool // a restored or copied folder keeps the node's name
	skipUnknown     bool // a node skips an operation that it does not know
	applyClock      bool // records expire by the clock of the node that applies the frame
	readLocally     bool // a fresh read does not wait for the log
	trimEarly       bool // a leader trims the whole log
	applyTwice      bool // a repeated frame is applied again
	hashInputs      bool // the hash covers frames but not their results
	claimUnsynced   bool // a node reports frames as durable before they are synced
	anyEpoch        bool // a node continues with a new log whatever its own state is
	noFormats       bool // a node writes a new format before every node knows it
}

// A cluster has this many nodes, and majority of them must agree.
const (
	nodes    = 3
	majority = nodes/2 + 1
)

// tickEvery is the time between two heartbeats of a leader.
const tickEvery = 2 * time.Second

// dayBegins is the time at which every simulated day begins.
var dayBegins = time.Date(2030, 6, 1, 6, 0, 0, 0, time.UTC)

// world holds everything in a simulation.
type world struct {
	events
	rng    *rand.Rand
	plant  plant
	result Result
	synced bool // whether nodes sync each transaction

	nodes   []*node
	log     *logModel
	ref     *reference
	clients []*client
	calm    bool // whether faults have ended for the day

	// The times at which faults of the network end.
	slowUntil, lossyUntil time.Duration
	damagedUntilCopied    *node // the node whose folder was damaged, until it has copied everything; nil if there is none
	damagedVotes          bool  // whether that node votes again
	rotten                *node // the node with damaged rows, until it gets a copy; nil if there is none

	trace  io.Writer
	digest hash.Hash
	lines  []string // the last ones
	line   []byte
}

// keptLines is how many lines of the trace a report shows.
const keptLines = 200

// Run simulates a day. The same configuration always gives the same day.
func Run(c Config) Result {
	if c.Length == 0 {
		c.Length = 8 * time.Hour
	}
	if c.Clients == 0 {
		c.Clients = 8
	}
	w := &world{
		rng: rand.New(rand.NewPCG(c.Seed, 0x636c757374657200)), plant: c.plant, trace: c.Trace, digest: sha256.New(),
		result: Result{Seed: c.Seed, Faults: map[string]int{}},
	}
	w.synced = w.chance(50)
	w.ref = newReference(w)
	for i := range nodes {
		w.nodes = append(w.nodes, newNode(w, i))
	}
	w.log = newLog(w)
	w.log.found(state.Mark{Epoch: 1})
	for _, n := range w.nodes {
		n.boot()
	}
	for i := range c.Clients {
		cl := &client{world: w, number: i}
		w.clients = append(w.clients, cl)
		w.plan(w.between(0, 5*time.Minute), cl.burst)
	}
	w.plan(tickEvery, w.tick)
	w.plan(w.between(0, 5*time.Hour), w.upgrade)
	w.play(c.Length)
	if w.result.Broken == "" {
		w.evening()
	}
	for _, n := range w.nodes {
		n.gate.close() // a coroutine that still waits would keep the day's data in memory
	}
	w.result.Digest = hex.EncodeToString(w.digest.Sum(nil)[:16])
	return w.result
}

// play runs all events before the time end.
func (w *world) play(end time.Duration) {
	for w.result.Broken == "" && w.step(end) {
		w.result.Steps++
	}
}

// tick runs everything that depends only on time, and plans the next tick.
func (w *world) tick() {
	w.log.tick()
	for _, n := range w.nodes {
		n.tick()
	}
	w.plan(tickEvery, w.tick)
}

// linked reports whether two nodes can reach each other.
func (w *world) linked(a, b *node) bool {
	return a.up && b.up && (a == b || a.cutUntil <= w.now && b.cutUntil <= w.now && a.apart[b.slot] <= w.now && b.apart[a.slot] <= w.now)
}

// send delivers a message from one node to another by calling f. The message may be lost, late or delivered
// twice.
func (w *world) send(from, to *node, f func()) {
	if !w.linked(from, to) {
		return
	}
	times, lost := 1, 1.0
	if w.now < w.lossyUntil {
		lost = 20
	}
	if from != to && !w.calm {
		if w.chance(lost) {
			w.count("message lost")
			return
		}
		if w.chance(lost) {
			times = 2
			w.count("message doubled")
		}
	}
	for range times {
		delay := w.between(100*time.Microsecond, 3*time.Millisecond)
		switch {
		case from == to:
			delay /= 10
		case w.now < w.slowUntil:
			delay *= 100
		case !w.calm && w.chance(0.5):
			delay = w.between(0, 3*time.Second)
			w.count("message late")
		}
		boots := to.boots
		w.plan(delay, func() {
			if to.boots == boots && w.linked(from, to) {
				f()
			}
		})
	}
}

// whole reports whether every node is running, voting and up to date. Only then may a fault damage a folder.
func (w *world) whole() bool {
	if w.damagedUntilCopied != nil || w.log.lost {
		return false
	}
	for _, n := range w.nodes {
		if !w.log.voter[n.slot] || !n.serving() || n.cutUntil > w.now || n.driver.Full() {
			return false
		}
	}
	return true
}

// between draws a time.
func (w *world) between(least, most time.Duration) time.Duration {
	if most <= least {
		return least
	}
	return least + time.Duration(w.rng.Int64N(int64(most-least)))
}

// chance returns true with a probability of percent/100.
func (w *world) chance(percent float64) bool { return w.rng.Float64()*100 < percent }

func (w *world) count(what string) { w.result.Faults[what]++ }

// tell adds a line to the trace, which is a text of what happened.
func (w *world) tell(format string, args ...any) {
	w.line = fmt.Appendf(w.line[:0], "%14.6f ", w.now.Seconds())
	w.line = fmt.Appendf(w.line, format, args...)
	w.line = append(w.line, '\n')
	w.digest.Write(w.line)
	if w.trace != nil {
		_, _ = w.trace.Write(w.line)
	}
	if len(w.lines) >= 2*keptLines {
		w.lines = append(w.lines[:0], w.lines[keptLines:]...)
	}
	w.lines = append(w.lines, strings.TrimSuffix(string(w.line), "\n"))
}

// fail records a violation of what must always hold. Only the first one counts.
func (w *world) fail(format string, args ...any) {
	if w.result.Broken != "" {
		return
	}
	w.result.Broken = fmt.Sprintf(format, args...)
	w.tell("BROKEN: %s", w.result.Broken)
	w.result.Trace = append([]string{}, w.lines[max(0, len(w.lines)-keptLines):]...)
}

// event is a function to run at a time. Of two events at the same time, the one planned first runs first.
type event struct {
	at  time.Duration
	seq uint64
	run func()
}

// events is the queue of planned events, as a heap.
type events struct {
	now   time.Duration
	heap  []event
	count uint64
}

func (s *events) before(a, b int) bool {
	x, y := &s.heap[a], &s.heap[b]
	return x.at < y.at || x.at == y.at && x.seq < y.seq
}

// plan runs a function after the duration in.
func (s *events) plan(in time.Duration, run func()) {
	s.count++
	s.heap = append(s.heap, event{s.now + max(in, 0), s.count, run})
	for i := len(s.heap) - 1; i > 0; {
		up := (i - 1) / 2
		if !s.before(i, up) {
			break
		}
		s.heap[i], s.heap[up] = s.heap[up], s.heap[i]
		i = up
	}
}

// step runs the next event. It returns false if no event is planned before end.
func (s *events) step(end time.Duration) bool {
	if len(s.heap) == 0 || s.heap[0].at > end {
		s.now = max(s.now, end)
		return false
	}
	e, last := s.heap[0], len(s.heap)-1
	s.heap[0] = s.heap[last]
	s.heap[last] = event{}
	s.heap = s.heap[:last]
	for i := 0; ; {
		least := i
		for c := 2*i + 1; c <= 2*i+2 && c < last; c++ {
			if s.before(c, least) {
				least = c
			}
		}
		if least == i {
			break
		}
		s.heap[i], s.heap[least] = s.heap[least], s.heap[i]
		i = least
	}
	s.now = e.at
	e.run()
	return true
}

var _ replica.Log = (*node)(nil)
