// Package forms says which forms of stored data may be written: those that every node of
// a cluster can read. A form is anything that an older program could not read, such as a
// kind of entry.
//
// Every node lists what it can read in one record of the store, which also has the forms
// that were switched on. The record is written only over the version that was read, so
// that a form is switched on either before a node that does not know it enters itself, and
// the node learns of it, or not at all.
//
// It refuses to know what a form looks like, to switch one off again, and to go by a clock:
// a node that has left is told by the times that others looked and it had not written.
package forms

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

// LookEvery is how often a node looks into the record.
const LookEvery = 5 * time.Second

const (
	// recordKey is where the record is. Stored data have this name for ever.
	recordKey = "forms"
	// writeAfter is after how many looks a node writes that it is still there: 5 minutes.
	writeAfter = 60
	// silentFor is after how many looks without such a write a node counts as gone: a day.
	silentFor = 24 * 60 * writeAfter / 5
	// maxNodes bounds the record. Of more, those are dropped that wrote the longest ago.
	maxNodes = 256
)

// Config configures a Gate.
type Config struct {
	KV store.KV
	// ID is this node's, which it keeps over restarts where it has a name. Name and
	// Version are for people.
	ID, Name, Version string
	// Knows are the forms that this program can read.
	Knows []string
	// Alone says that no other node uses the store: whoever is in the record has gone.
	Alone bool
	// Passing says that the ID is of this process alone: its node leaves the record when
	// it closes.
	Passing bool
	Logger  *slog.Logger
}

// Gate holds new forms back until every node knows them.
type Gate struct {
	conf  Config
	state atomic.Pointer[state]

	mu     sync.Mutex // held while it reads and writes the record
	looks  int
	silent map[string]silence
}

// state is the record as this node saw it last.
type state struct {
	on    map[string]bool
	nodes []Node
	// beyond are the forms that are on and that this program does not know.
	beyond []string
}

// silence is how often a node was seen without a change of its turn.
type silence struct {
	turn  uint64
	looks int
}

// Node is a node as operators see it.
type Node struct {
	ID      string
	Name    string
	Version string
	Knows   []string
	// Lacks are the forms that some node knows and this one does not.
	Lacks []string
	Here  bool // it is the one that was asked
}

// entry is what a node writes about itself. Turn is the record's when it wrote last.
type entry struct {
	Name    string   `json:"name,omitempty"`
	Version string   `json:"version,omitempty"`
	Knows   []string `json:"knows"`
	Turn    uint64   `json:"turn"`
}

// record is the record. Nodes of other versions write to it too, so each keeps what it
// does not know as it is: their entries, and any further fields.
type record struct {
	turn  uint64 // how often it was written
	on    []string
	nodes map[string]json.RawMessage
	rest  map[string]json.RawMessage
}

// Enter enters this node into the record, and switches on what every node knows then. It
// returns once that is written: before that the node must not write anything else.
func Enter(ctx context.Context, c Config) (*Gate, error) {
	c.Knows = slices.Sorted(slices.Values(c.Knows))
	g := &Gate{conf: c, silent: map[string]silence{}}
	if err := g.update(ctx, g.enter); err != nil {
		return nil, fmt.Errorf("forms: %w", err)
	}
	return g, nil
}

// On says whether a form may be written: every node could read it when it was switched on.
func (g *Gate) On(form string) bool { return g != nil && g.state.Load().on[form] }

// Beyond are the forms that are in use and that this program does not know: it is too old
// for some of the data.
func (g *Gate) Beyond() []string { return g.state.Load().beyond }

// Nodes are the nodes of the record as this one saw it last.
func (g *Gate) Nodes() []Node { return g.state.Load().nodes }

// Remark is what /readyz adds. Such a node serves what it can.
func (g *Gate) Remark() string {
	if len(g.Beyond()) > 0 {
		return "newer"
	}
	return ""
}

// Run looks into the record until the context ends.
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

// Look looks what is on, and writes where this node has something to say: that it is still
// there, that it was left out, that another node has gone, that a form can be switched on.
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
	return g.update(ctx, func(r *record) error {
		for _, id := range gone {
			// Unless it has written since.
			if r.entry(id).Turn == g.silent[id].turn {
				delete(r.nodes, id)
			}
		}
		return g.enter(r)
	})
}

// Forget leaves a node out that has gone for good. One that still runs enters itself again;
// to forget one that is not known is no error.
func (g *Gate) Forget(ctx context.Context, id string) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.update(ctx, func(r *record) error {
		delete(r.nodes, id)
		return g.enter(r)
	})
}

