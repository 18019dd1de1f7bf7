package httpapi

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/internal/table"
)

const (
	// heartbeat keeps proxies from closing an idle stream.
	heartbeat = 15 * time.Second
	// recheck is after how many heartbeats a stream checks again what its person may
	// see, beside being notified of changes.
	recheck = 4
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
	a       *API
	w       http.ResponseWriter
	control *http.ResponseController
	who     identity.Person
	token   string
	table   string
	*subscriber
	topic *topic

	access   lobby.Access
	live     *table.Table  // nil before the game begins
	seen     int           // the newest entry that was sent, unseen for none
	lastSent uint64        // the newest chat message that was sent
	lastRead uint64        // the newest one that was read, which may be another team's
	resumed  bool          // the client said what it has seen
	resend   bool          // the next update is sent even if nothing happened
	damaged  bool          // the client knows that the table is damaged, or newer
	detached chan struct{} // closed when detached work is done
	payer    *caller       // while the stream begins: who pays for it
	extended time.Time     // when the write deadline was last extended
}

// unseen says that a client has seen nothing and wants no past either.
const unseen = -2

// events serves one stream.
func (a *API) events(w http.ResponseWriter, r *http.Request, who *caller, id string) {
	f := &eventStream{a: a, w: w, who: who.person, token: who.token, payer: who, table: id, seen: unseen, resend: true,
		control: http.NewResponseController(w), subscriber: &subscriber{wake: make(chan struct{}, 1)}, detached: make(chan struct{}, 1)}
	var err error
	f.runDetached(func() { err = f.start(r) })
	if err != nil {
		a.guard(w.Header())
		a.refuse(w, r, err)
		return
	}
	defer f.end()
	f.follow(r.Context())
}

// start checks what the person may see and where they left off.
func (f *eventStream) start(r *http.Request) error {
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	var err error
	if f.access, err = f.a.conf.Lobby.Access(ctx, f.who, f.table); err != nil {
		return err
	}
	if !mayFollow(f.access) {
		return lobby.Refusal{ID: lobby.NotSeated}
	}
	if err := f.readPosition(r); err != nil {
		return err
	}
	defer func() { f.payer = nil }()
	f.seats, f.late = f.access.Seats, f.access.Watch == lobby.WatchDelayed
	if f.topic, err = f.a.hub.join(f.table, f.subscriber); err != nil {
		return err
	}
	if err := f.openGame(ctx); err != nil {
		f.end()
		return err
	}
	return nil
}

// mayFollow says whether there is anything of a table that a caller may see.
func mayFollow(a lobby.Access) bool {
	return !a.Operator && (!a.Seats.Empty() || a.Watch != lobby.WatchNobody || a.Table.Status == lobby.Gathering)
}

// readPosition reads what the client has seen: "12" or "12.345", an entry and a chat
// message.
func (f *eventStream) readPosition(r *http.Request) error {
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
		return problem(http.StatusUnprocessableEntity, "bad-event-id")
	}
	f.seen = int(n)
	if both {
		if f.lastSent, err = strconv.ParseUint(line, 10, 64); err != nil {
			return problem(http.StatusUnprocessableEntity, "bad-event-id")
		}
		f.lastRead, f.resumed = f.lastSent, true
	}
	return nil
}

// openGame opens the game, once there is one.
func (f *eventStream) openGame(ctx context.Context) error {
	if f.live != nil || f.access.Table.Status == lobby.Gathering || f.access.Table.Status == lobby.Closed {
		return nil
	}
	t, err := f.a.conf.Tables.Open(ctx, f.table)
	if err != nil {
		return err
	}
	if err := f.resume(ctx, t); err != nil {
		t.Release()
		return err
	}
	f.live = t
	return nil
}

