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

// Most streams come through a proxy over plain HTTP/1.1. These streams are taken over from
// net/http. One goroutine per table, its pump, writes to all of them. So a move wakes one goroutine
// per table, instead of three per stream, and an idle stream needs no buffers.
//
// The pump never blocks. If data does not fit into a connection's buffer, or has to be read from
// the store, a short-lived goroutine sends it. Streams over HTTP/2 or TLS remain with net/http (see
// follow).

// pumped is the additional state of a stream that was taken over from net/http.
type pumped struct {
	conn net.Conn
	raw  syscall.RawConn // nil if the connection does not support non-blocking writes
	ctx  context.Context //nolint:containedctx // the stream's context, which outlives its request
	// turn is held while data for this stream is written or prepared. Any goroutine may unlock it,
	// not only the one that locked it.
	turn   sync.Mutex
	ended  bool        // guarded by turn
	missed atomic.Bool // the pump could not take the turn, and must be woken
}

// takeOver takes a stream's connection over from net/http. It returns false unless the connection
// is plain HTTP/1.1.
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
	_ = h.Write(head) // a write to a buffer cannot fail
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
		_ = conn.Close() // watch then notices that the connection is closed
	}
	return true
}

// watch waits until the client disconnects or the stream is closed, and then cleans up. It is the
// only goroutine of the request that remains.
func (es *eventStream) watch(left func()) {
	defer left()
	ctx, cancel := context.WithCancel(context.Background())
	es.ctx = ctx
	es.topic.pump(es)
	var one [1]byte
	_, _ = es.conn.Read(one[:]) // a client sends nothing here, so this returns when the connection ends
	cancel()
	_ = es.conn.Close()
	es.topic.unpump(es)
	es.turn.Lock()
	es.ended = true
	es.turn.Unlock()
	es.end()
}

// pump adds a stream to the topic's pump, and starts the pump if this is its first stream.
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

// kick wakes the pump, which then checks all its streams for data to send.
func (r *topic) kick() {
	select {
	case r.wake <- struct{}{}:
	default:
	}
}

// runPump writes to a table's streams until none is left.
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
			// A newer state may arrive between two streams, so wait on the channel that the first
			// stream returned.
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

// pumpOnce sends a stream its new data, as far as that is possible without blocking. It returns a
// channel that is closed when the game changes again.
func (es *eventStream) pumpOnce() (next <-chan struct{}) {
	if !es.turn.TryLock() {
		if es.missed.Store(true); !es.turn.TryLock() {
			return nil // another goroutine is writing to the stream, and will kick the pump
		}
	}
	es.missed.Store(false)
	if es.ended {
		es.turn.Unlock()
		return nil
	}
	var p pending
	ready := es.raw != nil
	if ready {
		p, ready = es.takeReady()
	}
	if !ready {
		go es.pumpSlowly(nil)
		return nil
	}
	buf := buffers.Get().(*[]byte)
	defer buffers.Put(buf)
	fault := true
	defer func() {
		if fault { // a panic ends only this stream
			es.hub.conf.Gate.Panicked(es.ctx, recover())
			_ = es.conn.Close()
			es.turn.Unlock()
		}
	}()
	fr := frame{es: es, p: p, buf: buf}
	*buf = append((*buf)[:0], make([]byte, chunkHead)...)
	fr.write()
	rest := chunk(*buf)
	*buf = (*buf)[:0]
	if len(rest) == 0 && fr.p.comment {
		rest = heartbeatChunk
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

// pumpSlowly sends data that may block: the rest of a partial write, a heartbeat, and data from the
// store. The caller holds the stream's turn.
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

// sendPending sends all data that the stream has not sent yet. It may block on the store and on the
// connection.
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
		*fr.buf = append(*fr.buf, heartbeatLine...)
	}
	if len(*fr.buf) == 0 {
		return nil
	}
	return es.send(*fr.buf)
}

// sayBye tells the client to reconnect, and ends the stream.
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

// writeWaiting writes to a taken-over connection and waits until all data is written. If the client
// does not read for too long, writeWaiting disconnects it.
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

// chunkHead is the number of bytes reserved for a chunk's head: its length in hex and a line break.
const chunkHead = 10

// chunk turns a buffer into an HTTP chunk, in place. The data begins after the first chunkHead
// bytes. If there is no data, chunk returns nil, because an empty chunk would end the stream.
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
