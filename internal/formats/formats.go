// Package formats decides which formats of stored data a node can write: those that every node of
// the cluster can read. A format is anything that an older program could not read, such as a new
// kind of entry.
//
// One record in the store lists which formats each node can read, and which formats are switched
// on. A write of the record succeeds only if no other node has written it since it was read. So if
// a node without support for a format joins first, the format stays off. If the node joins later,
// it learns that the format is on.
//
// By design it refuses to know what a format contains, to switch a format off again, and to rely on
// clocks. It counts a node as gone if the others have read the record many times without a write by
// that node.
package formats

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"theriac/internal/store"
)

// LookEvery is how often a node reads the shared record.
const LookEvery = 5 * time.Second

const (
	// recordKey is the key of the shared record. It must never change.
	recordKey = "forms"
	// writeAfter is the number of reads after which a node writes the record, to show that it is
	// still running. With LookEvery, that means every 5 minutes.
	writeAfter = 60
	// silentFor is the number of reads after which a node counts as gone, if it has not written the
	// record since. At LookEvery, that takes a day.
	silentFor = 24 * 60 * writeAfter / 5
	// maxNodes is how many nodes the record can list. If there are more, those whose last write is oldest are
	// dropped.
	maxNodes = 256
)

// Config configures a Gate.
type Config struct {
	KV store.KV
	// ID identifies this node. A node with a name keeps its ID after a restart. Name and Version are for
	// operators to read.
	ID, Name, Version string
	// Supported lists the formats that this program can read and write.
	Supported []string
	// Standalone means that no other node uses the store. Other nodes in the record are therefore gone.
	Standalone bool
	Logger     *slog.Logger
}

// Gate prevents nodes from writing a new format until every node supports it.
type Gate struct {
	conf  Config
	state atomic.Pointer[state]

	mu     sync.Mutex // held while reading or writing the record
	looks  int
	silent map[string]silence
}

// state is what this node read from the record most recently.
type state struct {
	on    map[string]bool
	nodes []Node
	// unknown lists the formats that are switched on but that this program does not support.
	unknown []string
}

// silence counts how often this node has read the record since another node last wrote to it.
type silence struct {
	turn  uint64
	looks int
}

// Node describes a node of the cluster for operators.
type Node struct {
	ID        string
	Name      string
	Version   string
	Supported []string
	// Missing lists the formats that this node lacks and at least one other node supports.
	Missing []string
	Here    bool // the node is the one that returns this list
}

// nodeEntry is a node's entry in the record. Turn is the number of the last write of the record by that node.
type nodeEntry struct {
	Name      string   `json:"name,omitempty"`
	Version   string   `json:"version,omitempty"`
	Supported []string `json:"knows"`
	Turn      uint64   `json:"turn"`
}

// registry is the record as it is stored. Nodes with other versions write it too, so each node preserves what
// it does not understand: other nodes' entries and unknown fields.
type registry struct {
	turn  uint64 // how often the record has been written
	on    []string
	nodes map[string]json.RawMessage
	rest  map[string]json.RawMessage
}

// Enter adds this node to the record, and switches on formats that every node now supports. The
// node must not write anything else to the store before Enter returns.
func Enter(ctx context.Context, c Config) (*Gate, error) {
	c.Supported = slices.Sorted(slices.Values(c.Supported))
	g := &Gate{conf: c, silent: map[string]silence{}}
	if err := g.update(ctx, g.enter); err != nil {
		return nil, fmt.Errorf("formats: %w", err)
	}
	return g, nil
}

// Enabled reports whether nodes may write a format: it was switched on when every node supported it.
func (g *Gate) Enabled(format string) bool { return g != nil && g.state.Load().on[format] }

// Unknown returns the formats that are switched on but that this program does not support. If there are any,
// the program is too old to read some of the data.
func (g *Gate) Unknown() []string { return g.state.Load().unknown }

// Nodes returns the nodes that were in the record when this node last read it.
func (g *Gate) Nodes() []Node { return g.state.Load().nodes }

// Remark returns the word with which /readyz reports that this program is too old for some of the data, or "".
// Such a node still serves all other data.
func (g *Gate) Remark() string {
	if len(g.Unknown()) > 0 {
		return "newer"
	}
	return ""
}

