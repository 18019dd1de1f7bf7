package cluster

import (
	"bytes"
	"fmt"
	"slices"

	"theriac/internal/state"
	"theriac/internal/state/maprows"
)

// reference applies every frame once, as soon as a majority has stored it. So it knows the state that each node
// must reach. It remembers the names of all frames, to recognise repeated ones.
type reference struct {
	*world
	rows    *maprows.Rows
	at      uint64
	names   map[state.Name]bool
	starts  map[uint64]state.Name // by member: the name of the first frame after its newest start
	done    map[uint64]outcome    // by place
	hashes  map[uint64]state.Hash // by position: the hash that the first node to apply the frame computed
	written map[string]written
	acked   uint64 // the highest position that any caller has been shown
	keys    map[string]uint64
}

// written is the result of one operation, and the position of its frame.
type written struct {
	state.Answer
	frame uint64
}

// outcome is the result of one frame.
type outcome struct {
	entry   *entry
	name    state.Name
	dropped bool
	answers []state.Answer
}

func newReference(w *world) *reference {
	return &reference{
		world: w, rows: maprows.New(), names: map[state.Name]bool{}, starts: map[uint64]state.Name{}, done: map[uint64]outcome{},
		hashes: map[uint64]state.Hash{}, written: map[string]written{}, keys: map[string]uint64{},
	}
}

// id returns the unique data of a client's operation, or "" if it has none.
func id(op state.Op) string {
	var data []byte
	switch op := op.(type) {
	case state.Append:
		data = op.Data
	case state.Put:
		data = op.Data
	case state.Post:
		data = op.Data
	case state.Batch:
		data = op.Parts[0].Data
	}
	if !bytes.HasPrefix(data, []byte("client")) {
		return ""
	}
	return string(data)
}

// commit applies a frame that a majority has stored.
func (r *reference) commit(e *entry) {
	f, err := state.Decode(e.frame)
	if err != nil || e.at != r.at+1 {
		r.fail("frame %d follows %d: %v", e.at, r.at, err)
		return
	}
	r.at = e.at
	r.result.Frames++
	o := outcome{entry: e, name: f.Name, dropped: r.names[f.Name]}
	if newest := r.starts[f.Member]; f.Boot > newest.Boot {
		r.starts[f.Member] = f.Name
	} else if f.Boot < newest.Boot || f.Nonce != newest.Nonce {
		o.dropped = true
	}
	if !o.dropped {
		r.names[f.Name] = true
		for n, op := range f.Ops {
			a, err := state.Apply(r.rows, state.Place(e.at, n), op)
			if err != nil {
				r.fail("frame %d: %v", e.at, err)
			}
			o.answers = append(o.answers, a)
			if _, ok := op.(state.Unsay); ok && !bytes.Contains(r.rows.Buckets["forms"]["forms"].Data, []byte(`"on":["`+unsayFormat)) {
				r.fail("frame %d has an operation that not every node knows", e.at)
			}
			if name := id(op); name != "" {
				if _, twice := r.written[name]; twice {
					r.fail("%s was applied twice", name)
				}
				r.written[name] = written{a, e.at}
			}
		}
	} else {
		r.count("frame dropped")
	}
	r.done[e.at] = o
	delete(r.done, e.at-20000)
	delete(r.hashes, e.at-20000)
}

// applied checks the result of a frame that a node has applied.
func (r *reference) applied(n *node, res state.Result) {
	at := res.Mark.Index
	if at > r.at {
		r.fail("node %d has applied frame %d, which no majority has", n.slot, at)
		return
	}
	want, known := r.done[at]
	if known && n.rotten && !slices.Equal(want.answers, res.Answers) {
		n.strayed = true
	}
	if !known || n.rotten {
		return
	}
	if want.name != res.Name || want.dropped != res.Dropped || !slices.Equal(want.answers, res.Answers) {
		r.fail("node %d has applied frame %d as %+v instead of %+v", n.slot, at, res, want)
		return
	}
	if h, known := r.hashes[at]; known && h != res.Mark.Hash {
		r.fail("node %d has another hash at %d", n.slot, at)
	}
	r.hashes[at] = res.Mark.Hash
}

