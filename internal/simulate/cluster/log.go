package cluster

import (
	"slices"
	"sort"
	"time"

	"theriac/internal/replica"
	"theriac/internal/state"
)

// entry is an entry of the log. It contains a frame, or none if a new leader appended the entry to begin its
// term.
type entry struct {
	term  uint64
	at    uint64 // position of the frame; for an entry without a frame, position of the last one before it
	frame []byte
}

// tape is the part of the log that a node has stored in its folder.
type tape struct {
	base    state.Mark // the state from which this log continues; zero if the node has no log
	term    uint64
	off     int // number of entries trimmed from the front
	first   uint64
	entries []*entry
}

func (t *tape) end() int { return t.off + len(t.entries) }

// last returns the term of the last entry and the position of the last frame.
func (t *tape) last() (term, at uint64) {
	if n := len(t.entries); n > 0 {
		return t.entries[n-1].term, t.entries[n-1].at
	}
	return 0, t.first - 1
}

// logModel is the replicated log as a whole, as no single node can see it.
type logModel struct {
	*world
	base      state.Mark
	lost      bool // the log is lost, and no new one exists yet
	voter     [nodes]bool
	committed int // entries
}

func newLog(w *world) *logModel { return &logModel{world: w} }

// role is what a running node knows about the log.
type role struct {
	leading  bool
	proved   bool // as leader, this node has committed an entry of its own term
	leader   *node
	heard    time.Duration
	patience time.Duration
	commit   int // number of entries that this node knows to be committed
	match    [nodes]int
	acked    [nodes]time.Duration
	answers  map[int]func(error)
}

// found creates a new, empty log that continues from the state base.
func (l *logModel) found(base state.Mark) {
	l.base, l.lost, l.committed = base, false, 0
	for _, n := range l.nodes {
		n.folder.tape = tape{base: base, first: base.Index + 1}
		n.role = role{}
		l.voter[n.slot] = true
		n.resign()
	}
}

// vanish loses the log on all nodes.
func (l *logModel) vanish() {
	l.lost = true
	for _, n := range l.nodes {
		n.folder.tape = tape{}
		n.resign()
	}
}

// resign makes a node a follower that knows no leader.
func (n *node) resign() {
	n.leading, n.leader, n.answers = false, nil, nil
	n.heard, n.patience = n.now, n.between(4*time.Second, 9*time.Second)
}

// tick sends each leader's heartbeats. It also starts an election if a node has not heard from a leader for a
// while.
func (l *logModel) tick() {
	if l.lost {
		return
	}
	for _, n := range l.nodes {
		switch {
		case !n.up:
		case n.leading:
			reached := 0
			for _, o := range l.nodes {
				if o == n || l.now-n.acked[o.slot] < 10*time.Second {
					reached++
				}
			}
			if reached < majority {
				l.tell("node %d gives up leading", n.slot)
				n.resign()
				continue
			}
			n.replicate()
			l.promote(n)
		case l.now-n.heard > n.patience:
			l.elect(n)
		}
	}
}

// promote gives a node with an empty log its vote back, once all other nodes follow the leader and have all
// committed entries. The node need not have copied any of them. The leader must have committed an entry of its
// own term, because it may not know of all committed entries before.
func (l *logModel) promote(leader *node) {
	if !leader.proved {
		return
	}
	for _, n := range l.nodes {
		switch {
		case !l.voter[n.slot] && n.up && l.complete(leader, n):
			l.voter[n.slot] = true
			n.folder.tape = tape{base: l.base, first: l.base.Index + 1}
			l.damagedVotes = l.damagedVotes || l.damagedUntilCopied == n
			l.tell("node %d votes", n.slot)
		case l.damagedUntilCopied == n && l.damagedVotes && n.serving() && leader.match[n.slot] >= leader.commit:
			l.damagedUntilCopied = nil
		}
	}
}

// complete reports whether all nodes but n follow the leader and have all entries that it has committed.
func (l *logModel) complete(leader, n *node) bool {
	for _, o := range l.nodes {
		if o != n && (!l.linked(o, n) || o != leader && (o.leader != leader || leader.match[o.slot] < leader.commit)) {
			return false
		}
	}
	return true
}

// elect makes a node the leader if a majority votes for it.
func (l *logModel) elect(c *node) {
	c.heard, c.patience = l.now, l.between(4*time.Second, 9*time.Second)
	if !l.voter[c.slot] || c.folder.tape.base != l.base || !c.admitted() {
		return
	}
	mine, _ := c.folder.tape.last()
	term := c.folder.tape.term
	var group []*node
	for _, o := range l.nodes {
		t := &o.folder.tape
		last, _ := t.last()
		if !l.voter[o.slot] || !l.linked(c, o) || t.base != l.base || !o.admitted() || last > mine || last == mine && t.end() > c.folder.tape.end() {
			continue
		}
		group = append(group, o)
		term = max(term, t.term)
	}
	if len(group) < majority {
		return
	}
	for _, o := range group {
		o.folder.tape.term = term + 1
		o.resign()
		o.leader = c
	}
	c.leading, c.proved, c.answers, c.match, c.acked = true, false, map[int]func(error){}, [nodes]int{}, [nodes]time.Duration{}
	for i := range c.acked {
		c.acked[i] = l.now
	}
	l.tell("node %d leads in term %d", c.slot, term+1)
	l.count("election")
	c.store(nil)
}

// store appends an entry to the leader's log.
func (n *node) store(frame []byte) {
	t := &n.folder.tape
	_, at := t.last()
	if frame != nil {
		at++
	}
	t.entries = append(t.entries, &entry{t.term, at, frame})
	n.match[n.slot] = t.end()
	n.replicate()
}