// Run calls Look regularly until the context is done.
func (g *Gate) Run(ctx context.Context) {
	t := time.NewTicker(LookEvery)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
			if err := g.Look(ctx); err != nil && ctx.Err() == nil {
				g.conf.Logger.Warn("could not look what the nodes can read", "err", err)
			}
		}
	}
}

// Look reads the record. It also writes the record if this node must show that it is running or is missing, if
// another node is gone, or to switch a format on.
func (g *Gate) Look(ctx context.Context) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	r, _, err := g.read(ctx)
	if err != nil {
		return err
	}
	g.looks++
	g.listen(r)
	gone := g.gone()
	_, entered := r.nodes[g.conf.ID]
	if entered && g.looks%writeAfter != 0 && len(gone) == 0 && len(r.missing()) == 0 {
		g.learn(r)
		return nil
	}
	return g.update(ctx, func(r *registry) error {
		for _, id := range gone {
			// skip a node that has written the record since it was counted as gone
			if r.entry(id).Turn == g.silent[id].turn {
				delete(r.nodes, id)
			}
		}
		return g.enter(r)
	})
}

// Forget removes a node that is gone permanently from the record. A node that is still running adds itself
// again. It returns no error for an unknown node.
func (g *Gate) Forget(ctx context.Context, id string) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.update(ctx, func(r *registry) error {
		delete(r.nodes, id)
		return g.enter(r)
	})
}

// ForgetAll removes all nodes from the record of a store that was restored for another cluster. It switches no
// format off.
func ForgetAll(ctx context.Context, kv store.KV) error {
	g := &Gate{conf: Config{KV: kv}}
	if _, err := kv.Get(ctx, recordKey); errors.Is(err, store.ErrAbsent) {
		return nil
	}
	return g.update(ctx, func(r *registry) error {
		clear(r.nodes)
		return nil
	})
}

// enter writes this node's entry into the record, and switches on the formats that every node
// supports.
func (g *Gate) enter(r *registry) error {
	if g.conf.Standalone {
		clear(r.nodes)
	}
	mine, err := json.Marshal(nodeEntry{g.conf.Name, g.conf.Version, g.conf.Supported, r.turn})
	if err != nil {
		return err
	}
	r.nodes[g.conf.ID] = mine
	for len(r.nodes) > maxNodes {
		delete(r.nodes, r.oldest())
	}
	r.on = append(r.on, r.missing()...)
	slices.Sort(r.on)
	return nil
}

// listen counts, for each other node, how often this node has read the record since that node last wrote it.
func (g *Gate) listen(r *registry) {
	for id := range g.silent {
		if _, there := r.nodes[id]; !there {
			delete(g.silent, id)
		}
	}
	for id := range r.nodes {
		if id == g.conf.ID {
			continue
		}
		turn := r.entry(id).Turn
		was, known := g.silent[id]
		if !known || was.turn != turn {
			g.silent[id] = silence{turn: turn}
			continue
		}
		g.silent[id] = silence{turn, was.looks + 1}
	}
}

// gone returns the nodes that have been silent for too long.
func (g *Gate) gone() (ids []string) {
	for id, s := range g.silent {
		if s.looks >= silentFor {
			ids = append(ids, id)
		}
	}
	return ids
}

// update reads the record, applies change to it and writes it back. After a conflict it starts again.
func (g *Gate) update(ctx context.Context, change func(*registry) error) error {
	for {
		r, version, err := g.read(ctx)
		if errors.Is(err, store.ErrUncertain) && ctx.Err() == nil {
			continue // a damaged record may have been deleted
		}
		if err != nil {
			return err
		}
		r.turn++
		if err := change(r); err != nil {
			return err
		}
		data, err := r.encode()
		if err != nil {
			return err
		}
		_, err = g.conf.KV.Put(ctx, recordKey, version, data)
		switch {
		case err == nil:
			g.learn(r)
			return nil
		case ctx.Err() != nil, !errors.Is(err, store.ErrConflict) && !errors.Is(err, store.ErrUncertain):
			return err
		}
	}
}

