package simulate

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"math/rand/v2"
	"strings"
	"time"

	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/internal/store"
	"theriac/internal/table"
)

// Config configures a day to simulate. Zero values mean the defaults.
type Config struct {
	Seed   uint64
	Tables int           // 100
	Nodes  int           // 3
	Length time.Duration // 24 hours
	// Trace gets a line for each event. It may be nil.
	Trace io.Writer

	plant plant
}

// Do makes several changes in one transaction of the store.
type Do = func(context.Context, ...store.Change) (uint64, error)

// plant holds bugs that a test puts between the code and the store, to check that the simulation finds them.
type plant struct {
	log    func(store.Log) store.Log
	do     func(Do) Do
	viewer func(*table.State, table.Viewer) table.Viewer
	order  func(Do) Do // for package order alone
	// Public tables seat everybody together; requests are not checked; nodes do not hear of new decisions.
	meets, lenient, deaf bool
}

// Result summarises what happened in a day.
type Result struct {
	Seed     uint64         `json:"seed"`
	Steps    uint64         `json:"steps"`    // events
	Entries  int            `json:"entries"`  // entries written to logs
	Acked    int            `json:"acked"`    // commands of people that were acknowledged
	Refused  int            `json:"refused"`  // commands that the server refused
	Repeated int            `json:"repeated"` // commands that were repeated with the same key
	Unsure   int            `json:"unsure"`   // commands that got no answer until the person gave up
	Games    int            `json:"games"`    // games begun
	Finished int            `json:"finished"` // games played to their end
	Checks   int            `json:"checks"`   // comparisons of a table on a node with its log
	Views    int            `json:"views"`    // number of views that were checked for secrets
	Faults   map[string]int `json:"faults"`   // number of faults and of other notable events, by name
	Digest   string         `json:"digest"`   // hash of the whole trace
	// Broken describes what went wrong, or is empty.
	Broken string   `json:"broken,omitempty"`
	Trace  []string `json:"trace,omitempty"` // the last lines of the trace before the failure
}

// dayBegins is the time at which every simulated day begins.
var dayBegins = time.Date(2026, 11, 17, 0, 0, 0, 0, time.UTC)

// world holds everything in a simulation.
type world struct {
	scheduler
	rng    *rand.Rand
	random io.Reader
	length time.Duration
	plant  plant
	result Result

	disk      *disk
	nodes     []*node
	tables    []*tableInfo
	byID      map[string]*tableInfo
	readers   map[string][]*subscription
	listeners map[string][]*listener
	questions map[string]*question
	awayUntil time.Duration // until this time, no node can reach the store
	calm      bool          // faults have ended for the day
	peace     peace

	reference *table.Registry // computes the state that results from each log, without faults
	readOnly  *lobby.Lobby    // reads every record without faults
	guests    []identity.Person
	playedBy  map[string][]*tableInfo
	trace     io.Writer
	digest    hash.Hash
	lines     []string // the newest lines of the trace
	line      []byte
	code      []byte // buffer for encoding positions
}

// keptLines is how many lines of the trace a report shows.
const keptLines = 200

// Run simulates a day. The same configuration always gives the same day.
func Run(c Config) Result {
	w := &world{
		rng: rand.New(rand.NewPCG(c.Seed, 0x7468657269616300)), length: c.Length, plant: c.plant, disk: newDisk(),
		byID: map[string]*tableInfo{}, readers: map[string][]*subscription{}, listeners: map[string][]*listener{},
		questions: map[string]*question{}, trace: c.Trace, digest: sha256.New(), playedBy: map[string][]*tableInfo{}, peace: newPeace(),
	}
	var key [32]byte
	for i := range key {
		key[i] = byte(w.rng.Uint32())
	}
	w.random = rand.NewChaCha8(key)
	w.scheduler.failed = w.fail
	w.result = Result{Seed: c.Seed, Faults: map[string]int{}}
	if c.Tables == 0 {
		c.Tables = 100
	}
	if c.Nodes == 0 {
		c.Nodes = 3
	}
	if w.length == 0 {
		w.length = 24 * time.Hour
	}
	w.reference, w.readOnly = w.newReference(), w.newReadOnlyLobby()
	for i := range c.Nodes {
		n := &node{world: w, number: i + 1}
		w.nodes = append(w.nodes, n)
		n.boot()
		w.planFaults(n)
	}
	w.planOutages()
	for range c.Tables {
		w.planTable()
	}
	w.planOrder()
	w.planStrangers()
	w.plan(checkEvery, w.checkClocks)
	for w.result.Broken == "" && w.step(w.length) {
		w.result.Steps++
	}
	if w.result.Broken == "" {
		w.evening()
	}
	w.close()
	w.result.Digest = hex.EncodeToString(w.digest.Sum(nil)[:16])
	return w.result
}