// replicate sends the leader's log to all other nodes.
func (n *node) replicate() {
	t := n.folder.tape
	commit := n.commit
	for _, o := range n.nodes {
		if o != n {
			n.send(n, o, func() { o.receive(n, t, commit) })
		}
	}
}

// receive handles the leader's log t. commit is how many entries the leader has committed.
func (n *node) receive(from *node, t tape, commit int) {
	own := &n.folder.tape
	if n.log.lost || !n.log.voter[n.slot] || t.base != n.log.base || own.base == t.base && own.term > t.term {
		return
	}
	if own.base != t.base {
		*own = tape{base: t.base, first: t.first, off: t.off}
		n.commit = 0
	}
	if own.term < t.term || n.leader != from {
		own.term = t.term
		n.resign()
		n.leader = from
	}
	n.heard = n.now
	if own.off > t.end() {
		return // the message is old
	}
	if own.end() < t.off { // the leader has trimmed the entries in between
		own.entries, own.off, own.first = nil, t.off, t.first
	}
	if t.off > own.off { // trimmed
		own.entries = slices.Clone(own.entries[t.off-own.off:])
		own.off, own.first = t.off, t.first
	}
	// Keep the entries that both logs have, and replace those that differ from the leader's.
	same := min(own.end(), t.end())
	for same > own.off && same > t.off && own.entries[same-own.off-1] != t.entries[same-t.off-1] {
		same--
	}
	if same < t.end() && same < own.end() {
		own.entries = slices.Clone(own.entries[:same-own.off]) // cloned, because other nodes may share the array
	}
	if same < t.end() {
		own.entries = append(own.entries, t.entries[same-t.off:]...)
	}
	matched := t.end()
	if commit = min(commit, matched); commit > n.commit {
		n.commit = commit
		n.soon()
	}
	term := t.term
	n.send(n, from, func() { from.stored(n, term, matched) })
}

// stored handles a node's acknowledgement that it has all entries up to end. It commits the entries that a
// majority now has.
func (n *node) stored(by *node, term uint64, end int) {
	if !n.leading || n.folder.tape.term != term {
		return
	}
	n.acked[by.slot] = n.now
	n.match[by.slot] = max(n.match[by.slot], end)
	var have []int
	for _, o := range n.nodes {
		if n.log.voter[o.slot] {
			have = append(have, n.match[o.slot])
		}
	}
	if len(have) < majority {
		return
	}
	slices.Sort(have)
	t := &n.folder.tape
	commit := have[len(have)-majority]
	if commit <= n.commit || commit <= t.off || t.entries[commit-t.off-1].term != t.term {
		return
	}
	for i := max(n.commit, t.off); i < commit; i++ {
		n.log.commit(i, t.entries[i-t.off])
		if answer := n.answers[i]; answer != nil {
			delete(n.answers, i)
			answer(nil)
		}
	}
	n.commit, n.proved = commit, true
	n.replicate()
	n.soon()
}

// commit records that a majority has stored entry number i.
func (l *logModel) commit(i int, e *entry) {
	if i < l.committed { // a new leader may commit entries that an earlier leader has already committed
		if was, known := l.ref.done[e.at]; known && e.frame != nil && was.entry != e {
			l.fail("the log has another frame %d than a majority had stored", e.at)
		}
		return
	}
	l.committed = i + 1
	if e.frame != nil {
		l.ref.commit(e)
	}
}

// State returns what this node knows about the log.
func (n *node) State() replica.LogState {
	if base := n.folder.tape.base; base.Epoch > 0 {
		return replica.LogState{Known: true, Base: base, Leads: n.leading}
	}
	return replica.LogState{}
}

// Append sends a frame to the leader, if this node knows one.
func (n *node) Append(epoch uint64, frame []byte, answer func(error)) {
	to := n.leader
	if to == nil {
		return
	}
	n.send(n, to, func() {
		t := &to.folder.tape
		reply := func(err error) {
			to.send(to, n, func() {
				answer(err)
				n.soon()
			})
		}
		switch {
		case t.base.Epoch != epoch:
			reply(replica.ErrEpoch)
		case to.leading:
			i := t.end()
			to.store(frame)
			to.answers[i] = reply
			to.soon()
		}
	})
}

// Read returns the frames after a position, as far as this node knows them to be committed.
func (n *node) Read(after uint64, most int) (list []replica.Placed, err error) {
	t := &n.folder.tape
	if t.base.Epoch == 0 {
		return nil, nil
	}
	if after+1 < t.first {
		return nil, replica.ErrGone
	}
	end := min(n.commit, t.end())
	if n.plant.readUncommitted && n.leading {
		end = t.end()
	}
	i := sort.Search(len(t.entries), func(i int) bool { return t.entries[i].at > after })
	for size := 0; t.off+i < end && (size < most || len(list) == 0); i++ {
		if e := t.entries[i]; e.frame != nil {
			list = append(list, replica.Placed{At: e.at, Frame: e.frame})
			size += len(e.frame)
		}
	}
	return list, nil
}

// Trim removes entries from the front of the leader's log. The other nodes follow once they receive the trimmed
// log.
func (n *node) Trim(epoch, upTo uint64) {
	t := &n.folder.tape
	if !n.leading || t.base.Epoch != epoch || upTo < t.first {
		return
	}
	n.ref.trimmed(n, upTo)
	i := sort.Search(len(t.entries), func(i int) bool { return t.entries[i].at > upTo })
	if i = min(i, n.commit-t.off, len(t.entries)-1); i <= 0 {
		return
	}
	t.first = t.entries[i-1].at + 1
	t.entries = slices.Clone(t.entries[i:])
	t.off += i
	n.count("trim")
}
