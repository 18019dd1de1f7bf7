package live

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"theriac/engine"
	"theriac/internal/httpapi/admit"
	"theriac/internal/httpapi/wire"
	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/internal/table"
)

const (
	// heartbeat is the longest time that a stream may be silent, so that proxies do not close it.
	heartbeat = 15 * time.Second
	// slowest is how long a client may take to read the data it was sent. It is much longer than
	// heartbeat: over HTTP/2 an expired deadline ends a stream even if nothing is being written.
	slowest = 75 * time.Second
	// A disconnected client reconnects after retryAfter. If a server with many streams shuts down,
	// the delay is longer and differs between clients.
	retryAfter = time.Second
	retryDrain = 8 * time.Second
	// firstLines is how many past chat messages a new client gets.
	firstLines = 50
	mostLines  = 200
	// manyLines is how many messages are read for a player, who may not read most of them.
	manyLines = 1000
)

// eventStream is one open stream: its person, the table that the person follows, and what was
// already sent.
type eventStream struct {
	hub     *Hub
	w       http.ResponseWriter
	control *http.ResponseController
	who     identity.Person
	token   string
	table   string
	*subscriber
	*pumped // nil if net/http serves the stream
	topic   *topic

	access   lobby.Access
	live     *table.Live   // nil before the game begins
	seen     int           // number of the newest entry that the client has, or Unseen
	lastSent uint64        // position of the newest chat message that was sent
	lastRead uint64        // position of the newest chat message that was read, which may be another team's
	resumed  bool          // the client reported what it had already received
	resend   bool          // send the next update even if nothing happened
	damaged  bool          // the client knows that the table is damaged, or was continued by a newer version
	detached chan struct{} // receives a value when the function passed to runDetached has returned
	shown    atomic.Uint64 // hash of the record that was sent
	session  string        // key of the session in the store; empty if the person has none
	payer    *admit.Caller // the caller who is charged for the start of the stream; nil once the stream has started
	extended time.Time     // when the write deadline was last extended
	hides    engine.Seats  // the seats of people whom the person blocks
	apart    engine.Seats  // those, and the seats of people who block the person
}

// Unseen is the number of the newest entry for a client that has no entry and does not want past
// entries.
const Unseen = -2

// Events serves one event stream. When the stream has ended, it calls the function left, possibly
// long after Events has returned.
func (h *Hub) Events(w http.ResponseWriter, r *http.Request, who *admit.Caller, id string, left func()) {
	es := &eventStream{hub: h, w: w, who: who.Person, token: who.Token, payer: who, table: id, seen: Unseen, resend: true,
		control: http.NewResponseController(w), subscriber: &subscriber{wake: make(chan struct{}, 1)}, detached: make(chan struct{}, 1)}
	var err error
	es.runDetached(func() { err = es.start(r) })
	if err != nil {
		h.conf.Gate.Guard(w.Header())
		h.conf.Gate.Refuse(w, r, err)
		left()
		return
	}
	header := w.Header()
	header.Set("Content-Type", "text/event-stream")
	header.Set("X-Accel-Buffering", "no")
	think := es.botsThink()
	es.mu.Lock() // from here on, other goroutines may notify the stream
	es.record, es.presence, es.behind, es.thinking = true, true, true, es.thinking || think
	es.mu.Unlock()
	if es.takeOver(r) {
		go es.watch(left)
		return
	}
	defer left()
	defer es.end()
	es.follow(r.Context())
}

// start checks whether the person may follow the table, and reads from the request what the client
// already has.
func (es *eventStream) start(r *http.Request) error {
	ctx, cancel := context.WithTimeout(r.Context(), wire.Patience)
	defer cancel()
	var err error
	if es.access, err = es.hub.conf.Lobby.Access(ctx, es.who, es.table); err != nil {
		return err
	}
	if !MayFollow(es.access) {
		return lobby.Refusal{ID: lobby.NotSeated}
	}
	if es.access.Seats.Empty() && !es.access.Host {
		if err := es.hub.conf.Gate.WatchersFull(es.payer); err != nil {
			return err
		}
	}
	if err := es.readPosition(r); err != nil {
		return err
	}
	defer func() { es.payer = nil }()
	es.person, es.seats, es.late, es.host = es.who.ID, es.access.Seats, es.access.Watch == lobby.WatchDelayed, es.access.Host
	if es.topic, err = es.hub.join(es.table, es.subscriber); err != nil {
		return err
	}
	es.touch()
	es.hub.enter(es)
	if err := es.openGame(ctx); err != nil {
		es.end()
		return err
	}
	es.hub.WakeBots(es.access)
	es.topic.note(es.access.Table)
	es.topic.attend(ctx)
	return nil
}