// resume goes on where the client left off, and charges the caller for it.
func (f *eventStream) resume(ctx context.Context, t *table.Table) error {
	if f.payer == nil { // the game began while the stream was open
		return nil
	}
	if f.seen > t.State().N {
		// The client has seen more than this node has: others are ahead of it.
		if err := f.a.refresh(ctx, f.payer, f.access, t); err != nil && !errors.Is(err, table.ErrDamaged) && !errors.Is(err, table.ErrNewer) {
			return err
		}
		if f.seen > t.State().N { // or the client made that up
			f.seen = t.State().N
		}
	}
	s, after := t.State(), f.seen
	if after == unseen {
		after = s.N
	}
	return f.a.spend(f.payer, readUnits(s.ReadCost(f.viewer(), after)))
}

func (f *eventStream) end() {
	f.topic.leave(f.subscriber)
	if f.live != nil {
		f.live.Release()
	}
}

// follow sends what there is, then what comes, until the client goes.
func (f *eventStream) follow(ctx context.Context) {
	h := f.w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("X-Accel-Buffering", "no")
	f.record, f.presence, f.behind = true, true, true
	beat := time.NewTimer(heartbeat)
	defer beat.Stop()
	if f.send(append(strconv.AppendInt([]byte("retry: "), retryAfter.Milliseconds(), 10), "\n\n"...)) != nil {
		return
	}
	for beats := 1; ; {
		next, err := f.sendAll(ctx)
		if err != nil {
			return
		}
		select {
		case <-next:
		case <-f.wake:
		case <-ctx.Done():
			return
		case <-f.a.hub.closed:
			f.askReconnect()
			return
		case <-beat.C:
			if f.beat(ctx, beats) != nil {
				return
			}
			beats++
			beat.Reset(heartbeat)
		}
	}
}

// beat writes a comment and checks whether the person may still follow.
func (f *eventStream) beat(ctx context.Context, n int) error {
	if f.token != "" {
		var err error
		f.runDetached(func() {
			ctx, cancel := context.WithTimeout(ctx, patience)
			defer cancel()
			_, err = f.a.conf.Identity.Authenticate(ctx, f.token)
		})
		if errors.Is(err, identity.ErrUnknown) {
			return err
		}
	}
	if n%recheck == 0 {
		f.notify(func() { f.record = true })
	}
	return f.send([]byte(":\n\n"))
}

// askReconnect asks the client to reconnect a little later, not all at the same time.
func (f *eventStream) askReconnect() {
	wait := retryAfter + rand.N(retryDrain)
	_ = f.send(append(strconv.AppendInt([]byte("event: bye\nretry: "), wait.Milliseconds(), 10), "\ndata: {}\n\n"...))
}

// A stream waits on a stack of its own, and there may be a hundred thousand of them.
// What needs much stack runs elsewhere, so that theirs stay small: what may wait for
// the store in a goroutine of its own, and the writing of updates in a few writers.

// runDetached does something that may wait. A panic in it ends this stream and no
// other: it goes on in the stream's own request.
func (f *eventStream) runDetached(do func()) {
	var fault any
	go func() {
		defer func() {
			fault = recover()
			f.detached <- struct{}{}
		}()
		do()
	}()
	<-f.detached
	if fault != nil {
		panic(fault)
	}
}

// frame is what a stream has to send.
type frame struct {
	f    *eventStream
	p    pending
	buf  *[]byte
	next <-chan struct{}
	// fault is the panic while it was written.
	fault any
}

// buffers are for updates; an idle stream holds none.
var buffers = sync.Pool{New: func() any { b := make([]byte, 0, 8<<10); return &b }}