// between draws a random duration.
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
func (w *world) tell(id, format string, args ...any) {
	w.line = w.line[:0]
	w.line = fmt.Appendf(w.line, "%12.6f %-12s ", w.now.Seconds(), id)
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
	w.tell("", "BROKEN: %s", w.result.Broken)
	w.result.Trace = append([]string{}, w.lines[max(0, len(w.lines)-keptLines):]...)
}

// close ends all processes.
func (w *world) close() {
	for _, n := range w.nodes {
		n.crash()
	}
	for _, t := range w.tables {
		for _, p := range t.processes {
			w.kill(p)
		}
	}
	w.stop()
}

// planFaults plans a node's faults: it is cut off, crashes, becomes slow, lags, or has its clock set wrong.
func (w *world) planFaults(n *node) {
	n.ahead = w.between(-time.Second, time.Second)
	w.plan(w.between(10*time.Minute, 3*time.Hour), func() {
		if w.calm {
			return
		}
		length := w.between(time.Second, time.Minute)
		switch w.rng.IntN(6) {
		case 0, 1:
			n.fall(length)
			w.plan(length, func() { w.planFaults(n) })
			return
		case 2:
			n.cutUntil = w.now + length
			w.count("cut off")
			w.tell("", "node %d is cut off for %v", n.number, length)
		case 3:
			n.slowUntil = w.now + length
			w.count("slow")
			w.tell("", "node %d is slow for %v", n.number, length)
		case 4:
			n.behindUntil = w.now + 10*length
			w.count("behind")
			w.tell("", "the replica of node %d is behind for %v", n.number, 10*length)
		case 5:
			// A node whose clock jumps uses the wrong time until other nodes report theirs. While its clock
			// differs much from theirs, it lets no seat's time run out.
			jump := w.between(-2*time.Hour, 2*time.Hour)
			n.ahead, n.suspectUntil = jump, w.now+10*length
			w.peace.jumped = w.now + mostDeaf
			w.count("clock jump")
			w.tell("", "the clock of node %d jumps by %v", n.number, jump)
			w.plan(2*time.Second, func() { n.ahead = w.between(-time.Second, time.Second) })
		}
		w.plan(length, func() { w.planFaults(n) })
	})
}

// planOutages makes the store unavailable for all nodes now and then, as during the election of a leader.
func (w *world) planOutages() {
	w.plan(w.between(30*time.Minute, 4*time.Hour), func() {
		if w.calm {
			return
		}
		w.awayUntil = w.now + w.between(2*time.Second, 15*time.Second)
		w.count("outage")
		w.tell("", "the store is away until %.3f", w.awayUntil.Seconds())
		w.planOutages()
	})
}

// tableInfo holds what the simulation knows about a table.
type tableInfo struct {
	id        string
	draft     lobby.Draft
	people    []*person
	processes []*process
	audit
}

// Add adds the counts of another day.
func (r *Result) Add(o Result) {
	r.Steps += o.Steps
	r.Entries += o.Entries
	r.Acked += o.Acked
	r.Refused += o.Refused
	r.Repeated += o.Repeated
	r.Unsure += o.Unsure
	r.Games += o.Games
	r.Finished += o.Finished
	r.Checks += o.Checks
	r.Views += o.Views
	for what, n := range o.Faults {
		r.Faults[what] += n
	}
}
