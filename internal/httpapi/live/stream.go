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

	"theriac/internal/httpapi/admit"
	"theriac/internal/httpapi/wire"
	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/internal/table"
)

const (
	// heartbeat keeps proxies from closing an idle stream.
	heartbeat = 15 * time.Second
	// slowest is how long a reader may take for what it is sent. It is much longer than
	// a heartbeat: over HTTP/2 a deadline ends a stream even if nothing waits to be
	// written.
	slowest = 75 * time.Second
	// A client reconnects after this long, and within a longer time when a server with
	// many streams closes.
	retryAfter = time.Second
	retryDrain = 8 * time.Second
	// firstLines is how much of the chat a new reader gets.
	firstLines = 50
	mostLines  = 200
)

// eventStream is one open stream: who follows which table, and what they have seen.
type eventStream struct {
	hub     *Hub
	w       http.ResponseWriter
	control *http.ResponseController
	who     identity.Person
	token   string
	table   string
	*subscriber
	*pumped // nil where net/http serves the stream
	topic   *topic

	access   lobby.Access
	live     *table.Table  // nil before the game begins
	seen     int           // the newest entry that was sent, unseen for none
	lastSent uint64        // the newest chat message that was sent
	lastRead uint64        // the newest one that was read, which may be another team's
	resumed  bool          // the client said what it has seen
	resend   bool          // the next update is sent even if nothing happened
	damaged  bool          // the client knows that the table is damaged, or newer
	detached chan struct{} // signals that detached work is done
	shown    atomic.Uint64 // the sum of the record that was sent
	session  string        // the key of the token's session; empty: the stream has none
	payer    *admit.Caller // while the stream begins: who pays for it
	extended time.Time     // when the write deadline was last extended
}

// Unseen says that a client has seen nothing and wants no past either.
const Unseen = -2

// Events serves one stream. It calls left when the stream has ended, which may be long
// after it has returned.
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
	es.mu.Lock() // news may come already
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

// start checks what the person may see and where they left off.
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
	es.seats, es.late, es.host = es.access.Seats, es.access.Watch == lobby.WatchDelayed, es.access.Host
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
	return nil
}

// Refresh brings a table up to date. For a caller who holds a seat that is the newest
// entry that anybody got acknowledged, which takes a write of all nodes; for
// everybody else it is what the store reports.
func (h *Hub) Refresh(ctx context.Context, who *admit.Caller, access lobby.Access, t *table.Table) error {
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

// viewTimeout is how long it may take to read a table.
const viewTimeout = 10 * time.Second

// MayFollow says whether there is anything of a table that a caller may see.
func MayFollow(a lobby.Access) bool {
	return !a.Operator && (!a.Seats.Empty() || a.Watch != lobby.WatchNobody || a.Table.Status == lobby.Gathering)
}

// readPosition reads what the client has seen: "12" or "12.345", an entry and a chat
// message.
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

// openGame opens the game, once there is one.
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
	return nil
}

// resume goes on where the client left off, and charges the caller for it.
func (es *eventStream) resume(ctx context.Context, t *table.Table) error {
	if es.payer == nil { // the game began while the stream was open
		return nil
	}
	if es.seen > t.State().N {
		// The client has seen more than this node has: others are ahead of it.
		if err := es.hub.Refresh(ctx, es.payer, es.access, t); err != nil && !errors.Is(err, table.ErrDamaged) && !errors.Is(err, table.ErrNewer) {
			return err
		}
		if es.seen > t.State().N { // or the client made that up
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

// follow sends what there is, then what comes, until the client goes.
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

// retryLine says when to reconnect.
func retryLine() []byte {
	return append(strconv.AppendInt([]byte("retry: "), retryAfter.Milliseconds(), 10), "\n\n"...)
}

// askReconnect asks the client to reconnect a little later, not all at the same time.
func (es *eventStream) askReconnect() {
	wait := retryAfter + rand.N(retryDrain)
	_ = es.send(append(strconv.AppendInt([]byte("event: bye\nretry: "), wait.Milliseconds(), 10), "\ndata: {}\n\n"...))
}

// A stream waits on a stack of its own, and there may be a hundred thousand of them.
// What needs much stack runs elsewhere, so that theirs stay small: what may wait for
// the store in a goroutine of its own, and the writing of updates in a few writers.

// runDetached does something that may wait. A panic in it ends this stream and no
// other: it goes on in the stream's own request.
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

// frame is what a stream has to send.
type frame struct {
	es   *eventStream
	p    pending
	buf  *[]byte
	next <-chan struct{}
	// fault is the panic while it was written.
	fault any
}

// buffers are for updates; an idle stream holds none.
var buffers = sync.Pool{New: func() any { b := make([]byte, 0, 8<<10); return &b }}

// writers write the updates of all streams.
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

// write writes what is in memory, without the store.
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
		if !g.shows(es.access.Seats) {
			continue // they changed seats meanwhile
		}
		if data, err := json.Marshal(Ghost{Seat: int(g.Seat), Moves: g.Moves}); err == nil {
			out = appendEvent(out, "ghost", data)
		}
	}
	*fr.buf = es.appendBots(out, fr.p)
}

// sendAll sends all that is new and returns what to wait for.
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
		*fr.buf = append(*fr.buf, beatLine...)
	}
	if len(*fr.buf) == 0 {
		return fr.next, nil
	}
	return fr.next, es.send(*fr.buf)
}

// appendTable checks again what the person may see, and writes the record.
func (es *eventStream) appendTable(ctx context.Context, out []byte) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, wire.Patience)
	defer cancel()
	access, err := es.hub.conf.Lobby.Access(ctx, es.who, es.table)
	if err == nil && !MayFollow(access) {
		err = lobby.Refusal{ID: lobby.NotSeated}
	}
	if lobby.Refused(err) != "" {
		_ = es.send(append(out, "event: gone\ndata: {}\n\n"...))
	}
	if err != nil {
		return nil, err
	}
	if access.Seats != es.access.Seats || access.Watch != es.access.Watch {
		es.resend = true // access changed: resend everything
		es.notify(func() { es.seats, es.late, es.host = access.Seats, access.Watch == lobby.WatchDelayed, access.Host })
		es.access = access
		es.topic.publishPresence()
	}
	es.access = access
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

// viewer is how the person sees the game.
func (es *eventStream) viewer() table.Viewer { return ViewerOf(es.access) }

// ViewerOf is how somebody sees a game.
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

// appendUpdate writes what happened since the last entry that was sent.
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

// appendID writes what the client has seen once it has read this.
func (es *eventStream) appendID(out []byte) []byte {
	out = append(out, "id: "...)
	out = strconv.AppendInt(out, int64(max(es.seen, -1)), 10)
	out = append(out, '.')
	out = strconv.AppendUint(out, es.lastSent, 10)
	return append(out, '\n')
}

func (es *eventStream) appendPresence(out []byte) []byte {
	seats, watchers := es.topic.present()
	data, err := json.Marshal(Presence{Seats: wire.SeatList(seats), Watchers: watchers})
	if err != nil {
		return out
	}
	return appendEvent(out, "presence", data)
}

func appendEvent(out []byte, event string, data []byte) []byte {
	out = append(append(append(out, "event: "...), event...), '\n')
	out = append(append(out, "data: "...), data...)
	return append(out, "\n\n"...)
}

// send writes and flushes. A client that does not read for long is cut off.
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
