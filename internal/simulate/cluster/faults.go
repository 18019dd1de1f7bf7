package cluster

import (
	"time"

	"theriac/internal/replica"
	"theriac/internal/state"
	"theriac/internal/state/maprows"
)

// fault injects a random fault.
func (w *world) fault() {
	n := w.nodes[w.rng.IntN(nodes)]
	short := w.between(time.Second, time.Minute)
	kind := w.rng.IntN(21)
	if w.log.lost && kind < 8 { // no node may crash now, because some frames may not be on any disk
		kind += 8
	}
	switch kind {
	case 0, 1:
		w.count("killed")
		n.fallFor(short)
	case 2, 3, 4:
		if n.up {
			n.crashIn = 1 + w.rng.IntN(40)
		}
	case 5:
		w.count("power cut")
		n.powerCut(short)
	case 6:
		w.count("power cut of all")
		for _, n := range w.nodes {
			n.powerCut(w.between(time.Second, 2*time.Minute))
		}
	case 7:
		w.count("all stopped, two started")
		for i, o := range w.nodes {
			o.fallFor(short + time.Duration((i+n.slot)%nodes/2)*30*time.Minute)
		}
	case 8, 9:
		w.count("cut off")
		n.cutUntil = w.now + short
		w.tell("node %d is cut off for %v", n.slot, short)
	case 10:
		w.count("two cut apart")
		n.apart[(n.slot+1)%nodes] = w.now + short
	case 11:
		w.count("slow network")
		w.slowUntil = w.now + short
	case 12:
		w.count("lossy network")
		w.lossyUntil = w.now + short
	case 13:
		w.count("away for long")
		n.fallFor(w.between(keepLog, 4*keepLog))
	case 14:
		w.count("clock jump")
		n.ahead = w.between(-2*time.Hour, 2*time.Hour)
	case 15:
		w.wipe(n)
	case 16:
		w.rollBack(n)
	case 17:
		w.clone(n)
	case 18:
		w.rot(n)
	case 19:
		w.loseLog()
	case 20:
		w.count("disk full")
		n.fullUntil = w.now + short
	}
}

// wipe empties a node's folder.
func (w *world) wipe(n *node) {
	if !w.whole() {
		return
	}
	w.damage(n, func() {
		w.count("folder emptied")
		w.tell("the folder of node %d is emptied", n.slot)
		n.replace(&folder{rows: maprows.New()})
		if w.plant.voteAfterWipe || w.plant.serveAfterWipe {
			n.folder.tape = tape{base: w.log.base, first: w.log.base.Index + 1}
		}
	})
}

// damage stops a node, calls f to change its folder, and starts it again. Often it picks the worst moment, when
// one other node lacks the newest frames and the third is about to stop.
func (w *world) damage(n *node, f func()) {
	w.damagedUntilCopied, w.damagedVotes = n, false
	behind, last := w.nodes[(n.slot+1)%nodes], w.nodes[(n.slot+2)%nodes]
	if behind.leading {
		behind, last = last, behind
	}
	worst := w.chance(60)
	if worst {
		w.count("folder damaged at the worst moment")
		behind.cutUntil = w.now + 5*time.Second
	}
	w.plan(w.between(200*time.Millisecond, 2*time.Second), func() {
		n.fall()
		f()
		n.plan(w.between(time.Second, 5*time.Second), n.boot)
		if worst {
			w.plan(w.between(0, 3*time.Second), func() { last.fallFor(w.between(10*time.Second, time.Minute)) })
		}
	})
}

// replace gives a node another folder. After that the node must join the cluster again before it may vote.
func (n *node) replace(f *folder) {
	n.folder = f
	n.old = nil
	n.heal()
	if n.plant.keepName {
		n.damagedUntilCopied = nil
	}
}

// rollBack resets a node's folder to how it was at an earlier start. It does so only if the other nodes know of
// a later start, because otherwise they could not notice.
func (w *world) rollBack(n *node) {
	if !w.whole() || len(n.old) < 2 {
		return
	}
	old := n.old[0]
	self := n.folder.self
	for _, o := range w.nodes {
		if seen, _ := o.folder.rows.Window(self.Member); old.self.Member != self.Member || seen.Boot <= old.self.Boot+1 || old.tape.base != w.log.base {
			return
		}
	}
	w.damage(n, func() {
		w.count("folder of an earlier time")
		w.tell("the folder of node %d is put back to start %d", n.slot, old.self.Boot)
		n.replace(old.copied())
	})
}

// clone replaces a node's folder with a copy of another node's folder.
func (w *world) clone(n *node) {
	if !w.whole() {
		return
	}
	from := w.nodes[(n.slot+1)%nodes]
	if from.rotten {
		return
	}
	w.damage(n, func() {
		w.count("folder of another node")
		w.tell("node %d gets a copy of the folder of node %d", n.slot, from.slot)
		n.replace(from.folder.copied())
		if w.plant.keepName {
			n.folder.self.Host = n.host()
		}
	})
}

