package cluster

import (
	"errors"
	"fmt"
	"time"

	"theriac/internal/replica"
	"theriac/internal/state"
	"theriac/internal/state/maprows"
)

// client writes to nodes and reads from them, in bursts.
type client struct {
	*world
	number int
	at     *node
	left   int // number of operations left in the current burst
	count  int
	retry  *state.Append // an append to repeat, because its outcome is unknown
}

// every is the time between two bursts. All clients begin their bursts within the same two seconds.
const every = 5 * time.Minute

// hot is how many records, and how many tables, all clients share. It is small, so that their writes conflict.
const hot = 4

// burst starts a series of operations, one after another.
func (c *client) burst() {
	c.at, c.left = c.nodes[c.rng.IntN(nodes)], 5+c.rng.IntN(30)
	c.next()
}

// next starts the next operation of the burst, or plans the next burst.
func (c *client) next() {
	if c.left--; c.left < 0 {
		c.plan(every-c.now%every+c.between(0, 2*time.Second), c.burst)
		return
	}
	if !c.calm && c.chance(0.4) {
		c.fault()
	}
	if !c.at.serving() || c.chance(2) {
		c.at = c.nodes[c.rng.IntN(nodes)]
	}
	pause := c.between(0, 20*time.Millisecond)
	if !c.at.serving() {
		c.plan(c.between(time.Second, 10*time.Second), c.next)
		return
	}
	switch {
	case c.chance(25):
		c.readFresh()
	case c.chance(10):
		c.readLocal()
		c.plan(pause, c.next)
	case !c.at.gate.entered():
		c.plan(c.between(0, time.Second), c.next)
	default:
		c.write()
	}
}

// done plans the next operation after a short pause.
func (c *client) done() { c.plan(c.between(0, 30*time.Millisecond), c.next) }

// propose makes a node apply operations, and calls done with the result. After some seconds it gives up
// waiting.
func (w *world) propose(n *node, ops []state.Op, done func([]state.Answer, error)) {
	over := false
	p := &replica.Proposal{Ops: ops, Done: func(a []state.Answer, err error) {
		if !over {
			over = true
			done(a, err)
		}
	}}
	d := n.driver
	d.Propose(p)
	n.soon()
	w.plan(w.between(3*time.Second, 15*time.Second), func() {
		if !over {
			d.Withdraw(p, errGivenUp)
		}
	})
	if w.plant.answerEarly && !over && len(ops) > 0 {
		answers := make([]state.Answer, len(ops))
		for i := range answers {
			answers[i].At = state.Place(n.driver.Mark().Index+1, i)
		}
		p.Done(answers, nil)
	}
}

var errGivenUp = errors.New("cluster: the caller has given up")

// write proposes one to three operations.
func (c *client) write() {
	n, floor := c.at, c.ref.acked
	ops := []state.Op{c.op(n)}
	for c.chance(30) && len(ops) < 3 {
		ops = append(ops, c.op(n))
	}
	c.propose(n, ops, func(answers []state.Answer, err error) {
		switch {
		case err == nil:
			c.result.Acked++
			c.ref.answered(n, ops, answers, floor)
			if answers[0].Conflict {
				c.result.Refused++
			}
		case errors.Is(err, replica.ErrUncertain):
			c.result.Unsure++
			if op, ok := ops[0].(state.Append); ok && c.retry == nil {
				c.retry = &op
			}
		}
		c.done()
	})
}

// data returns unique data for an operation.
func (c *client) data() []byte {
	c.count++
	return fmt.Appendf(nil, "client%d-%d", c.number, c.count)
}

