package simulate

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"time"

	"theriac/internal/identity"
	"theriac/internal/order"
	"theriac/internal/store"
)

// peace is what the simulation knows about order among people, because it reads every write to the disk.
type peace struct {
	log     map[string][]byte // entries of the moderation log as they were first written, by key
	keys    map[string]string // the entry that each command wrote
	roles   map[string]string
	made    map[string]*ruling
	about   map[string][]*ruling
	blocks  map[[2]string]*blocked // by the person who blocks, and the other
	seats   map[string]shown       // the newest record of each table
	jumped  time.Duration          // until then, a node's clock may be wrong
	gone    []string               // people who were forgotten
	people  []identity.Person      // whom others block, report and decide about; some are gone
	keepers []identity.Person      // the operator and the moderators
}

// ruling is a decision in the log.
type ruling struct {
	order.Entry
	landed                    time.Duration
	lifted, appealed, answers bool
}

// blocked is a block on the disk; without a beginning it has ended.
type blocked struct {
	since time.Duration
	now   bool
}

func newPeace() peace {
	return peace{
		log: map[string][]byte{}, keys: map[string]string{}, roles: map[string]string{}, made: map[string]*ruling{}, about: map[string][]*ruling{},
		blocks: map[[2]string]*blocked{}, seats: map[string]shown{},
	}
}

// A node knows after at most mostDeaf what others have written: it may be cut off for a minute, and a write may be
// on its way for as long. mostJump is how far a clock may be wrong.
const (
	mostDeaf = 3 * time.Minute
	mostJump = 2 * time.Hour
)

// ordered checks a write to a bucket of package order, and tells all nodes.
func (w *world) ordered(bucket, key string, after []byte) {
	switch bucket {
	case order.BucketLog:
		if strings.HasPrefix(key, "entry.") {
			w.entered(key, after)
		}
	case order.BucketBlocks:
		w.blocking(key, after)
	case order.BucketCases:
	default:
		return
	}
	for _, n := range w.nodes {
		in := w.between(0, 20*time.Millisecond)
		if bucket == order.BucketCases {
			in += max(0, n.cutUntil-w.now)
		} else if !w.calm && (w.now < n.cutUntil || w.rng.IntN(20) == 0) {
			continue // this message is lost
		}
		w.plan(in, func() {
			if n.order != nil {
				w.start(n, func() { _ = n.hear(bucket, store.Record{Key: key, Data: after}) })
			}
		})
	}
}

// hear tells the node's order of a record that some node has written.
func (n *node) hear(bucket string, rec store.Record) error {
	if n.plant.deaf && bucket == order.BucketLog {
		return nil
	}
	return n.order.Heard(context.Background(), bucket, rec)
}

// entered checks an entry of the moderation log.
func (w *world) entered(key string, data []byte) {
	if was, again := w.peace.log[key]; again {
		if !bytes.Equal(was, data) {
			w.fail("the moderation log: %s is overwritten", key)
		}
		return
	}
	w.peace.log[key] = slices.Clone(data)
	var e order.Entry
	if err := json.Unmarshal(data[bytes.IndexByte(data, ' ')+1:], &e); err != nil {
		w.fail("the moderation log: %s cannot be read: %v", key, err)
		return
	}
	w.tell("", "moderation log %d: %s %s by %s about %s", e.N, e.Kind, e.What, e.By, e.About)
	if was := w.peace.keys[e.Key]; was != "" {
		w.fail("the moderation log: a command is %s and %s", was, key)
	}
	w.peace.keys[e.Key] = key
	switch e.Kind {
	case order.KindRole:
		w.peace.roles[e.About] = e.Role
		return
	case order.KindDecide:
		d := &ruling{Entry: e, landed: w.now}
		w.peace.made[e.Decision], w.peace.about[e.About] = d, append(w.peace.about[e.About], d)
	}
	d := w.peace.made[e.Decision]
	switch {
	case d == nil:
		w.fail("the moderation log: %s is about no decision", key)
	case e.Kind == order.KindAppeal:
		if e.By != d.About || d.appealed || d.lifted {
			w.fail("the moderation log: %s is no appeal that may be", key)
		}
		d.appealed = true
	case w.peace.roles[e.By] == "":
		w.fail("the moderation log: %s is by %s, who has no role", key, e.By)
	case e.By == e.About || slices.ContainsFunc(d.Reports, func(id string) bool { return w.reporter(e.About, id) == e.By }):
		w.fail("the moderation log: %s decides a case of one's own", key)
	case e.Kind == order.KindLift:
		d.lifted = true
	case e.Kind == order.KindAnswer:
		if !d.appealed || d.answers || d.By == e.By {
			w.fail("the moderation log: %s is no answer that may be", key)
		}
		d.answers, d.lifted = true, d.lifted || !e.Upheld
	}
}

// reporter returns who wrote a report.
func (w *world) reporter(about, id string) string {
	var r order.Report
	if rec, err := w.disk.KV(order.BucketOrder).Get(ever, "report."+about+"."+id); err == nil {
		_ = json.Unmarshal(rec.Data, &r)
	}
	return r.By
}

// blocking records since when a person blocks others.
func (w *world) blocking(key string, after []byte) {
	person, ok := strings.CutPrefix(key, "of.")
	if !ok {
		return
	}
	var list struct{ Blocks []order.Block }
	if len(after) > 0 && json.Unmarshal(after, &list) != nil {
		w.fail("the blocks of %s cannot be read", person)
	}
	for pair, b := range w.peace.blocks {
		if pair[0] == person && !slices.ContainsFunc(list.Blocks, func(o order.Block) bool { return o.Person == pair[1] }) {
			b.now = false
		}
	}
	for _, o := range list.Blocks {
		pair := [2]string{person, o.Person}
		if b := w.peace.blocks[pair]; b == nil || !b.now {
			w.peace.blocks[pair] = &blocked{since: w.now, now: true}
		}
	}
}