// rot silently removes one record from a node's rows, as a decaying disk might.
func (w *world) rot(n *node) {
	if w.rotten != nil || w.log.lost || !n.serving() || w.damagedUntilCopied != nil {
		return
	}
	for _, key := range []string{"k0", "k1", "k2", "k3"} {
		if _, there := n.machine.rows.Buckets["hot"][key]; there {
			n.folder.sync(n)
			_ = n.machine.rows.RemoveRecord("hot", key)
			_ = n.folder.rows.RemoveRecord("hot", key)
			n.rotten, w.rotten = true, n
			w.count("row damaged")
			w.tell("node %d loses record %s", n.slot, key)
			return
		}
	}
}

// loseLog loses the log on all nodes. Later an operator creates a new log, which continues from the newest
// state that any node has.
func (w *world) loseLog() {
	if !w.whole() || w.rotten != nil {
		return
	}
	w.count("log lost")
	w.tell("the log is lost")
	w.log.vanish()
	w.plan(w.between(10*time.Second, 5*time.Minute), w.foundLog)
}

func (w *world) foundLog() {
	var best *node
	for _, n := range w.nodes {
		if n.machine == nil || n.crashed {
			n.boot()
			w.plan(time.Second, w.foundLog)
			return
		}
		if best == nil || n.machine.Mark().Index > best.machine.Mark().Index {
			best = n
		}
	}
	best.folder.sync(best)
	m := best.machine.Mark()
	w.ref.found(best)
	m.Epoch = w.log.base.Epoch + 1
	w.tell("node %d founds epoch %d after %d", best.slot, m.Epoch, m.Index)
	w.log.found(m)
	if w.plant.anyEpoch {
		for _, n := range w.nodes {
			_ = n.machine.Adopt(m.Epoch)
			for _, r := range []*maprows.Rows{n.machine.rows, n.folder.rows} {
				_ = r.SetMark(state.Mark{Epoch: m.Epoch, Index: m.Index, Hash: m.Hash})
			}
			n.run()
		}
	}
	for _, n := range w.nodes {
		n.soon()
	}
}

// upgrade restarts one node after another with the newer version of the program. Sometimes a node runs the
// older version again for a while.
func (w *world) upgrade() {
	for i, n := range w.nodes {
		w.plan(time.Duration(i)*10*time.Minute+w.between(0, 5*time.Minute), func() { w.change(n, true) })
	}
	if w.chance(50) {
		n := w.nodes[w.rng.IntN(nodes)]
		w.plan(w.between(0, time.Hour), func() { w.change(n, false) })
		w.plan(w.between(time.Hour, 2*time.Hour), func() { w.change(n, true) })
	}
}

// change restarts a node with the newer or the older version of the program.
func (w *world) change(n *node, newer bool) {
	w.count("program replaced")
	w.tell("node %d gets a newer program: %t", n.slot, newer)
	n.stop(replica.ErrUncertain)
	n.fall()
	n.newer = newer
	w.plan(w.between(time.Second, 10*time.Second), n.boot)
}

// evening ends all faults. Then every node must serve, and all nodes must have the same state.
func (w *world) evening() {
	w.calm = true
	w.tell("evening")
	w.slowUntil, w.lossyUntil = 0, 0
	for _, n := range w.nodes {
		n.cutUntil, n.fullUntil, n.apart, n.crashIn = 0, 0, [nodes]time.Duration{}, 0
		if n.up && !n.newer {
			n.fall()
		}
		n.newer = true
		n.boot()
	}
	w.play(w.now + 15*time.Minute)
	if w.result.Broken != "" {
		return
	}
	for _, c := range w.clients {
		c.left = 0
	}
	answered := 0
	for _, n := range w.nodes {
		if !n.serving() {
			w.fail("node %d does not serve in the evening: %+v", n.slot, n.state())
			return
		}
		w.propose(n, []state.Op{state.Post{Table: "evening", Person: "p", Data: []byte("x")}}, func(_ []state.Answer, err error) {
			if answered++; err != nil {
				w.fail("node %d cannot write in the evening: %v", n.slot, err)
			}
		})
	}
	w.play(w.now + time.Minute)
	if answered < nodes {
		w.fail("%d nodes answer in the evening", answered)
	}
	for _, n := range w.nodes {
		w.compare(n)
	}
}

// state describes a node's state for a report.
func (n *node) state() string {
	switch {
	case !n.up:
		return "down"
	case n.copying:
		return "copying"
	case n.driver == nil:
		return "starting"
	case n.driver.Err() != nil:
		return n.driver.Err().Error()
	case !n.driver.Live():
		return "not live"
	case n.driver.Doubts():
		return "in doubt"
	}
	return "serving"
}

// compare checks that a node's rows are those that result from the log.
func (w *world) compare(n *node) {
	switch {
	case w.result.Broken != "":
	case !n.serving():
		w.fail("node %d does not serve at the end: %s", n.slot, n.state())
	case n.driver.Mark().Index < w.ref.at:
		w.fail("node %d is at %d in the evening, and the log at %d", n.slot, n.driver.Mark().Index, w.ref.at)
	case n.rotten && n.strayed:
		w.fail("node %d decides otherwise than the others and does not know", n.slot)
	case !n.rotten && !w.ref.same(n.machine.rows):
		w.fail("node %d has other rows than the log", n.slot)
	}
}