// op returns a random operation. Usually it matches the node's rows, so that it causes no conflict.
func (c *client) op(n *node) state.Op {
	rows := n.machine.rows
	if op := c.retry; op != nil {
		c.retry = nil
		return state.Append{Table: op.Table, After: op.After, Key: op.Key, Data: c.data()}
	}
	table := fmt.Sprint("t", c.rng.IntN(hot), "-", c.now/time.Hour)
	key := fmt.Sprint("k", c.rng.IntN(hot))
	person := fmt.Sprint("p", c.rng.IntN(hot))
	switch k := c.rng.IntN(100); {
	case k < 35:
		last, _ := rows.Last(table)
		return state.Append{Table: table, After: last, Key: string(c.data()), Data: c.data()}
	case k < 45:
		return c.batch(rows, key)
	case k < 60:
		version, _ := rows.Version("hot", key)
		return state.Put{Bucket: "hot", Key: key, Version: version, Data: c.data()}
	case k < 70:
		version, _ := rows.Version("brief", key)
		ends := n.clock() + int64(c.between(time.Second, 5*time.Minute)/time.Millisecond)
		return state.Put{Bucket: "brief", Key: key, Version: version, Ends: ends, Data: c.data()}
	case k < 74:
		return expired(rows, key, n.clock())
	case k < 78:
		return state.Delete{Bucket: "hot", Key: key}
	case k < 92:
		return state.Post{Table: table, Person: person, Data: c.data()}
	case k < 95:
		return state.Remind{Table: table, At: n.clock()}
	case k < 97:
		return state.Done{Table: table, At: rows.Reminders[table]}
	case k < 98 && len(rows.Entries(table)) > 20:
		return state.Archive{Table: table, Data: []byte("game of " + table)}
	case n.newer && (n.gate.on() || c.plant.noFormats):
		c.world.count("operation of a newer version")
		return state.Unsay{Person: person}
	}
	return state.Post{Table: table, Person: person, Data: c.data()}
}

// batch returns an operation that writes the same record of two buckets, and sometimes removes a third.
func (c *client) batch(rows *maprows.Rows, key string) state.Op {
	op := state.Batch{}
	for _, bucket := range []string{"hot", "warm"} {
		version, _ := rows.Version(bucket, key)
		op.Parts = append(op.Parts, state.Part{Bucket: bucket, Key: key, Version: version, Data: c.data()})
	}
	if c.chance(30) {
		op.Parts = append(op.Parts, state.Part{Bucket: "warm", Key: fmt.Sprint("x", c.rng.IntN(hot)), Any: true})
	}
	return op
}

// expired returns the operation that removes a record whose lifetime is over by a node's clock.
func expired(rows *maprows.Rows, key string, now int64) state.Op {
	r := rows.Buckets["brief"][key]
	if r.Ends == 0 || r.Ends > now {
		return state.Delete{Bucket: "brief", Key: "none"}
	}
	return state.Delete{Bucket: "brief", Key: key, Only: true, Version: r.Version}
}

// readFresh proposes an empty frame and then reads a record. The result must be at least as new as any version
// that a caller had seen when the read began.
func (c *client) readFresh() {
	n, key := c.at, fmt.Sprint("k", c.rng.IntN(hot))
	floor, oldest := c.ref.acked, c.ref.keys["hot/"+key]
	read := func() {
		c.result.Fresh++
		c.ref.read(n, floor)
		// The record may have been deleted. If it exists, it must not be older than that version.
		if version, _ := n.machine.rows.Version("hot", key); !n.rotten && version != 0 && version < oldest {
			c.fail("node %d reads version %d of %s after %d", n.slot, version, key, oldest)
		}
	}
	if c.plant.readLocally {
		read()
		c.done()
		return
	}
	c.propose(n, nil, func(_ []state.Answer, err error) {
		if err == nil {
			read()
		}
		c.done()
	})
}

// readLocal reads a node's state, which must never go back to an earlier one.
func (c *client) readLocal() {
	n := c.at
	c.result.Local++
	at := n.driver.Mark().Index
	if at < n.served && !n.rotten {
		c.fail("node %d is read at %d after %d", n.slot, at, n.served)
	}
	n.served = max(n.served, at)
}

// read checks that a fresh read of a node has seen at least the position floor.
func (r *reference) read(n *node, floor uint64) {
	at := n.driver.Mark().Index
	if n.rotten {
		return
	}
	if at < floor {
		r.fail("a fresh read of node %d sees %d after a caller knew of %d", n.slot, at, floor)
	}
	r.acked = max(r.acked, min(at, r.at))
	n.served = max(n.served, at)
}