// Refresh brings this node's copy of a table up to date. For a caller who holds a seat, it
// guarantees the newest acknowledged entry, at the cost of a write on all nodes. For other callers
// it relies on what the store reports.
func (h *Hub) Refresh(ctx context.Context, who *admit.Caller, access lobby.Access, t *table.Live) error {
	if err := h.conf.Gate.Spend(who, admit.FreshUnits); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, viewTimeout)
	defer cancel()
	if access.Seats.Empty() {
		return t.Refresh(ctx)
	}
	return t.Fresh(ctx)
}

// viewTimeout is the longest time to wait for a table to be read from the store.
const viewTimeout = 10 * time.Second

// MayFollow reports whether a caller may see any part of a table's game.
func MayFollow(a lobby.Access) bool {
	return !a.Operator && (!a.Seats.Empty() || a.Watch != lobby.WatchNobody || a.Table.Status == lobby.Gathering)
}

// readPosition parses the position up to which the client already has the stream: "12" is an entry,
// and "12.345" is an entry and a chat message.
func (es *eventStream) readPosition(r *http.Request) error {
	text := r.Header.Get("Last-Event-ID")
	if text == "" {
		text = r.URL.Query().Get("after")
	}
	if text == "" {
		return nil
	}
	entry, line, both := strings.Cut(text, ".")
	n, err := strconv.ParseInt(entry, 10, 32)
	if err != nil || n < -1 {
		return wire.NewProblem(http.StatusUnprocessableEntity, "bad-event-id")
	}
	es.seen = int(n)
	if both {
		if es.lastSent, err = strconv.ParseUint(line, 10, 64); err != nil {
			return wire.NewProblem(http.StatusUnprocessableEntity, "bad-event-id")
		}
		es.lastRead, es.resumed = es.lastSent, true
	}
	return nil
}

// openGame opens the table's game if it has begun.
func (es *eventStream) openGame(ctx context.Context) error {
	if es.live != nil || es.access.Table.Status == lobby.Gathering || es.access.Table.Status == lobby.Closed {
		return nil
	}
	t, err := es.hub.conf.Tables.Open(ctx, es.table)
	if err != nil {
		return err
	}
	if err := es.resume(ctx, t); err != nil {
		t.Release()
		return err
	}
	es.live = t
	es.notify(func() { es.game = t })
	return nil
}

// resume sends the entries after the last one that the client has. It counts the cost against the
// caller's rate limit.
func (es *eventStream) resume(ctx context.Context, t *table.Live) error {
	if es.payer == nil { // the game began while the stream was already open
		return nil
	}
	if es.seen > t.State().N {
		// The client has entries that this node lacks, so other nodes are ahead: read the newest
		// entries.
		if err := es.hub.Refresh(ctx, es.payer, es.access, t); err != nil && !errors.Is(err, table.ErrDamaged) && !errors.Is(err, table.ErrNewer) {
			return err
		}
		if es.seen > t.State().N { // the client made the number up
			es.seen = t.State().N
		}
	}
	s, after := t.State(), es.seen
	if after == Unseen {
		after = s.N
	}
	return es.hub.conf.Gate.Spend(es.payer, admit.ReadUnits(s.ReadCost(es.viewer(), after)))
}

func (es *eventStream) end() {
	es.hub.exit(es)
	es.topic.leave(es.subscriber)
	if es.live != nil {
		es.live.Release()
	}
}

