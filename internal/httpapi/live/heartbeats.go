package live

import (
	"context"
	"encoding/json"
	"errors"
	"hash/maphash"
	"slices"
	"time"

	"theriac/internal/httpapi/wire"
	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/internal/store"
)

// Heartbeats. A stream that has nothing to send gets a comment regularly. Proxies close silent
// connections, and a client that hears nothing knows that it is cut off.
//
// One goroutine of the node serves all streams. It visits each table twice per heartbeat, spread
// over time, and writes to the streams that would otherwise be silent for too long. So no stream
// needs its own timer, and a stream that recently sent an event needs no comment.

const (
	// heartbeatTick is the interval at which the heartbeat clock advances.
	heartbeatTick = 250 * time.Millisecond
	// HeartbeatRound is the number of ticks in which every table is visited once.
	HeartbeatRound = int64(heartbeat / 2 / heartbeatTick)
	// RecheckRounds is the number of rounds after which a table's streams are checked for changes.
	// With several nodes the check is more frequent, because messages between nodes can get lost.
	RecheckRounds      = 8  // a minute
	recheckRoundsAlone = 40 // five minutes
)

// newsEnded is the kind of message that tells other nodes that a session has ended. Its topic is
// one that no table uses.
const (
	newsEnded     = "ended"
	newsBarred    = "barred" // the same for all sessions of a person
	newsBlocks    = "blocks" // a person's blocks changed
	sessionsTopic = "-sessions"
)

// heartbeatLine is a heartbeat as a comment of an event stream. heartbeatChunk is the same comment
// as an HTTP chunk.
const heartbeatLine = ":\n\n"

var heartbeatChunk = []byte("3\r\n" + heartbeatLine + "\r\n")

// wheel lists a node's topics by the tick at which a heartbeat visits them. The hub's mutex guards it.
type wheel struct {
	slots  [HeartbeatRound][]*topic
	placed int // how many topics were ever placed
}

// place assigns a topic to a tick.
func (w *wheel) place(r *topic) {
	r.slot = w.placed % int(HeartbeatRound)
	w.placed++
	r.at = len(w.slots[r.slot])
	w.slots[r.slot] = append(w.slots[r.slot], r)
}

// unplace removes a topic.
func (w *wheel) unplace(r *topic) {
	slot := w.slots[r.slot]
	last := len(slot) - 1
	slot[r.at] = slot[last]
	slot[r.at].at = r.at
	slot[last] = nil
	w.slots[r.slot] = slot[:last]
}

// runHeartbeats sends heartbeats until the context is done or the server drains.
func (h *Hub) runHeartbeats(ctx context.Context) {
	began := time.Now()
	tick := time.NewTicker(heartbeatTick)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-h.closed:
			return
		case <-tick.C:
			h.Advance(ctx, int64(time.Since(began)/heartbeatTick))
		}
	}
}

// Advance moves the heartbeat clock forward to the given tick, and visits the tables that are due.
// After a long pause it visits each table only once.
func (h *Hub) Advance(ctx context.Context, to int64) {
	h.advancing.Lock()
	defer h.advancing.Unlock()
	from := h.tick.Load()
	if to <= from {
		return
	}
	h.tick.Store(to)
	var topics []*topic
	for now := max(from, to-HeartbeatRound) + 1; now <= to; now++ {
		h.mu.Lock()
		topics = append(topics[:0], h.wheel.slots[now%HeartbeatRound]...)
		h.mu.Unlock()
		for _, r := range topics {
			r.visit(ctx, now)
		}
	}
}

// visit sends a heartbeat to each of a table's streams that needs one. Every RecheckRounds rounds,
// it also checks all of the table's streams.
func (r *topic) visit(ctx context.Context, now int64) {
	var few [8]*eventStream
	r.mu.Lock()
	list := append(append(few[:0], r.pumped...), r.followed...)
	r.mu.Unlock()
	for _, es := range list {
		// If no heartbeat is sent now, the stream will be silent for too long before the next
		// visit.
		if now-es.wrote.Load() > HeartbeatRound {
			es.heartbeat()
		}
	}
	r.attend(ctx)
	every := RecheckRounds
	if r.hub.conf.Standalone {
		every = recheckRoundsAlone
	}
	if r.rounds++; r.rounds%every == 0 && r.checking.CompareAndSwap(false, true) {
		list = slices.Clone(list)
		go func() {
			defer r.checking.Store(false)
			for _, es := range list {
				es.check(ctx)
			}
		}()
	}
}

// heartbeat writes a heartbeat comment if that is possible without waiting. Otherwise it asks the
// stream's own goroutine to write it.
func (es *eventStream) heartbeat() {
	if es.pumped == nil || !es.turn.TryLock() {
		es.notify(func() { es.comment = true })
		return
	}
	rest := heartbeatChunk
	var err error
	if !es.ended && es.raw != nil {
		es.touch()
		var n int
		n, err = writeNow(es.raw, rest)
		rest = rest[n:]
	}
	switch {
	case es.ended:
	case err != nil:
		_ = es.conn.Close()
	case len(rest) > 0:
		go es.pumpSlowly(rest)
		return
	}
	es.release()
}

