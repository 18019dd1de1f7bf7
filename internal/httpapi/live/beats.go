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

// A stream that has nothing to tell gets a comment, its heartbeat: proxies close what is
// silent, and a client that hears nothing knows that it is cut off. One goroutine of the node
// sees to all streams. It looks at each table twice in the time of a heartbeat, at another
// moment for each, and writes to the streams that would otherwise be silent for longer than
// that. So no stream has a timer or wakes a goroutine for it, and one that was sent
// something else needs no comment.

const (
	// beatTick is a step of the clock of heartbeats.
	beatTick = 250 * time.Millisecond
	// BeatRound is in how many steps every table is looked at.
	BeatRound = int64(heartbeat / 2 / beatTick)
	// RecheckRounds is after how many rounds a table's streams are checked again. What nodes
	// tell each other can get lost; within a node it cannot.
	RecheckRounds      = 8  // a minute
	recheckRoundsAlone = 40 // five minutes
)

// newsEnded says that a session was ended. It is told under a name that no table has.
const (
	newsEnded     = "ended"
	sessionsTopic = "-sessions"
)

// beatLine is a heartbeat, and beatChunk that as a chunk of the chunked coding.
const beatLine = ":\n\n"

var beatChunk = []byte("3\r\n" + beatLine + "\r\n")

// place gives a topic its moment in the round. The hub is locked.
func (h *Hub) place(r *topic) {
	r.slot = h.placed % int(BeatRound)
	h.placed++
	r.at = len(h.wheel[r.slot])
	h.wheel[r.slot] = append(h.wheel[r.slot], r)
}

// unplace takes a topic out of the round. The hub is locked.
func (h *Hub) unplace(r *topic) {
	slot := h.wheel[r.slot]
	last := len(slot) - 1
	slot[r.at] = slot[last]
	slot[r.at].at = r.at
	slot[last] = nil
	h.wheel[r.slot] = slot[:last]
}

// runBeats sends heartbeats until the context ends or the server drains.
func (h *Hub) runBeats(ctx context.Context) {
	began := time.Now()
	tick := time.NewTicker(beatTick)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-h.closed:
			return
		case <-tick.C:
			h.Advance(ctx, int64(time.Since(began)/beatTick))
		}
	}
}

// Advance moves the clock of heartbeats on, and looks at the tables whose moment has come: at
// all of them once if that was long ago.
func (h *Hub) Advance(ctx context.Context, to int64) {
	h.advancing.Lock()
	defer h.advancing.Unlock()
	from := h.tick.Load()
	if to <= from {
		return
	}
	h.tick.Store(to)
	var topics []*topic
	for now := max(from, to-BeatRound) + 1; now <= to; now++ {
		h.mu.Lock()
		topics = append(topics[:0], h.wheel[now%BeatRound]...)
		h.mu.Unlock()
		for _, r := range topics {
			r.beat(ctx, now)
		}
	}
}

// beat sees to the streams of a table.
func (r *topic) beat(ctx context.Context, now int64) {
	var few [8]*eventStream
	r.mu.Lock()
	list := append(append(few[:0], r.pumped...), r.followed...)
	r.mu.Unlock()
	for _, es := range list {
		// At the next look it would have been silent for longer than a heartbeat.
		if now-es.wrote.Load() > BeatRound {
			es.heartbeat()
		}
	}
	every := RecheckRounds
	if r.hub.conf.Alone {
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

// heartbeat writes a comment, without waiting. Where that is not possible the stream does
// it itself.
func (es *eventStream) heartbeat() {
	if es.pumped == nil || !es.turn.TryLock() {
		es.notify(func() { es.comment = true })
		return
	}
	rest := beatChunk
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

// release gives the turn back, and lets the pump look again if it wanted the turn meanwhile.
func (es *eventStream) release() {
	es.turn.Unlock()
	if es.missed.Swap(false) {
		es.topic.kick()
	}
}

// follow lets a stream that net/http serves have heartbeats.
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

// touch notes that something was written.
func (es *eventStream) touch() { es.wrote.Store(es.topic.hub.tick.Load()) }

// check looks whether the person may still follow and whether what they were told of the table
// still holds. It writes nothing: the stream is notified where something is new. A store that
// does not answer changes nothing.
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

// sum tells two records apart.
func (h *Hub) sum(data []byte) uint64 { return maphash.Bytes(h.seed, data) }

// errRevoked ends a stream whose session was ended.
var errRevoked = errors.New("httpapi: the session of the stream was ended")

// enter notes whose session a stream belongs to.
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

// FollowedBy is the tables that a session follows at this node.
func (h *Hub) FollowedBy(token string) (tables []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, es := range h.sessions[identity.SessionKey(token)] {
		tables = append(tables, es.table)
	}
	slices.Sort(tables)
	return slices.Compact(tables)
}

// sessionEnded ends the streams of a session, on every node.
func (h *Hub) sessionEnded(session string) {
	h.endStreams(session)
	if !h.conf.Alone {
		_ = h.conf.Feed.Publish(sessionsTopic, newsEnded, []byte(session)) // the streams are checked before long
	}
}

// hearEnded hears that another node has ended a session.
func (h *Hub) hearEnded(n store.News) {
	if n.Kind == newsEnded {
		h.conf.People.EndedElsewhere(string(n.Data))
		h.endStreams(string(n.Data))
	}
}

// endStreams ends those of this node.
func (h *Hub) endStreams(session string) {
	h.mu.Lock()
	list := slices.Clone(h.sessions[session])
	h.mu.Unlock()
	for _, es := range list {
		es.notify(func() { es.revoked = true })
	}
}

// Checking says whether the streams of a table are being checked.
func (h *Hub) Checking(table string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	r := h.topics[table]
	return r != nil && r.checking.Load()
}