// follow sends the current state and then every change, until the client disconnects.
func (es *eventStream) follow(ctx context.Context) {
	es.topic.follow(es)
	defer es.topic.unfollow(es)
	if es.send(retryLine()) != nil {
		return
	}
	for wake := es.wake; ; {
		next, err := es.sendAll(ctx)
		if err != nil {
			return
		}
		select {
		case <-next:
		case <-wake:
		case <-ctx.Done():
			return
		case <-es.hub.closed:
			es.askReconnect()
			return
		}
	}
}

// retryLine returns the line of the event stream that tells the client when to reconnect.
func retryLine() []byte {
	return append(strconv.AppendInt([]byte("retry: "), retryAfter.Milliseconds(), 10), "\n\n"...)
}

// askReconnect tells the client to reconnect after a random delay, so that not all clients do so at
// the same moment.
func (es *eventStream) askReconnect() {
	wait := retryAfter + rand.N(retryDrain)
	_ = es.send(append(strconv.AppendInt([]byte("event: bye\nretry: "), wait.Milliseconds(), 10), "\ndata: {}\n\n"...))
}

// Each stream has a waiting goroutine with its own stack, and there may be a hundred thousand
// streams. To keep these stacks small, work that needs a large stack runs elsewhere: separate
// goroutines wait for the store, and a few writers write updates.

// runDetached runs a function that may block in another goroutine. If the function panics,
// runDetached panics with the same value in the stream's own goroutine, so that the panic ends only
// this stream.
func (es *eventStream) runDetached(do func()) {
	var fault any
	go func() {
		defer func() {
			fault = recover()
			es.detached <- struct{}{}
		}()
		do()
	}()
	<-es.detached
	if fault != nil {
		panic(fault)
	}
}

// frame is a job for a writer: the data that one stream has to send.
type frame struct {
	es   *eventStream
	p    pending
	buf  *[]byte
	next <-chan struct{}
	// fault is the value of a panic during the write.
	fault any
}

// buffers is a pool of buffers for updates, so that an idle stream needs none.
var buffers = sync.Pool{New: func() any { b := make([]byte, 0, 8<<10); return &b }}

// writers starts n goroutines that write the updates of all streams.
func (h *Hub) writers(ctx context.Context, n int) {
	for range n {
		go func() {
			for {
				select {
				case fr := <-h.frames:
					fr.writeOrFail()
					fr.es.detached <- struct{}{}
				case <-ctx.Done():
					return
				}
			}
		}()
	}
}

func (fr *frame) writeOrFail() {
	defer func() { fr.fault = recover() }()
	fr.write()
}

// write writes the part of an update that needs no store access.
func (fr *frame) write() {
	es, out := fr.es, *fr.buf
	if es.live != nil {
		s := es.live.State()
		fr.next = s.Next()
		out = es.appendUpdate(out, s)
	}
	if fr.p.presence {
		out = es.appendPresence(out)
	}
	for _, g := range fr.p.ghosts {
		if !g.shows(es.access.Seats) || es.hides.Has(g.Seat) {
			continue // the person's seats or blocks have changed since the plan was queued
		}
		if data, err := json.Marshal(Ghost{Seat: int(g.Seat), Moves: g.Moves}); err == nil {
			out = appendEvent(out, "ghost", data)
		}
	}
	*fr.buf = es.appendBots(out, fr.p)
}