// release releases the stream's turn, the right to write to it. If the pump tried to take the turn
// in the meantime, release wakes the pump.
func (es *eventStream) release() {
	es.turn.Unlock()
	if es.missed.Swap(false) {
		es.topic.kick()
	}
}

// follow adds a stream that net/http serves, so that it gets heartbeats.
func (r *topic) follow(es *eventStream) {
	r.mu.Lock()
	r.followed = append(r.followed, es)
	r.mu.Unlock()
}

func (r *topic) unfollow(es *eventStream) {
	r.mu.Lock()
	r.followed = slices.DeleteFunc(r.followed, func(other *eventStream) bool { return other == es })
	r.mu.Unlock()
}

// touch records that something was just written, so no heartbeat is due.
func (es *eventStream) touch() { es.wrote.Store(es.topic.hub.tick.Load()) }

// check checks whether the person may still follow the table, and whether the table's record has
// changed since it was sent. It writes nothing, but notifies the stream of changes. If the store
// does not answer, check does nothing.
func (es *eventStream) check(ctx context.Context) {
	defer func() {
		if fault := recover(); fault != nil {
			es.hub.conf.Gate.Panicked(ctx, fault)
		}
	}()
	ctx, cancel := context.WithTimeout(ctx, wire.Patience)
	defer cancel()
	if es.token != "" {
		if _, err := es.hub.conf.People.Authenticate(ctx, es.token); errors.Is(err, identity.ErrUnknown) {
			es.notify(func() { es.revoked = true })
			return
		}
	}
	access, err := es.hub.conf.Lobby.Access(ctx, es.who, es.table)
	if err != nil && lobby.Refused(err) == "" {
		return
	}
	if err == nil && MayFollow(access) {
		data, err := json.Marshal(es.hub.conf.Names.Table(ctx, access.Table, es.who))
		if err != nil || es.topic.hub.sum(data) == es.shown.Load() {
			return
		}
	}
	es.notify(func() { es.record = true })
}

// sum returns a hash of a table's record. A different hash shows that the record has changed.
func (h *Hub) sum(data []byte) uint64 { return maphash.Bytes(h.seed, data) }

// errRevoked ends a stream because its session has ended.
var errRevoked = errors.New("httpapi: the session of the stream was ended")

// enter registers a stream under its session's key, so that it ends together with the session.
func (h *Hub) enter(es *eventStream) {
	if es.session = identity.SessionKey(es.token); es.session == "" {
		return
	}
	h.mu.Lock()
	h.sessions[es.session] = append(h.sessions[es.session], es)
	h.mu.Unlock()
}

func (h *Hub) exit(es *eventStream) {
	if es.session == "" {
		return
	}
	h.mu.Lock()
	list := slices.DeleteFunc(h.sessions[es.session], func(other *eventStream) bool { return other == es })
	if h.sessions[es.session] = list; len(list) == 0 {
		delete(h.sessions, es.session)
	}
	h.mu.Unlock()
}

// FollowedBy returns the tables whose streams a session has open on this node.
func (h *Hub) FollowedBy(token string) (tables []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, es := range h.sessions[identity.SessionKey(token)] {
		tables = append(tables, es.table)
	}
	slices.Sort(tables)
	return slices.Compact(tables)
}

// sessionEnded ends the streams of a session on this node, and makes other nodes end theirs.
func (h *Hub) sessionEnded(session string) {
	h.endStreams(session)
	if !h.conf.Standalone {
		_ = h.conf.Feed.Publish(sessionsTopic, newsEnded, []byte(session)) // if the message is lost, the next check on the other node ends the streams
	}
}

// hearEnded handles the message that a session has ended on another node.
func (h *Hub) hearEnded(n store.News) {
	switch n.Kind {
	case newsEnded:
		h.conf.People.EndedElsewhere(string(n.Data))
		h.endStreams(string(n.Data))
	case newsBarred:
		h.endPerson(string(n.Data))
	case newsBlocks:
		h.blocksChanged(string(n.Data))
	}
}

// EndPerson ends the streams of a person on all nodes, because the person may not follow tables any
// more.
func (h *Hub) EndPerson(person string) {
	h.endPerson(person)
	if !h.conf.Standalone {
		_ = h.conf.Feed.Publish(sessionsTopic, newsBarred, []byte(person)) // if the message is lost, the streams end when they reconnect
	}
}

func (h *Hub) endPerson(person string) {
	for _, es := range h.streamsOf(person) {
		es.notify(func() { es.revoked = true })
	}
}

// endStreams ends the streams that a session has open on this node.
func (h *Hub) endStreams(session string) {
	h.mu.Lock()
	list := slices.Clone(h.sessions[session])
	h.mu.Unlock()
	for _, es := range list {
		es.notify(func() { es.revoked = true })
	}
}

// Checking reports whether the streams of a table are being checked right now.
func (h *Hub) Checking(table string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	r := h.topics[table]
	return r != nil && r.checking.Load()
}