// found continues from the state of the node that a new log begins with. Later frames are lost with the old
// log, so no caller may have seen any of them.
func (r *reference) found(n *node) {
	m := n.machine.Mark()
	if r.acked > m.Index {
		r.fail("a caller knows of frame %d, and the new log begins after %d", r.acked, m.Index)
	}
	if m.Index > r.at || !r.same(n.machine.rows) && m.Index == r.at {
		r.fail("node %d founds a log at %d with another state than that at %d", n.slot, m.Index, r.at)
	}
	if m.Index < r.at {
		r.count("frames lost with the log")
		for at := m.Index + 1; at <= r.at; at++ {
			delete(r.names, r.done[at].name)
			delete(r.done, at)
			delete(r.hashes, at)
		}
		for name, a := range r.written {
			if a.frame > m.Index {
				delete(r.written, name)
			}
		}
	}
	r.rows, r.at = n.machine.rows.Clone(), m.Index
}

// trimmed checks that a majority has on disk the frames that a leader removes from the log.
func (r *reference) trimmed(by *node, upTo uint64) {
	have := 0
	for _, n := range r.nodes {
		if mark(n.folder.rows).Index >= upTo || n == r.damagedUntilCopied || !r.log.voter[n.slot] {
			have++
		}
	}
	if own := mark(by.folder.rows).Index; own < upTo || have < majority {
		r.fail("node %d removes frames up to %d, of which %d nodes have a copy and itself has %d", by.slot, upTo, have, own)
	}
}

// answered checks the answers that a caller received.
func (r *reference) answered(n *node, ops []state.Op, answers []state.Answer, floor uint64) {
	if n.rotten {
		return
	}
	if len(answers) != len(ops) {
		r.fail("node %d has %d answers to %d operations", n.slot, len(answers), len(ops))
		return
	}
	for i, op := range ops {
		name := id(op)
		if name == "" {
			continue
		}
		want, there := r.written[name]
		if !there || want.Answer != answers[i] {
			r.fail("node %d says %+v of %s, which the log has as %+v (%t)", n.slot, answers[i], name, want.Answer, there)
		}
		at := want.At >> 10
		if mark(n.machine.rows).Index < at {
			r.fail("node %d answers for frame %d and is at %d", n.slot, at, mark(n.machine.rows).Index)
		}
		if _, again := op.(state.Append); !again && !want.Conflict && at <= floor {
			r.fail("%s is at %d, which a caller knew of before it was sent", name, at)
		}
		r.acked = max(r.acked, at)
		for _, key := range puts(op) {
			if !want.Conflict {
				r.keys[key] = max(r.keys[key], want.At)
			}
		}
	}
}

// puts returns the buckets and keys of the records that an operation writes.
func puts(op state.Op) (keys []string) {
	switch op := op.(type) {
	case state.Put:
		keys = append(keys, op.Bucket+"/"+op.Key)
	case state.Batch:
		for _, p := range op.Parts {
			if len(p.Data) > 0 {
				keys = append(keys, p.Bucket+"/"+p.Key)
			}
		}
	}
	return keys
}

// same reports whether the given rows equal the reference's own.
func (r *reference) same(rows *maprows.Rows) bool { return slices.Equal(dump(rows), dump(r.rows)) }

func dump(rows *maprows.Rows) (list []string) {
	for _, l := range rows.Logs {
		for _, e := range l.Entries {
			list = append(list, fmt.Sprintf("%+v", e))
		}
	}
	for _, g := range rows.Games {
		list = append(list, fmt.Sprintf("%+v", g))
	}
	for _, bucket := range rows.Buckets {
		for _, rec := range bucket {
			list = append(list, fmt.Sprintf("%+v", rec))
		}
	}
	for _, chat := range rows.Chats {
		for _, l := range chat {
			list = append(list, fmt.Sprintf("%+v", l))
		}
	}
	for table, at := range rows.Reminders {
		list = append(list, fmt.Sprint(table, at))
	}
	slices.Sort(list)
	return list
}