// Leave leaves the record, where the node's id would never come back.
func (g *Gate) Leave(ctx context.Context) error {
	if !g.conf.Passing {
		return nil
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.update(ctx, func(r *record) error {
		delete(r.nodes, g.conf.ID)
		return nil
	})
}

// ForgetAll leaves all nodes out: the store was restored elsewhere. What is on stays so.
func ForgetAll(ctx context.Context, kv store.KV) error {
	g := &Gate{conf: Config{KV: kv}}
	if _, err := kv.Get(ctx, recordKey); errors.Is(err, store.ErrAbsent) {
		return nil
	}
	return g.update(ctx, func(r *record) error {
		clear(r.nodes)
		return nil
	})
}

// enter writes this node's entry, and switches on what it can.
func (g *Gate) enter(r *record) error {
	if g.conf.Alone {
		clear(r.nodes)
	}
	mine, err := json.Marshal(entry{g.conf.Name, g.conf.Version, g.conf.Knows, r.turn})
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

// listen counts how often the others were seen without a sign of life.
func (g *Gate) listen(r *record) {
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

// gone are the nodes that have not written for too long.
func (g *Gate) gone() (ids []string) {
	for id, s := range g.silent {
		if s.looks >= silentFor {
			ids = append(ids, id)
		}
	}
	return ids
}

// update reads the record, changes it and writes it over what was read, until that
// succeeds.
func (g *Gate) update(ctx context.Context, change func(*record) error) error {
	for {
		r, version, err := g.read(ctx)
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

// read reads the record. A damaged one is begun again: the nodes enter themselves once
// more, and what they know decides again.
func (g *Gate) read(ctx context.Context) (*record, uint64, error) {
	rec, err := g.conf.KV.Get(ctx, recordKey)
	var r *record
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
		return &record{nodes: map[string]json.RawMessage{}}, 0, nil
	case err != nil:
		return nil, 0, err
	}
	return r, rec.Version, nil
}

// learn notes what the record says, and tells the log what is new in it.
func (g *Gate) learn(r *record) {
	before := g.state.Load()
	now := &state{on: map[string]bool{}}
	for _, form := range r.on {
		now.on[form] = true
		if !slices.Contains(g.conf.Knows, form) {
			now.beyond = append(now.beyond, form)
		}
	}
	every := r.known()
	for _, id := range slices.Sorted(maps.Keys(r.nodes)) {
		e := r.entry(id)
		n := Node{ID: id, Name: e.Name, Version: e.Version, Knows: e.Knows, Here: id == g.conf.ID}
		for _, form := range every {
			if !slices.Contains(e.Knows, form) {
				n.Lacks = append(n.Lacks, form)
			}
		}
		now.nodes = append(now.nodes, n)
	}
	g.state.Store(now)
	log := g.conf.Logger
	if log == nil {
		return
	}
	if before == nil || !slices.Equal(before.beyond, now.beyond) {
		if len(now.beyond) > 0 {
			log.Error("this program is too old for some of the data: games that a newer version continued are read-only here; install the newer version again", "forms", now.beyond)
		}
	}
	for _, form := range g.conf.Knows {
		if now.on[form] && before != nil && !before.on[form] {
			log.Info("every node knows a new form of the data: it is written from now on", "form", form)
		}
	}
}

// known are the forms that some node knows.
func (r *record) known() []string {
	all := map[string]bool{}
	for id := range r.nodes {
		for _, form := range r.entry(id).Knows {
			all[form] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// missing are the forms that every node knows and that are not on.
func (r *record) missing() (forms []string) {
	for _, form := range r.known() {
		if slices.Contains(r.on, form) {
			continue
		}
		every := true
		for id := range r.nodes {
			every = every && slices.Contains(r.entry(id).Knows, form)
		}
		if every {
			forms = append(forms, form)
		}
	}
	return forms
}

// oldest is the node that wrote the longest ago.
func (r *record) oldest() string {
	ids := slices.Sorted(maps.Keys(r.nodes))
	return slices.MinFunc(ids, func(a, b string) int { return cmp.Compare(r.entry(a).Turn, r.entry(b).Turn) })
}

// entry is what a node wrote. One that cannot be read knows nothing.
func (r *record) entry(id string) (e entry) {
	if json.Unmarshal(r.nodes[id], &e) != nil {
		return entry{}
	}
	return e
}

// The fields of the record.
const (
	fieldTurn  = "turn"
	fieldOn    = "on"
	fieldNodes = "nodes"
)

func decode(data []byte) (*record, error) {
	r := &record{nodes: map[string]json.RawMessage{}}
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

func (r *record) encode() ([]byte, error) {
	all := map[string]any{fieldTurn: r.turn, fieldOn: r.on, fieldNodes: r.nodes}
	for field, text := range r.rest {
		if _, ours := all[field]; !ours {
			all[field] = text
		}
	}
	return json.Marshal(all)
}