// sendAll sends all new data. It returns a channel that is closed when the game changes again.
func (es *eventStream) sendAll(ctx context.Context) (<-chan struct{}, error) {
	fr := frame{es: es, p: es.take(), buf: buffers.Get().(*[]byte)}
	defer buffers.Put(fr.buf)
	*fr.buf = (*fr.buf)[:0]
	if fr.p.revoked {
		return nil, errRevoked
	}
	var err error
	if fr.p.record {
		es.runDetached(func() { *fr.buf, err = es.appendTable(ctx, *fr.buf) })
		if err != nil {
			return nil, err
		}
	}
	select {
	case es.hub.frames <- &fr:
		<-es.detached
		if fr.fault != nil {
			panic(fr.fault)
		}
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if fr.p.behind {
		es.runDetached(func() { *fr.buf, err = es.appendChat(ctx, *fr.buf) })
		if err != nil {
			return nil, err
		}
	}
	if len(*fr.buf) == 0 && fr.p.comment {
		*fr.buf = append(*fr.buf, heartbeatLine...)
	}
	if len(*fr.buf) == 0 {
		return fr.next, nil
	}
	return fr.next, es.send(*fr.buf)
}

// appendTable rereads the table's record and the person's access to it, and appends the record.
func (es *eventStream) appendTable(ctx context.Context, out []byte) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, wire.Patience)
	defer cancel()
	access, err := es.hub.conf.Lobby.Access(ctx, es.who, es.table)
	if err == nil && !MayFollow(access) {
		err = lobby.Refusal{ID: lobby.NotSeated}
	}
	if id := lobby.Refused(err); id != "" {
		_ = es.send(appendGone(out, id))
	}
	if err != nil {
		return nil, err
	}
	es.topic.note(access.Table)
	if access.Seats != es.access.Seats || access.Watch != es.access.Watch || access.Host != es.access.Host {
		es.resend = true // the person's access has changed, so resend everything
		es.notify(func() { es.seats, es.late, es.host = access.Seats, access.Watch == lobby.WatchDelayed, access.Host })
		es.access = access
		es.topic.publishPresence()
	}
	es.access = access
	if err := es.readBlocks(ctx); err != nil {
		return nil, err
	}
	if err := es.openGame(ctx); err != nil {
		return nil, err
	}
	data, err := json.Marshal(es.hub.conf.Names.Table(ctx, access.Table, es.who))
	if err != nil {
		return nil, err
	}
	es.shown.Store(es.topic.hub.sum(data))
	return appendEvent(out, "table", data), nil
}

// viewer returns how the stream's person sees the game: as the player of their seats, or as a
// spectator.
func (es *eventStream) viewer() table.Viewer { return ViewerOf(es.access) }

// ViewerOf returns how a caller with this access sees the game: as the player of their seats, or as
// a spectator.
func ViewerOf(a lobby.Access) table.Viewer {
	v := table.Viewer{Seats: a.Seats}
	switch a.Watch {
	case lobby.WatchOpen:
		v.Watch = table.WatchOpen
	case lobby.WatchDelayed:
		v.Watch = table.WatchDelayed
	}
	return v
}

// appendUpdate appends an update with everything that happened after the last entry the stream
// sent.
func (es *eventStream) appendUpdate(out []byte, s *table.State) []byte {
	if err := es.live.Damaged(); err != nil && !es.damaged {
		es.damaged = true
		event := "damaged"
		if errors.Is(err, table.ErrNewer) {
			event = "newer"
		}
		out = appendEvent(out, event, strconv.AppendInt(nil, int64(s.N), 10))
	}
	v := es.viewer()
	s = s.For(v)
	if s.N == es.seen && !es.resend {
		return out
	}
	after := es.seen
	if after == Unseen || after > s.N {
		after = s.N
	}
	es.seen, es.resend = s.N, false
	out = es.appendID(append(out, "event: update\n"...))
	out = append(out, "data: "...)
	out = s.AppendUpdate(out, v, after)
	return append(out, "\n\n"...)
}

// appendID appends an event id. A client that reconnects with this id gets only later events.
func (es *eventStream) appendID(out []byte) []byte {
	out = append(out, "id: "...)
	out = strconv.AppendInt(out, int64(max(es.seen, -1)), 10)
	out = append(out, '.')
	out = strconv.AppendUint(out, es.lastSent, 10)
	return append(out, '\n')
}

// send writes data and flushes it. If the client does not read for too long, send disconnects it.
func (es *eventStream) send(out []byte) error {
	if es.pumped != nil {
		return es.writeWaiting(chunk(append(make([]byte, chunkHead, chunkHead+len(out)+2), out...)))
	}
	if now := time.Now(); now.Sub(es.extended) > slowest/3 {
		if err := es.control.SetWriteDeadline(now.Add(slowest)); err != nil && !errors.Is(err, http.ErrNotSupported) {
			return err
		}
		es.extended = now
	}
	es.touch()
	if _, err := es.w.Write(out); err != nil {
		return err
	}
	return es.control.Flush()
}
