package cluster

import (
	"errors"
	"fmt"
	"time"

	"theriac/internal/replica"
	"theriac/internal/state"
	"theriac/internal/state/maprows"
)

// keepLog is how long the log keeps a frame.
const keepLog = 10 * time.Minute

// checkpoint is the number of frames between two checkpoints.
const checkpoint = 16

// node is one node of the cluster: the real driver over a simulated log and folder.
type node struct {
	*world
	role
	slot   int
	folder *folder
	old    []*folder // copies of the folder as it was at earlier starts

	// The process.
	up      bool
	boots   int
	driver  *replica.Driver
	machine *machine
	crashIn int  // number of writes until the process crashes; 0 means that no crash is planned
	crashed bool // the process has crashed, but its current call has not returned yet
	stepped bool // a step is planned
	waits   bool // that step is due only later, because the driver waits for time to pass
	copying bool
	refused bool // the other nodes reject its name, so it cannot vote
	newer   bool // whether the node runs the newer version of the program
	gate    *gate
	doubts  time.Duration // since when the node has doubted its state

	// The times at which faults end.
	cutUntil, fullUntil time.Duration
	apart               [nodes]time.Duration
	ahead               time.Duration // of the clock

	rotten  bool   // a row was damaged, so the state differs from the log's
	strayed bool   // an operation had a different result here after that damage
	served  uint64 // the highest position that a reader of this node has seen
}

func newNode(w *world, slot int) *node {
	return &node{world: w, slot: slot, folder: &folder{rows: maprows.New()}}
}

func (n *node) host() string { return string(rune('a' + n.slot)) }

// clock returns this node's time in milliseconds.
func (n *node) clock() int64 { return dayBegins.Add(n.now + n.ahead).UnixMilli() }

// boot starts the process.
func (n *node) boot() {
	if n.up {
		return
	}
	n.up, n.crashed, n.copying, n.refused = true, false, false, false
	n.boots++
	n.role = role{}
	n.resign()
	if len(n.old) == 0 || n.chance(30) {
		n.old = append(n.old, n.folder.copied())
		n.old = n.old[max(0, len(n.old)-3):]
	}
	n.run()
	if n.up {
		n.gate = newGate(n)
	}
}

// run starts the replica driver from the contents of the folder.
func (n *node) run() {
	rows := n.folder.rows.Clone()
	for _, frames := range n.folder.pending {
		for _, d := range frames {
			if _, err := n.applyFrame(rows, rows, d); err != nil {
				panic(err) // cannot happen with rows in memory
			}
		}
	}
	n.machine = &machine{n, rows}
	was := n.folder.self.Member
	d, err := replica.New(replica.Config{
		Log: n, Machine: n.machine, Host: n.host(), Members: nodes, Random: n.rng.Uint64,
		Checkpoint: checkpoint, Keep: keepLog, Beat: time.Hour, Linger: 10 * time.Millisecond, Decode: n.decode,
	})
	if err != nil {
		n.fallFor(n.between(time.Second, time.Minute))
		return
	}
	n.driver = d
	hello := d.Hello()
	n.tell("node %d starts as %x, start %d, at %d of epoch %d", n.slot, hello.Member, hello.Boot, d.Mark().Index, d.Mark().Epoch)
	if d.Joined() && was != hello.Member && !n.first() {
		n.joins()
	}
	n.soon()
}

// first reports whether this is the node's first start.
func (n *node) first() bool { return n.boots == 1 }

// joins empties the log of a node that has joined under a new name, and takes away its vote until the other nodes
// have everything that it may have forgotten.
func (n *node) joins() {
	if n.plant.voteAfterWipe {
		n.damagedUntilCopied = nil
		return
	}
	n.log.voter[n.slot] = false
	n.folder.tape = tape{}
	n.resign()
	n.count("joined under a new name")
}

