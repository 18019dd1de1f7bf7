package formats

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"theriac/internal/store"
	"theriac/internal/store/memstore"
)

func within(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(cancel)
	return ctx
}

// enter starts a node whose program supports the given formats.
func enter(t *testing.T, kv store.KV, id string, knows ...string) *Gate {
	t.Helper()
	return entered(t, Config{KV: kv, ID: id, Name: id, Supported: knows, Logger: slog.New(slog.DiscardHandler)})
}

func entered(t *testing.T, c Config) *Gate {
	t.Helper()
	g, err := Enter(within(t), c)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func look(t *testing.T, gates ...*Gate) {
	t.Helper()
	for _, g := range gates {
		if err := g.Look(within(t)); err != nil {
			t.Fatal(err)
		}
	}
}

// A format stays off until every node runs a program that supports it. Then each node switches it
// on when it next reads the record. The format stays on even if nodes return to older programs.
// Those programs report that they are too old.
func TestRollingUpgrade(t *testing.T) {
	open := memstore.New().Peer
	var kvs []store.KV
	for range 3 {
		kvs = append(kvs, open().KV("server"))
	}
	nodes := make([]*Gate, 3)
	for i := range nodes {
		nodes[i] = enter(t, kvs[i], fmt.Sprint("n", i), "old")
	}
	for i := range nodes {
		if nodes[i].Enabled("new") {
			t.Fatalf("on with %d of 3 nodes replaced", i)
		}
		nodes[i] = enter(t, kvs[i], fmt.Sprint("n", i), "old", "new")
	}
	look(t, nodes...)
	for i, g := range nodes {
		if !g.Enabled("new") || !g.Enabled("old") || g.Remark() != "" {
			t.Errorf("node %d: new %t, old %t, %q", i, g.Enabled("new"), g.Enabled("old"), g.Remark())
		}
	}
	back := enter(t, kvs[0], "n0", "old")
	look(t, nodes[1], nodes[2], back)
	if !nodes[1].Enabled("new") || !slices.Equal(back.Unknown(), []string{"new"}) || back.Remark() != "newer" {
		t.Errorf("after the way back: on %t, unknown %v, %q", nodes[1].Enabled("new"), back.Unknown(), back.Remark())
	}
	again := enter(t, kvs[0], "n0", "old", "new")
	if !again.Enabled("new") || again.Remark() != "" {
		t.Error("forward again it is too old still")
	}
}

// While a format is off, a node can return to an older program without problems.
func TestBackBeforeOn(t *testing.T) {
	kv := memstore.New().KV("server")
	for _, id := range []string{"a", "b"} {
		enter(t, kv, id, "old")
	}
	ahead := enter(t, kv, "a", "old", "new")
	back := enter(t, kv, "a", "old")
	look(t, ahead, back)
	if ahead.Enabled("new") || back.Remark() != "" {
		t.Errorf("on %t, %q", ahead.Enabled("new"), back.Remark())
	}
}

// race wraps a KV and calls a function once, between a read and the next write.
type race struct {
	store.KV
	between func()
}

func (r *race) Put(ctx context.Context, key string, version uint64, data []byte) (uint64, error) {
	if f := r.between; f != nil {
		r.between = nil
		f()
	}
	return r.KV.Put(ctx, key, version, data)
}

// A node joins while another node switches a format on. Either the format stays off, or the new
// node learns that the format is on.
func TestRace(t *testing.T) {
	kv := memstore.New().KV("server")
	slow := &race{KV: kv}
	slow.between = func() { enter(t, kv, "b", "old") }
	first := enter(t, slow, "a", "old", "more")
	if first.Enabled("more") {
		t.Error("on although a node that does not know it was first")
	}
	slow.between = func() { enter(t, kv, "b", "old", "more") }
	second := enter(t, slow, "c", "old")
	look(t, first)
	if !first.Enabled("more") || !slices.Contains(second.Unknown(), "more") {
		t.Errorf("on %t, unknown %v", first.Enabled("more"), second.Unknown())
	}
}

// A node that is down still counts for a day. A node that keeps running counts forever.
func TestGone(t *testing.T) {
	kv := memstore.New().KV("server")
	enter(t, kv, "down", "old") // this node never writes again
	a := enter(t, kv, "a", "new")
	b := enter(t, kv, "b", "new")
	// Simulate many rounds in which b writes and the first node reads, without really using the store.
	for a.silent["down"].looks < silentFor-2 {
		look(t, a)
		if s := a.silent["down"]; s.looks == 1 {
			a.silent["down"] = silence{s.turn, silentFor - 3}
			a.looks = 0
		}
	}
	if a.Enabled("new") {
		t.Fatal("on while a node that does not know it may come back")
	}
	b.looks = writeAfter - 1
	look(t, b, a)
	if a.Enabled("new") || a.silent["b"].looks != 0 {
		t.Fatalf("b wrote that it is there: %+v", a.silent)
	}
	look(t, a)
	if !a.Enabled("new") || len(a.Nodes()) != 2 {
		t.Errorf("a node that has gone for a day still counts: %+v", a.Nodes())
	}
	late := enter(t, kv, "down", "old")
	if late.Remark() != "newer" {
		t.Error("it came back, and was not told")
	}
}

// An operator can remove a node from the record. A node that is still running adds itself again.
func TestForget(t *testing.T) {
	kv := memstore.New().KV("server")
	b := enter(t, kv, "b", "old")
	a := enter(t, kv, "a", "new")
	if n := a.Nodes(); a.Enabled("new") || len(n) != 2 || !slices.Equal(n[1].Missing, []string{"new"}) || !n[0].Here || n[1].Here {
		t.Fatalf("%+v", n)
	}
	if err := a.Forget(within(t), "nobody"); err != nil || a.Enabled("new") {
		t.Errorf("forgot nobody: %v", err)
	}
	if err := a.Forget(within(t), "b"); err != nil || !a.Enabled("new") || len(a.Nodes()) != 1 {
		t.Fatalf("%v, on %t", err, a.Enabled("new"))
	}
	look(t, b, a)
	if len(a.Nodes()) != 2 || b.Remark() != "newer" {
		t.Errorf("%+v, %q", a.Nodes(), b.Remark())
	}
}

// A standalone node ignores other nodes in the record. ForgetAll removes all nodes from a restored store, but
// switches no format off.
func TestAlone(t *testing.T) {
	kv := memstore.New().KV("server")
	enter(t, kv, "before", "old")
	quiet := slog.New(slog.DiscardHandler)
	alone := entered(t, Config{KV: kv, ID: "alone", Supported: []string{"new"}, Standalone: true, Logger: quiet})
	if !alone.Enabled("new") || len(alone.Nodes()) != 1 {
		t.Errorf("alone: %+v", alone.Nodes())
	}
	other := enter(t, kv, "y", "newer")
	if n := other.Nodes(); len(n) != 2 || n[0].ID != "alone" {
		t.Errorf("%+v", n)
	}
	if err := ForgetAll(within(t), kv); err != nil {
		t.Fatal(err)
	}
	if last := enter(t, kv, "z", "old"); len(last.Nodes()) != 1 || last.Remark() != "newer" {
		t.Errorf("%+v, %q", last.Nodes(), last.Remark())
	}
}

// The record lists a limited number of nodes. Those whose last write is oldest are dropped first.
func TestBounded(t *testing.T) {
	kv := memstore.New().KV("server")
	g := enter(t, kv, "first", "a")
	nodes := map[string]json.RawMessage{}
	for i := range maxNodes + 5 {
		nodes[fmt.Sprint("n", i)] = fmt.Appendf(nil, `{"knows":["a"],"turn":%d}`, i)
	}
	data, err := json.Marshal(map[string]any{"nodes": nodes, "turn": 1000})
	if err != nil {
		t.Fatal(err)
	}
	rec, err := kv.Get(within(t), recordKey)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := kv.Put(within(t), recordKey, rec.Version, data); err != nil {
		t.Fatal(err)
	}
	look(t, g)
	left := g.Nodes()
	if len(left) != maxNodes || slices.ContainsFunc(left, func(n Node) bool { return n.ID == "n5" }) || !slices.ContainsFunc(left, func(n Node) bool { return n.ID == "n6" }) {
		t.Errorf("%d nodes are left", len(left))
	}
}

// Fields that a newer program added to the record are preserved. A damaged record is replaced, and
// the log reports that.
func TestForeignRecord(t *testing.T) {
	kv := memstore.New().KV("server")
	if _, err := kv.Put(within(t), recordKey, 0, []byte(`{"turn":7,"nodes":{"z":{"knows":["a"],"colour":"red"}},"later":{"x":1}}`)); err != nil {
		t.Fatal(err)
	}
	enter(t, kv, "a", "a")
	rec, err := kv.Get(within(t), recordKey)
	if err != nil || !bytes.Contains(rec.Data, []byte(`"later":{"x":1}`)) || !bytes.Contains(rec.Data, []byte(`"colour":"red"`)) || !bytes.Contains(rec.Data, []byte(`"on":["a"]`)) {
		t.Errorf("%s, %v", rec.Data, err)
	}
	if _, err := kv.Put(within(t), recordKey, rec.Version, []byte("torn{")); err != nil {
		t.Fatal(err)
	}
	var said strings.Builder
	g := entered(t, Config{KV: kv, ID: "a", Supported: []string{"a"}, Logger: slog.New(slog.NewTextHandler(&said, nil))})
	if !g.Enabled("a") || !strings.Contains(said.String(), "damaged and begun again") {
		t.Errorf("on %t, log %s", g.Enabled("a"), said.String())
	}
}

// note is a small stored value that has two formats; the second one adds a time. A program can read the formats
// that it supports, and writes the newest of them that is switched on.
type note struct {
	Format int    `json:"format"`
	Text   string `json:"text"`
	At     int64  `json:"at,omitempty"`
}

// noter is a program that supports the formats of notes up to a certain version.
type noter struct {
	gate  *Gate
	kv    store.KV
	knows int
}

func noteFormats(upTo int) (list []string) {
	for format := 1; format <= upTo; format++ {
		list = append(list, fmt.Sprint("note-", format))
	}
	return list
}

func (p noter) write(t *testing.T, key, text string) {
	t.Helper()
	n := note{Format: 1, Text: text}
	if p.knows >= 2 && p.gate.Enabled("note-2") {
		n.Format, n.At = 2, 7
	}
	data, err := json.Marshal(n)
	if err == nil {
		_, err = p.kv.Put(within(t), key, 0, data)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// read returns a stored note, and whether the program supports its format.
func (p noter) read(t *testing.T, key string) (n note, known bool) {
	t.Helper()
	rec, err := p.kv.Get(within(t), key)
	if err == nil {
		err = json.Unmarshal(rec.Data, &n)
	}
	if err != nil {
		t.Fatal(err)
	}
	return n, n.Format <= p.knows
}

// The second format of a value is written only when every node can read it. Values in the first
// format stay readable. A node that returns to an older program reports that it is too old.
func TestSecondFormat(t *testing.T) {
	st := memstore.New()
	program := func(id string, knows int) noter {
		return noter{enter(t, st.KV("server"), id, noteFormats(knows)...), st.KV("notes"), knows}
	}
	first, second := program("a", 1), program("b", 1)
	first.write(t, "before", "one")
	later := program("a", 2)
	later.write(t, "during", "two")
	for _, key := range []string{"before", "during"} {
		for name, p := range map[string]noter{"the old program": second, "the new one": later} {
			if n, known := p.read(t, key); !known || n.Format != 1 || n.At != 0 {
				t.Errorf("%s reads %+v (%t)", name, n, known)
			}
		}
	}
	program("b", 2)
	look(t, later.gate)
	later.write(t, "after", "three")
	if n, known := later.read(t, "after"); !known || n.Format != 2 || n.At != 7 {
		t.Errorf("once every node knows the format: %+v (%t)", n, known)
	}
	if n, known := later.read(t, "before"); !known || n.Text != "one" {
		t.Errorf("what was written before: %+v (%t)", n, known)
	}
	back := program("b", 1)
	if _, known := back.read(t, "after"); known || !slices.Equal(back.gate.Unknown(), []string{"note-2"}) || back.gate.Remark() != "newer" {
		t.Errorf("a program that went back knows it: %t, unknown %v", known, back.gate.Unknown())
	}
}