// ever reports whether one of two people has blocked the other at any time.
func (p *peace) ever(a, b string) bool {
	return p.blocks[[2]string{a, b}] != nil || p.blocks[[2]string{b, a}] != nil
}

// seated checks that no person sits down at a public table whom a block or a decision keeps away. It leaves out what is
// so new that a node may not know it.
func (w *world) seated(id string, record []byte) {
	var after shown
	if json.Unmarshal(record, &after) != nil {
		return // recorded has failed already
	}
	before := w.peace.seats[id]
	w.peace.seats[id] = after
	if !after.Public || w.now < w.peace.jumped {
		return
	}
	for _, s := range after.Seats {
		if s.Holder == "" || before.holds(s.Holder) {
			continue
		}
		if w.forbidden(s.Holder, order.NoPublic, w.now-mostDeaf, dayBegins.Add(w.now+mostJump)) {
			w.fail("table %s: %s sits down, who may not sit at public tables", id, s.Holder)
		}
		for _, o := range after.Seats {
			for _, pair := range [][2]string{{s.Holder, o.Holder}, {o.Holder, s.Holder}} {
				if b := w.peace.blocks[pair]; b != nil && b.now && w.now-b.since > mostDeaf {
					w.fail("table %s: %s and %s sit together although one blocks the other", id, s.Holder, o.Holder)
				}
			}
		}
	}
}

// forbidden reports whether a decision that was written before landed, and that is in force at the time at, forbids a
// person something.
func (w *world) forbidden(person, what string, landed time.Duration, at time.Time) bool {
	return slices.ContainsFunc(w.peace.about[person], func(d *ruling) bool {
		return d.What == what && d.landed < landed && !d.lifted && (d.Until == 0 || at.UnixMilli() < d.Until)
	})
}

// permits returns an error if a decision forbids a person something, as the API does before each request.
func (n *node) permits(person, what string) error {
	if _, no := n.order.Forbidden(person, what); no && !n.plant.lenient {
		n.count("refused " + what)
		return map[string]error{order.Suspend: order.ErrSuspended, order.Mute: order.ErrQuiet, order.NoPublic: order.ErrNoPublic}[what]
	}
	if n.forbidden(person, what, n.caughtUp, n.Now()) {
		n.fail("node %d lets %s do what a decision forbids: %s", n.number, person, what)
	}
	return nil
}

// isKept reports whether an error means that moderation keeps a person from something.
func isKept(err error) bool {
	return slices.ContainsFunc([]error{order.ErrSuspended, order.ErrQuiet, order.ErrNoPublic}, func(no error) bool { return errors.Is(err, no) })
}

// begin reads the moderation log when the node starts. Until then it answers no request.
func (n *node) begin(do Do) {
	for {
		began := n.now
		o, err := order.New(context.Background(), order.Config{Store: ordered{n.chat, do}, Now: n.Now, Random: n.random, Exists: n.people.Exists})
		if err == nil {
			n.order, n.caughtUp = o, began
			return
		}
		n.sleep(time.Second)
	}
}

// ordered is the store as package order uses it.
type ordered struct {
	*client
	do Do
}

func (o ordered) KV(name string) store.KV { return bucket{o.client, name} }

func (o ordered) Do(ctx context.Context, changes ...store.Change) (uint64, error) {
	return o.do(ctx, changes...)
}

// catchUp reads what the node has missed of the moderation log.
func (n *node) catchUp() {
	began := n.now
	if err := n.hear(order.BucketLog, store.Record{}); err == nil {
		n.caughtUp = began
	}
}

// lastOrder checks that all nodes have the same moderation log and draw the same conclusions from it, and that nothing
// is left of forgotten people.
func (w *world) lastOrder() {
	found, err := order.Verify(w.disk.list(order.BucketLog, ""), w.disk.list(order.BucketOrder, ""))
	if err != nil || !found.Sound() || found.Entries != len(w.peace.log) {
		w.fail("the moderation log has %d entries: %+v, %v", len(w.peace.log), found, err)
	}
	p := &person{world: w}
	right, err := order.New(ever, order.Config{Store: w.disk, Now: perfect{w}.Now, Random: w.random})
	if err != nil {
		w.fail("the moderation log cannot be read: %v", err)
		return
	}
	for _, n := range w.nodes {
		if err := p.ask(n, func(context.Context) error { return n.hear(order.BucketLog, store.Record{}) }); err != nil {
			w.fail("node %d cannot read the moderation log: %v", n.number, err)
		}
		same := reflect.DeepEqual(n.order.Log(0, math.MaxInt), right.Log(0, math.MaxInt)) && reflect.DeepEqual(n.order.Roles(), right.Roles())
		for _, who := range w.peace.people {
			same = same && reflect.DeepEqual(n.order.DecisionsAbout(who.ID), right.DecisionsAbout(who.ID))
		}
		if !same {
			w.fail("node %d has another moderation log than the disk", n.number)
		}
	}
	for _, bucket := range []string{order.BucketOrder, order.BucketCases, order.BucketBlocks} {
		for _, rec := range w.disk.list(bucket, "") {
			for _, who := range w.peace.gone {
				if strings.Contains(rec.Key, who) || bytes.Contains(rec.Data, []byte(who)) {
					w.fail("%s was forgotten and is left in %s: %s %s", who, bucket, rec.Key, rec.Data)
				}
			}
		}
	}
}
