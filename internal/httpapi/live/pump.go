package live

import (
	"bytes"
	"context"
	"net"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// Streams over plain HTTP/1.1, which is what a proxy in front of the server speaks, are
// taken over from net/http: one goroutine for each table, its pump, writes to all of
// them. A move then wakes one goroutine and not three for each stream, and an idle
// stream needs no buffers. The pump never waits: what does not fit into a connection's
// buffer, and what has to be read from the store, is left to a goroutine that lives as
// long as that takes. Streams over HTTP/2 and TLS go on as net/http serves them (follow).

// pumped is the part of a stream that was taken over.
type pumped struct {
	conn net.Conn
	raw  syscall.RawConn // nil where it cannot be written without waiting
	ctx  context.Context //nolint:containedctx // of the stream, which outlives its request
	// turn is held while something is written or prepared for this stream. Whoever takes
	// it may let another goroutine give it back.
	turn   sync.Mutex
	ended  bool        // guarded by turn
	missed atomic.Bool // the pump could not take the turn
}

// takeOver takes the connection of a stream from net/http, if it is a plain one.
func (es *eventStream) takeOver(r *http.Request) bool {
	if r.TLS != nil || r.ProtoMajor != 1 || r.ProtoMinor != 1 {
		return false
	}
	head := bytes.NewBufferString("HTTP/1.1 200 OK\r\n")
	h := es.w.Header()
	h.Set("Date", time.Now().UTC().Format(http.TimeFormat))
	h.Set("Connection", "close")
	h.Set("Transfer-Encoding", "chunked")
	conn, _, err := es.control.Hijack()
	if err != nil {
		h.Del("Connection")
		h.Del("Transfer-Encoding")
		return false
	}
	_ = h.Write(head) // it has no way to fail
	head.WriteString("\r\n")
	head.Write(chunk(append(make([]byte, chunkHead), retryLine()...)))
	es.pumped = &pumped{conn: conn}
	if c, ok := conn.(syscall.Conn); ok {
		es.raw, _ = c.SyscallConn()
	}
	es.w, es.control = nil, nil
	es.mu.Lock()
	es.wake = es.topic.wake
	es.mu.Unlock()
	es.touch()
	_ = conn.SetDeadline(time.Time{})
	if _, err := conn.Write(head.Bytes()); err != nil {
		_ = conn.Close() // watch notices
	}
	return true
}

// watch waits until the client goes or the stream is closed. Nothing else of the
// request is left.
func (es *eventStream) watch(left func()) {
	defer left()
	ctx, cancel := context.WithCancel(context.Background())
	es.ctx = ctx
	es.topic.pump(es)
	var one [1]byte
	_, _ = es.conn.Read(one[:]) // a client has nothing to say here
	cancel()
	_ = es.conn.Close()
	es.topic.unpump(es)
	es.turn.Lock()
	es.ended = true
	es.turn.Unlock()
	es.end()
}

// pump adds a stream to those that the topic's pump writes to, and starts it for the
// first.
func (r *topic) pump(es *eventStream) {
	r.mu.Lock()
	r.pumped = append(r.pumped, es)
	first := !r.pumping
	r.pumping = true
	r.mu.Unlock()
	if first {
		go r.runPump()
	}
	r.kick()
}

func (r *topic) unpump(es *eventStream) {
	r.mu.Lock()
	for i, other := range r.pumped {
		if other == es {
			last := len(r.pumped) - 1
			r.pumped[i], r.pumped[last] = r.pumped[last], nil
			r.pumped = r.pumped[:last]
			break
		}
	}
	r.mu.Unlock()
	r.kick()
}

// kick lets the pump look at its streams again.
func (r *topic) kick() {
	select {
	case r.wake <- struct{}{}:
	default:
	}
}

// runPump writes to the streams of a table until none is left.
func (r *topic) runPump() {
	closed := r.hub.closed
	var list []*eventStream
	for {
		r.mu.Lock()
		clear(list)
		list = append(list[:0], r.pumped...)
		if len(list) == 0 {
			r.pumping = false
			r.mu.Unlock()
			return
		}
		r.mu.Unlock()
		var next <-chan struct{}
		for _, es := range list {
			if closed == nil {
				go es.sayBye()
				continue
			}
			// A newer state may come between two streams: the first has seen the oldest.
			if n := es.pumpOnce(); next == nil {
				next = n
			}
		}
		select {
		case <-next:
		case <-r.wake:
		case <-closed:
			closed = nil
		}
	}
}

// pumpOnce sends a stream what is new, as far as that needs no waiting, and returns what
// announces more.
func (es *eventStream) pumpOnce() (next <-chan struct{}) {
	if !es.turn.TryLock() {
		if es.missed.Store(true); !es.turn.TryLock() {
			return nil // it is being written to; whoever does so kicks the pump afterwards
		}
	}
	es.missed.Store(false)
	if es.ended {
		es.turn.Unlock()
		return nil
	}
	es.mu.Lock()
	slow := es.record || es.behind || es.revoked || es.raw == nil
	es.mu.Unlock()
	if slow {
		go es.pumpSlowly(nil)
		return nil
	}
	buf := buffers.Get().(*[]byte)
	defer buffers.Put(buf)
	fault := true
	defer func() {
		if fault { // a panic: this stream ends, and no other
			es.hub.conf.Gate.Panicked(es.ctx, recover())
			_ = es.conn.Close()
			es.turn.Unlock()
		}
	}()
	fr := frame{es: es, p: es.take(), buf: buf}
	*buf = append((*buf)[:0], make([]byte, chunkHead)...)
	fr.write()
	rest := chunk(*buf)
	*buf = (*buf)[:0]
	if len(rest) == 0 && fr.p.comment {
		rest = beatChunk
	}
	fault = false
	if len(rest) > 0 {
		es.touch()
		n, err := writeNow(es.raw, rest)
		if err != nil {
			_ = es.conn.Close()
		} else if rest = rest[n:]; len(rest) > 0 {
			go es.pumpSlowly(bytes.Clone(rest))
			return fr.next
		}
	}
	es.turn.Unlock()
	return fr.next
}

// pumpSlowly sends what a pump must not wait for: what is left of an update or a
// heartbeat, what the store knows. It has the stream's turn.
func (es *eventStream) pumpSlowly(rest []byte) {
	defer func() {
		if fault := recover(); fault != nil {
			es.hub.conf.Gate.Panicked(es.ctx, fault)
			_ = es.conn.Close()
		}
		es.turn.Unlock()
		es.topic.kick()
	}()
	err := es.writeWaiting(rest)
	if err == nil {
		err = es.sendPending(es.ctx)
	}
	if err != nil {
		_ = es.conn.Close()
	}
}

// sendPending sends all that is new, waiting for the store and for the connection.
func (es *eventStream) sendPending(ctx context.Context) error {
	fr := frame{es: es, p: es.take(), buf: buffers.Get().(*[]byte)}
	defer buffers.Put(fr.buf)
	*fr.buf = (*fr.buf)[:0]
	if fr.p.revoked {
		return errRevoked
	}
	if fr.p.record {
		out, err := es.appendTable(ctx, *fr.buf)
		if err != nil {
			return err
		}
		*fr.buf = out
	}
	fr.write()
	if fr.p.behind {
		out, err := es.appendChat(ctx, *fr.buf)
		if err != nil {
			return err
		}
		*fr.buf = out
	}
	if len(*fr.buf) == 0 && fr.p.comment {
		*fr.buf = append(*fr.buf, beatLine...)
	}
	if len(*fr.buf) == 0 {
		return nil
	}
	return es.send(*fr.buf)
}

// sayBye asks the client to reconnect, and ends the stream.
func (es *eventStream) sayBye() {
	es.turn.Lock()
	defer es.turn.Unlock()
	if es.ended {
		return
	}
	es.ended = true
	es.askReconnect()
	_ = es.writeWaiting([]byte("0\r\n\r\n"))
	_ = es.conn.Close()
}

// writeWaiting writes to a connection that was taken over. A client that does not read
// for long is cut off.
func (es *eventStream) writeWaiting(out []byte) error {
	if len(out) == 0 {
		return nil
	}
	es.touch()
	if err := es.conn.SetWriteDeadline(time.Now().Add(slowest)); err != nil {
		return err
	}
	if _, err := es.conn.Write(out); err != nil {
		return err
	}
	return es.conn.SetWriteDeadline(time.Time{})
}

// chunkHead is how much room a chunk needs in front: the length in hex, and the line's end.
const chunkHead = 10

// chunk makes a chunk of the chunked coding of what stands behind the first chunkHead
// bytes, in place. Of nothing it makes nothing: an empty chunk would end the stream.
func chunk(b []byte) []byte {
	n := len(b) - chunkHead
	if n == 0 {
		return nil
	}
	var hex [16]byte
	digits := strconv.AppendInt(hex[:0], int64(n), 16)
	from := chunkHead - len(digits) - 2
	copy(b[from:], digits)
	b[chunkHead-2], b[chunkHead-1] = '\r', '\n'
	return append(b, '\r', '\n')[from:]
}