// decode decodes a frame as this node's program does. The older program does not know all operations.
func (n *node) decode(b []byte) (state.Frame, error) {
	f, err := state.Decode(b)
	if err != nil || n.newer {
		return f, err
	}
	for i, op := range f.Ops {
		if _, unknown := op.(state.Unsay); !unknown {
			continue
		}
		if !n.plant.skipUnknown {
			return state.Frame{}, fmt.Errorf("%w: unsay", state.ErrNewer)
		}
		f.Ops = append(append([]state.Op(nil), f.Ops[:i]...), f.Ops[i+1:]...)
		return f, nil
	}
	return f, nil
}

// admitted reports whether this node may vote: all nodes that it can reach must accept its name.
func (n *node) admitted() bool {
	if n.plant.keepName || n.plant.voteAfterWipe || n.driver == nil {
		return n.driver != nil
	}
	if n.refused {
		return false
	}
	h := n.driver.Hello()
	for _, o := range n.nodes {
		if o == n || !n.linked(n, o) || o.machine == nil {
			continue
		}
		w, _ := o.folder.rows.Window(h.Member)
		if err := replica.Admit(w, h); err != nil {
			n.tell("node %d is not admitted by node %d: %v", n.slot, o.slot, err)
			n.count("not admitted")
			n.honest(err)
			n.refused = true
			n.plan(0, func() {
				if n.up && n.refused {
					n.rename()
				}
			})
			return false
		}
	}
	return true
}

// honest fails the simulation if a node must give up its name although no fault has changed its folder.
func (n *node) honest(err error) {
	if n.damagedUntilCopied != n && !n.plant.keepName {
		n.fail("node %d has to give up its name, and its folder has forgotten nothing: %v", n.slot, err)
	}
}

// rename restarts the node under a new name and without a vote.
func (n *node) rename() {
	n.stop(replica.ErrCopied)
	n.folder.self = replica.Self{}
	n.refused = false
	n.log.voter[n.slot] = false
	n.fall()
	n.plan(n.between(0, 5*time.Second), n.boot)
}

func (n *node) stop(reason error) {
	if n.driver != nil {
		n.driver.Stop(reason)
	}
}

// serving reports whether the node answers readers.
func (n *node) serving() bool {
	return n.up && !n.copying && n.driver != nil && n.driver.Err() == nil && n.driver.Live()
}

// fall stops the process.
func (n *node) fall() {
	if !n.up {
		return
	}
	n.up, n.crashed, n.crashIn = false, false, 0
	n.tell("node %d ends", n.slot)
	n.stop(errCrash)
	n.gate.close()
	n.driver, n.machine, n.gate = nil, nil, nil
	n.role = role{}
}

// fallFor stops the process and starts it again after the duration d.
func (n *node) fallFor(d time.Duration) {
	if n.up {
		n.fall()
		n.plan(d, n.boot)
	}
}

// powerCut stops the process and loses all data that was not synced to disk.
func (n *node) powerCut(d time.Duration) {
	if n.up {
		if len(n.folder.pending) > 0 {
			n.count("transactions lost in a power cut")
		}
		n.folder.pending = nil
		n.fallFor(d)
	}
}

// soon plans a step.
func (n *node) soon() {
	if n.stepped {
		return
	}
	n.stepped = true
	n.plan(n.between(0, 200*time.Microsecond), func() {
		n.stepped = false
		n.step()
	})
}

// step runs one step of the driver, and handles its result.
func (n *node) step() {
	if !n.up || n.driver == nil || n.copying {
		return
	}
	if n.driver.Err() != nil {
		n.recover()
		return
	}
	more := n.driver.Step(dayBegins.Add(n.now + 24*time.Hour*time.Duration(n.slot)))
	switch {
	case n.crashed:
		n.fallFor(n.between(time.Second, time.Minute))
	case n.driver.Err() != nil:
		n.tell("node %d stops: %v", n.slot, n.driver.Err())
		n.recover()
	case more:
		n.soon()
	case !n.driver.Idle() && !n.waits:
		n.waits = true
		n.plan(300*time.Millisecond, func() {
			n.waits = false
			n.step()
		})
	}
}

