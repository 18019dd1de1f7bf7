package jetstream

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	natsjs "github.com/nats-io/nats.go/jetstream"

	"theriac/internal/store"
)

// health reports the state of the store.
type health struct{ *Store }

// streamInfo is what a stream's leader says of it.
type streamInfo struct {
	Cluster *struct {
		Leader string `json:"leader"`
	} `json:"cluster"`
	State natsjs.StreamState `json:"state"`
}

// probe is the subject of the write that Ready tries. It belongs to no bucket.
const probe = "k.probe"

// Ready says why this node cannot write now: it checks its own server and writes one
// message. It does not ask which streams have a leader: during an election what needs
// the leader waits, and everything else goes on.
func (h health) Ready(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err // the answer could still come first
	}
	if h.server != nil && (!h.server.ns.Running() || !h.server.ns.JetStreamEnabled()) {
		return store.ErrLost
	}
	if nc := h.conns[0]; nc.IsClosed() {
		return fmt.Errorf("%w: the connection is closed", store.ErrLost)
	}
	_, _, err := h.publish(ctx, h.conns[0], &nats.Msg{Subject: probe})
	return err
}

// Leaders reports the streams of which this node holds a replica, or all of them
// where the store is external.
func (h health) Leaders(ctx context.Context) ([]store.Leader, error) {
	var list []store.Leader
	if h.server == nil {
		for _, c := range h.streams() {
			once, cancel := context.WithTimeout(ctx, h.once)
			err := h.checkLeader(once, c.Name)
			cancel()
			list = append(list, store.Leader{Stream: c.Name, Known: err == nil})
		}
		return list, ctx.Err()
	}
	ns := h.server.ns
	info, err := ns.JszAccount(&server.JSzOptions{Account: ns.GlobalAccount().GetName(), Streams: true})
	if err != nil {
		return nil, fmt.Errorf("%w: %w", store.ErrLost, err)
	}
	for _, st := range info.Streams {
		l := store.Leader{Stream: st.Name, Known: true, Here: true}
		if h.server.clustered {
			l.Here = ns.GlobalAccount().JetStreamIsStreamLeader(st.Name)
			l.Known = l.Here || st.Cluster != nil && st.Cluster.Leader != ""
			if l.Here && st.Cluster != nil {
				for _, r := range st.Cluster.Replicas {
					l.Lag = max(l.Lag, r.Lag)
				}
			}
		}
		list = append(list, l)
	}
	slices.SortFunc(list, func(a, b store.Leader) int { return strings.Compare(a.Stream, b.Stream) })
	return list, nil
}

// checkLeader checks that a stream is there and has a leader.
func (h health) checkLeader(ctx context.Context, stream string) error {
	var info streamInfo
	if err := h.api(ctx, "STREAM.INFO."+stream, nil, &info); err != nil {
		return fmt.Errorf("%w: stream %s: %w", store.ErrUnavailable, stream, err)
	}
	if info.Cluster != nil && info.Cluster.Leader == "" {
		return fmt.Errorf("%w: stream %s has no leader", store.ErrUnavailable, stream)
	}
	return nil
}

// Damages lists what this node found lost or unreadable: on its own disk, on the
// leaders' and while reading since the start.
func (h health) Damages(ctx context.Context) ([]store.Damage, error) {
	found := map[store.Damage]struct{}{}
	h.mu.Lock()
	for d := range h.damages {
		found[d] = struct{}{}
	}
	h.mu.Unlock()
	for d := range h.onOwnDisk() {
		found[d] = struct{}{}
	}
	var errs []error
	for _, c := range h.streams() {
		var info streamInfo
		if err := h.api(ctx, "STREAM.INFO."+c.Name, nil, &info); err != nil {
			errs = append(errs, reading(err))
			continue
		}
		if l := info.State.Lost; l != nil {
			found[lost(c.Name, "leader", l.Msgs, l.Bytes)] = struct{}{}
		}
	}
	list := make([]store.Damage, 0, len(found))
	for d := range found {
		list = append(list, d)
	}
	slices.SortFunc(list, func(a, b store.Damage) int {
		return strings.Compare(a.Where+"\x00"+a.What, b.Where+"\x00"+b.What)
	})
	return list, errors.Join(errs...)
}

// onOwnDisk is what the embedded server lost on its own disk, also where it does not
// lead.
func (h health) onOwnDisk() map[store.Damage]struct{} {
	found := map[store.Damage]struct{}{}
	if h.server == nil {
		return found
	}
	for _, d := range h.server.found() {
		found[d.Damage] = struct{}{}
	}
	ns := h.server.ns
	info, err := ns.JszAccount(&server.JSzOptions{Account: ns.GlobalAccount().GetName(), Streams: true})
	if err != nil {
		h.log.Warn("cannot read the state of the disk", "err", err)
		return found
	}
	for _, st := range info.Streams {
		if l := st.State.Lost; l != nil {
			found[lost(st.Name, "disk of this node", l.Msgs, l.Bytes)] = struct{}{}
		}
	}
	return found
}

func lost(stream, where string, seqs []uint64, bytes uint64) store.Damage {
	return store.Damage{
		Where: stream + " (" + where + ")",
		What:  fmt.Sprintf("lost %d messages, %d bytes, places %v", len(seqs), bytes, seqs[:min(len(seqs), 10)]),
	}
}