// writers write the updates of all streams.
func (a *API) writers(ctx context.Context, n int) {
	for range n {
		go func() {
			for {
				select {
				case fr := <-a.frames:
					fr.writeOrFail()
					fr.f.detached <- struct{}{}
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
	f, out := fr.f, *fr.buf
	if f.live != nil {
		s := f.live.State()
		fr.next = s.Next()
		out = f.appendUpdate(out, s)
	}
	if fr.p.presence {
		out = f.appendPresence(out)
	}
	for _, g := range fr.p.ghosts {
		if !g.shows(f.access.Seats) {
			continue // they changed seats meanwhile
		}
		if data, err := json.Marshal(Ghost{Seat: int(g.Seat), Moves: g.Moves}); err == nil {
			out = appendEvent(out, "ghost", data)
		}
	}
	*fr.buf = out
}

// sendAll sends all that is new and returns what to wait for.
func (f *eventStream) sendAll(ctx context.Context) (<-chan struct{}, error) {
	fr := frame{f: f, p: f.take(), buf: buffers.Get().(*[]byte)}
	defer buffers.Put(fr.buf)
	*fr.buf = (*fr.buf)[:0]
	var err error
	if fr.p.record {
		f.runDetached(func() { *fr.buf, err = f.appendTable(ctx, *fr.buf) })
		if err != nil {
			return nil, err
		}
	}
	select {
	case f.a.frames <- &fr:
		<-f.detached
		if fr.fault != nil {
			panic(fr.fault)
		}
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if fr.p.behind {
		f.runDetached(func() { *fr.buf, err = f.appendChat(ctx, *fr.buf) })
		if err != nil {
			return nil, err
		}
	}
	if len(*fr.buf) == 0 {
		return fr.next, nil
	}
	return fr.next, f.send(*fr.buf)
}

// appendTable checks again what the person may see, and writes the record.
func (f *eventStream) appendTable(ctx context.Context, out []byte) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	access, err := f.a.conf.Lobby.Access(ctx, f.who, f.table)
	if err == nil && !mayFollow(access) {
		err = lobby.Refusal{ID: lobby.NotSeated}
	}
	if lobby.Refused(err) != "" {
		_ = f.send(append(out, "event: gone\ndata: {}\n\n"...))
	}
	if err != nil {
		return nil, err
	}
	if access.Seats != f.access.Seats || access.Watch != f.access.Watch {
		f.resend = true // access changed: resend everything
		f.notify(func() { f.seats, f.late = access.Seats, access.Watch == lobby.WatchDelayed })
		f.access = access
		f.topic.publishPresence()
	}
	f.access = access
	if err := f.openGame(ctx); err != nil {
		return nil, err
	}
	data, err := json.Marshal(f.a.show(ctx, access.Table, f.who))
	if err != nil {
		return nil, err
	}
	return appendEvent(out, "table", data), nil
}

// viewer is how the person sees the game.
func (f *eventStream) viewer() table.Viewer { return viewerOf(f.access) }

func viewerOf(a lobby.Access) table.Viewer {
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
func (f *eventStream) appendUpdate(out []byte, s *table.State) []byte {
	if err := f.live.Damaged(); err != nil && !f.damaged {
		f.damaged = true
		event := "damaged"
		if errors.Is(err, table.ErrNewer) {
			event = "newer"
		}
		out = appendEvent(out, event, strconv.AppendInt(nil, int64(s.N), 10))
	}
	v := f.viewer()
	s = s.For(v)
	if s.N == f.seen && !f.resend {
		return out
	}
	after := f.seen
	if after == unseen || after > s.N {
		after = s.N
	}
	f.seen, f.resend = s.N, false
	out = f.appendID(append(out, "event: update\n"...))
	out = append(out, "data: "...)
	out = s.AppendUpdate(out, v, after)
	return append(out, "\n\n"...)
}

// appendID writes what the client has seen once it has read this.
func (f *eventStream) appendID(out []byte) []byte {
	out = append(out, "id: "...)
	out = strconv.AppendInt(out, int64(max(f.seen, -1)), 10)
	out = append(out, '.')
	out = strconv.AppendUint(out, f.lastSent, 10)
	return append(out, '\n')
}

func (f *eventStream) appendPresence(out []byte) []byte {
	seats, watchers := f.topic.present()
	data, err := json.Marshal(Presence{Seats: seatList(seats), Watchers: watchers})
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
func (f *eventStream) send(out []byte) error {
	if now := time.Now(); now.Sub(f.extended) > slowest/3 {
		if err := f.control.SetWriteDeadline(now.Add(slowest)); err != nil && !errors.Is(err, http.ErrNotSupported) {
			return err
		}
		f.extended = now
	}
	if _, err := f.w.Write(out); err != nil {
		return err
	}
	return f.control.Flush()
}