// read reads the record. It deletes a damaged record. The nodes then add themselves again, and
// switch formats on again if all nodes support them.
func (g *Gate) read(ctx context.Context) (*registry, uint64, error) {
	rec, err := g.conf.KV.Get(ctx, recordKey)
	var r *registry
	if err == nil {
		r, err = decode(rec.Data)
	}
	if errors.Is(err, store.ErrDamaged) {
		if g.conf.Logger != nil {
			g.conf.Logger.Error("the list of what the nodes can read is damaged and begun again", "err", err)
		}
		if err = g.conf.KV.Delete(ctx, recordKey); err == nil {
			err = store.ErrAbsent
		}
	}
	switch {
	case errors.Is(err, store.ErrAbsent):
		return &registry{nodes: map[string]json.RawMessage{}}, 0, nil
	case err != nil:
		return nil, 0, err
	}
	return r, rec.Version, nil
}

// learn remembers the state of the record, and logs what has changed since the last read.
func (g *Gate) learn(r *registry) {
	before := g.state.Load()
	now := &state{on: map[string]bool{}}
	for _, format := range r.on {
		now.on[format] = true
		if !slices.Contains(g.conf.Supported, format) {
			now.unknown = append(now.unknown, format)
		}
	}
	every := r.known()
	for _, id := range slices.Sorted(maps.Keys(r.nodes)) {
		e := r.entry(id)
		n := Node{ID: id, Name: e.Name, Version: e.Version, Supported: e.Supported, Here: id == g.conf.ID}
		for _, format := range every {
			if !slices.Contains(e.Supported, format) {
				n.Missing = append(n.Missing, format)
			}
		}
		now.nodes = append(now.nodes, n)
	}
	g.state.Store(now)
	log := g.conf.Logger
	if log == nil {
		return
	}
	if before == nil || !slices.Equal(before.unknown, now.unknown) {
		if len(now.unknown) > 0 {
			log.Error("this program is too old for some of the data: games that a newer version continued are read-only here; install the newer version again", "formats", now.unknown)
		}
	}
	for _, format := range g.conf.Supported {
		if now.on[format] && before != nil && !before.on[format] {
			log.Info("every node knows a new format of the data: it is written from now on", "format", format)
		}
	}
}

// known returns the formats that at least one node supports.
func (r *registry) known() []string {
	all := map[string]bool{}
	for id := range r.nodes {
		for _, format := range r.entry(id).Supported {
			all[format] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// missing returns the formats that every node supports but that are not switched on.
func (r *registry) missing() (formats []string) {
	for _, format := range r.known() {
		if slices.Contains(r.on, format) {
			continue
		}
		every := true
		for id := range r.nodes {
			every = every && slices.Contains(r.entry(id).Supported, format)
		}
		if every {
			formats = append(formats, format)
		}
	}
	return formats
}

// oldest returns the node whose last write is oldest.
func (r *registry) oldest() string {
	ids := slices.Sorted(maps.Keys(r.nodes))
	return slices.MinFunc(ids, func(a, b string) int { return cmp.Compare(r.entry(a).Turn, r.entry(b).Turn) })
}

// entry returns a node's entry in the record. If the entry cannot be read, the node counts as
// supporting no format.
func (r *registry) entry(id string) (e nodeEntry) {
	if json.Unmarshal(r.nodes[id], &e) != nil {
		return nodeEntry{}
	}
	return e
}

// Names of the record's JSON fields.
const (
	fieldTurn  = "turn"
	fieldOn    = "on"
	fieldNodes = "nodes"
)

func decode(data []byte) (*registry, error) {
	r := &registry{nodes: map[string]json.RawMessage{}}
	err := json.Unmarshal(data, &r.rest)
	for field, into := range map[string]any{fieldTurn: &r.turn, fieldOn: &r.on, fieldNodes: &r.nodes} {
		if text, there := r.rest[field]; there && err == nil {
			err = json.Unmarshal(text, into)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%w: what the nodes can read: %w", store.ErrDamaged, err)
	}
	if r.nodes == nil {
		r.nodes = map[string]json.RawMessage{}
	}
	return r, nil
}

func (r *registry) encode() ([]byte, error) {
	all := map[string]any{fieldTurn: r.turn, fieldOn: r.on, fieldNodes: r.nodes}
	for field, text := range r.rest {
		if _, ours := all[field]; !ours {
			all[field] = text
		}
	}
	return json.Marshal(all)
}