// tick does the node's work that depends only on time.
func (n *node) tick() {
	if !n.up || n.driver == nil {
		return
	}
	if n.driver.Err() != nil || n.now%time.Minute < tickEvery {
		n.soon()
	}
	if !n.synced && len(n.folder.pending) > 0 && n.chance(40) {
		n.folder.sync(n)
		n.soon()
	}
	switch {
	case n.driver.Err() != nil || !n.driver.Doubts():
		n.doubts = 0
	case n.doubts == 0:
		n.doubts = n.now
	case n.now-n.doubts > time.Minute && n.rotten: // a check of its rows has found the damage
		n.count("found by its own check")
		n.driver.Stop(replica.ErrDiverged)
		n.soon()
	}
	if n.plant.trimEarly && n.leading && n.chance(1) {
		_, end := n.folder.tape.last()
		n.Trim(n.folder.tape.base.Epoch, end)
	}
}

// recover reacts to the error that stopped the driver, as a real server would.
func (n *node) recover() {
	err := n.driver.Err()
	switch {
	case errors.Is(err, replica.ErrCopied):
		n.count("stopped: the name was used elsewhere")
		n.honest(err)
		n.rename()
	case errors.Is(err, replica.ErrNewer): // wait until the newer version of the program starts
		if n.newer {
			n.fail("node %d stops: %v", n.slot, err)
		}
	case errors.Is(err, replica.ErrBehind), errors.Is(err, replica.ErrDiverged), errors.Is(err, replica.ErrDamaged):
		if errors.Is(err, replica.ErrDiverged) {
			n.count("stopped: another state")
			if !n.rotten {
				n.fail("node %d has another state than the majority, and nothing of it was damaged: %v", n.slot, err)
			}
		}
		n.copy()
	case errors.Is(err, replica.ErrFailed):
		n.fallFor(n.between(time.Second, time.Minute))
	default:
		n.fail("node %d stops: %v", n.slot, err)
	}
}

// copy replaces the node's state with that of another node, after some time.
func (n *node) copy() {
	if n.plant.serveAfterWipe && n.driver.Mark().Index == 0 {
		n.skipAhead()
		return
	}
	n.copying = true
	boots := n.boots
	n.plan(n.between(200*time.Millisecond, 10*time.Second), func() {
		if n.boots != boots || !n.up {
			return
		}
		n.copying = false
		if !n.copyNow() {
			n.copy()
		}
	})
}

func (n *node) copyNow() bool {
	base := n.folder.tape.base
	for _, i := range n.rng.Perm(nodes) {
		o := n.nodes[i]
		// A real node checks each row of a copy and would reject a damaged one, so damaged nodes are not copied
		// from.
		if o == n || !n.linked(n, o) || !o.serving() || o.driver.Doubts() && !n.rotten || o.rotten || o.driver.Mark().Epoch != base.Epoch || base.Epoch == 0 {
			continue
		}
		if n.write() != nil {
			n.fallFor(n.between(time.Second, time.Minute))
			return true
		}
		n.folder.rows, n.folder.pending = o.machine.rows.Clone(), nil
		n.heal()
		n.tell("node %d has a copy of node %d at %d", n.slot, o.slot, mark(n.folder.rows).Index)
		n.count("copy")
		n.run()
		return true
	}
	return false
}

// heal records that the node's rows no longer contain damage.
func (n *node) heal() {
	if n.rotten {
		n.rotten, n.strayed, n.world.rotten = false, false, nil
	}
}

// skipAhead marks an empty state as complete up to where the log begins, which is a planted bug.
func (n *node) skipAhead() {
	for _, r := range []*maprows.Rows{n.machine.rows, n.folder.rows} {
		_ = r.SetMark(state.Mark{Epoch: n.folder.tape.base.Epoch, Index: n.folder.tape.first - 1})
	}
	n.run()
}
