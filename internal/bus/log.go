package bus

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"theriac/internal/replica"
	"theriac/internal/state"
	"theriac/internal/store"
	"theriac/internal/wire"
)

// ErrShort means that the log has lost frames that a node has applied. No node then applies any more frames. An
// operator must call Found on the node with the highest mark.
var ErrShort = errors.New("bus: the log has lost frames that a node has")

// errNoAnswer means that a frame may or may not have been stored.
var errNoAnswer = errors.New("bus: the log did not answer")

const (
	// lookEvery is how often a Log looks for a newer epoch and for missed frames.
	lookEvery = 200 * time.Millisecond
	// forgetAfter is how long a Log waits for an answer after it has sent a frame.
	forgetAfter = 30 * time.Second
	// holdFor is how long the log keeps frames for a node after the node has last asked for that. It asks every
	// holdEvery.
	holdFor   = 30 * time.Second
	holdEvery = time.Second
	// bufferBytes is the approximate limit on the size of all frames that a Log buffers for its reader.
	bufferBytes = 16 << 20
	// missedTries is how many times the leader must lack a frame before the frame counts as lost. This applies
	// only if later frames exist.
	missedTries = 5
)

// Log is one node's view of the replicated log, and implements replica.Log. It is empty until Attach is called.
type Log struct {
	log  *slog.Logger
	more chan struct{}
	want chan struct{} // wakes the fetcher
	stop context.CancelFunc
	ctx  context.Context
	all  sync.WaitGroup
	// joined is called when the node has found its first log, before the log is read. It may be nil.
	joined func() error

	mu      sync.Mutex
	server  *wire.Server
	nc      *nats.Conn
	base    state.Mark // the state that the newest known log continues; epoch 0: no log is known
	stored  *nats.Subscription
	first   uint64            // position of the first frame that the log contains
	lead    string            // server that leads the log, as last seen; "" for none
	leaders uint64            // how often lead has become another server
	newest  uint64            // position of the newest frame that this node has heard of
	after   uint64            // position after which the reader continues
	buf     []replica.Placed  // consecutive frames that begin at position after+1
	bytes   int               // size of the frames in buf and ahead
	ahead   map[uint64][]byte // frames that arrived before an earlier one, by position
	missed  uint64            // position of the frame that the leader last lacked
	tries   int               // how often the leader lacked that frame
	short   uint64            // newest epoch whose log has lost frames that a node has applied; 0 for none
	inbox   string
	holds   map[string]hold // by host
	asked   uint64
	waiting map[uint64]attempt
}

// attempt is a frame that was sent to the log and has not been answered yet.
type attempt struct {
	at     time.Time
	epoch  uint64
	seen   uint64 // position of the newest frame known when this one was sent
	answer func(error)
}

// hold keeps frames in the log after a position, because a node that takes a copy will need them.
type hold struct {
	epoch, after uint64
	at           time.Time
}

var _ replica.Log = (*Log)(nil)

// NewLog returns a log that is not connected to a server yet.
func NewLog(log *slog.Logger) *Log {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	l := &Log{log: log, more: make(chan struct{}, 1), want: make(chan struct{}, 1), ahead: map[uint64][]byte{}, waiting: map[uint64]attempt{}, holds: map[string]hold{}}
	l.ctx, l.stop = context.WithCancel(context.Background())
	return l
}

// Attach connects the log to this node's message server.
func (l *Log) Attach(s *wire.Server) error {
	nc, err := s.Connect()
	if err != nil {
		return err
	}
	l.inbox = nc.NewRespInbox() + "."
	if _, err := nc.Subscribe(l.inbox+"*", l.hear); err != nil {
		nc.Close()
		return fmt.Errorf("bus: %w", err)
	}
	l.mu.Lock()
	l.server, l.nc = s, nc
	l.mu.Unlock()
	l.all.Go(l.look)
	l.all.Go(l.fill)
	return nil
}

// Close closes the connection. Pending calls of Append never receive an answer.
func (l *Log) Close() {
	l.stop()
	l.all.Wait()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.nc != nil {
		l.nc.Close()
	}
}

// More returns a channel that receives a value when there may be new frames, an answer or a newer log.
func (l *Log) More() <-chan struct{} { return l.more }

func wake(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// Err returns ErrShort if the log has lost frames that a node has applied, and nil otherwise.
func (l *Log) Err() error {
	if l.lost() > 0 {
		return ErrShort
	}
	return nil
}

// lost returns the epoch of the log if it has lost frames that a node has applied, and 0 otherwise.
func (l *Log) lost() uint64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.base.Epoch > l.short {
		return 0
	}
	return l.base.Epoch
}

// markShort records that the log of an epoch has lost frames.
func (l *Log) markShort(epoch uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.short = max(l.short, epoch)
}

// State returns what this node knows about the log.
func (l *Log) State() replica.LogState {
	l.mu.Lock()
	base, s, leaders := l.base, l.server, l.leaders
	l.mu.Unlock()
	if base.Epoch == 0 {
		return replica.LogState{}
	}
	return replica.LogState{Known: true, Base: base, Leads: l.ctx.Err() == nil && s.Leads(streamName(base.Epoch)), Leaders: leaders}
}

// leader returns what this node knows about the leader of the log.
func (l *Log) leader() store.Leader {
	d, base, ok := newest(l.server.Streams())
	if !ok {
		return store.Leader{Stream: streamPrefix}
	}
	lead := store.Leader{Stream: d.Name, Here: l.server.Leads(streamName(base.Epoch))}
	if d.Cluster == nil { // a single server leads all its streams
		lead.Known = true
		return lead
	}
	lead.Known = d.Cluster.Leader != ""
	for _, r := range d.Cluster.Replicas {
		if lead.Here {
			lead.Lag = max(lead.Lag, r.Lag)
		}
	}
	return lead
}

// replicas returns the epoch of the newest log, and its leader as far as this node knows. If this node leads,
// complete lists the other servers that have all committed frames.
func (l *Log) replicas() (epoch uint64, leader string, complete []string) {
	s := l.State()
	if !s.Known {
		return 0, "", nil
	}
	d, base, _ := newest(l.server.Streams())
	if base.Epoch != s.Base.Epoch || d.Cluster == nil {
		return s.Base.Epoch, "", nil
	}
	for _, r := range d.Cluster.Replicas {
		if s.Leads && r.Current {
			complete = append(complete, r.Name)
		}
	}
	return s.Base.Epoch, d.Cluster.Leader, complete
}

// Found creates the log that continues the state with the mark base. replicas is the number of nodes that store
// it. Logs of earlier epochs then accept no more frames. Creating the same log again has no effect.
func (l *Log) Found(ctx context.Context, base state.Mark, replicas int) error {
	return found(ctx, l.nc, base, replicas)
}

// look runs in the background, and regularly looks for a newer log and for missed frames.
func (l *Log) look() {
	t := time.NewTicker(lookEvery)
	defer t.Stop()
	for {
		d, base, ok := newest(l.server.Streams())
		if ok && l.joined != nil {
			if err := l.joined(); err != nil {
				l.log.Warn("the log cannot be used yet", "err", err)
				ok = false
			} else {
				l.joined = nil
			}
		}
		l.mu.Lock()
		if ok && base.Epoch > l.base.Epoch {
			l.turn(base)
		}
		if ok && base.Epoch == l.base.Epoch {
			if d.State.FirstSeq > l.first {
				l.first = d.State.FirstSeq
				wake(l.more)
			}
			l.newest = max(l.newest, d.State.LastSeq)
			if c := d.Cluster; c != nil && c.Leader != l.lead {
				if l.lead = c.Leader; l.lead != "" {
					l.leaders++
					wake(l.more)
				}
			}
			if l.newest > l.after+uint64(len(l.buf)) {
				wake(l.want)
			}
		}
		for id, a := range l.waiting {
			if time.Since(a.at) > forgetAfter {
				delete(l.waiting, id)
			}
		}
		l.mu.Unlock()
		select {
		case <-l.ctx.Done():
			return
		case <-t.C:
		}
	}
}

// turn switches to the log that continues the state with the mark base.
func (l *Log) turn(base state.Mark) {
	sub, err := l.nc.Subscribe(storedSubject(base.Epoch), func(m *nats.Msg) {
		at, err := strconv.ParseUint(m.Header.Get("Nats-Sequence"), 10, 64)
		if err == nil && m.Header.Get("Nats-Stream") == streamName(base.Epoch) {
			l.take(base.Epoch, at, m.Data)
		}
	})
	if err != nil {
		l.log.Warn("the log cannot be heard", "epoch", base.Epoch, "err", err)
		return
	}
	_ = sub.SetPendingLimits(-1, 4*bufferBytes) // frames beyond this limit are dropped here and fetched later
	if l.stored != nil {
		_ = l.stored.Unsubscribe()
	}
	l.stored, l.base, l.first, l.newest = sub, base, base.Index+1, base.Index
	l.missed, l.tries = 0, 0
	l.rewind(l.after)
	wake(l.more)
}

// rewind empties the buffer, and sets the position after which the reader continues.
func (l *Log) rewind(after uint64) {
	l.after, l.buf, l.bytes = after, nil, 0
	clear(l.ahead)
	wake(l.want)
}

// take buffers a frame that a majority has stored, and reports whether there is room for more.
func (l *Log) take(epoch, at uint64, frame []byte) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if epoch != l.base.Epoch {
		return false
	}
	l.newest = max(l.newest, at)
	next := l.after + uint64(len(l.buf)) + 1
	if l.bytes >= bufferBytes {
		return false
	}
	switch {
	case at > next:
		if l.ahead[at] == nil {
			l.ahead[at] = frame
			l.bytes += len(frame)
		}
		wake(l.want)
		return true
	case at < next:
		return true
	}
	l.bytes += len(frame)
	for ; frame != nil; next++ {
		l.buf = append(l.buf, replica.Placed{At: next, Frame: frame})
		frame = l.ahead[next+1]
		delete(l.ahead, next+1)
	}
	wake(l.more)
	return true
}

// lacks returns the position of the next frame to fetch. ok is false if there is none, or no room for it.
func (l *Log) lacks() (epoch, next uint64, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	next = l.after + uint64(len(l.buf)) + 1
	if len(l.buf) == 0 && l.bytes >= bufferBytes { // frames in ahead take up all the room
		l.rewind(l.after)
	}
	return l.base.Epoch, next, l.base.Epoch > 0 && next <= l.newest && next >= l.first && l.bytes < bufferBytes
}

// fill runs in the background, and fetches frames that this node has missed.
func (l *Log) fill() {
	for {
		select {
		case <-l.ctx.Done():
			return
		case <-l.want:
		}
		for {
			epoch, next, ok := l.lacks()
			if !ok {
				break
			}
			err := fetch(l.ctx, l.nc, epoch, next, func(at uint64, frame []byte) bool { return l.take(epoch, at, frame) })
			if _, now, _ := l.lacks(); err != nil || now == next {
				if !l.askLeader(epoch, next) {
					break
				}
			}
		}
	}
}

// askLeader asks the leader for a frame that a replica did not return. It reports whether there may be more to
// fetch.
func (l *Log) askLeader(epoch, at uint64) bool {
	frame, first, err := fetchOne(l.ctx, l.nc, epoch, at)
	switch {
	case err != nil: // look will soon trigger another attempt
		return false
	case frame != nil:
		return l.take(epoch, at, frame)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if epoch != l.base.Epoch {
		return false
	}
	if l.missed != at {
		l.missed, l.tries = at, 0
	}
	l.tries++
	switch {
	case first > at:
		l.first = max(l.first, first)
		wake(l.more)
	case l.tries >= missedTries && l.newest > at:
		l.log.Error("the log lacks a frame that was stored", "epoch", epoch, "frame", at)
		l.first = max(l.first, at+1) // the reader gets ErrGone and copies a state that includes this frame
		wake(l.more)
	}
	return false
}

// Read returns the stored frames after a position, as replica.Log describes.
func (l *Log) Read(after uint64, most int) (list []replica.Placed, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch skip := after - l.after; {
	case l.base.Epoch == 0:
		l.after = after
		return nil, nil
	case l.base.Epoch <= l.short:
		return nil, ErrShort
	case after+1 < l.first:
		return nil, replica.ErrGone
	case after < l.after || skip > uint64(len(l.buf)):
		l.rewind(after)
	default:
		for _, p := range l.buf[:skip] {
			l.bytes -= len(p.Frame)
		}
		l.buf, l.after = l.buf[skip:], after
	}
	if l.newest > l.after+uint64(len(l.buf)) {
		wake(l.want)
	}
	for i, p := range l.buf {
		if most -= len(p.Frame); most < 0 && i > 0 {
			return l.buf[:i:i], nil
		}
	}
	return l.buf[:len(l.buf):len(l.buf)], nil
}

// DeleteOlder deletes the logs of earlier epochs, if this node leads the newest one. No node reads them any more.
// An operator may want to look at them, so they stay until the first frames of the newest log are removed.
func (l *Log) DeleteOlder(ctx context.Context) error {
	if s := l.State(); !s.Leads {
		return nil
	}
	list := l.server.Streams()
	if d, base, ok := newest(list); ok && d.State.FirstSeq > base.Index+1 {
		return deleteOlder(ctx, l.nc, list, base.Epoch)
	}
	return nil
}

// Trim asks the log's leader to remove the frames up to and including the position upTo. It keeps those that
// another node needs after its copy, however long the copy takes.
func (l *Log) Trim(epoch, upTo uint64) {
	l.mu.Lock()
	for host, h := range l.holds {
		switch {
		case time.Since(h.at) > holdFor:
			delete(l.holds, host)
		case h.epoch == epoch:
			upTo = min(upTo, h.after)
		}
	}
	nc, ok := l.nc, l.base.Epoch == epoch && upTo >= l.first
	l.mu.Unlock()
	if ok {
		_ = nc.PublishRequest("$JS.API.STREAM.PURGE."+streamName(epoch), l.inbox+"0", purgeRequest(upTo+1))
	}
}

// hold records that a node needs the frames after a position, or none if that is 0. The record expires after
// holdFor.
func (l *Log) hold(host string, epoch, after uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if after == 0 {
		delete(l.holds, host)
		return
	}
	l.holds[host] = hold{epoch, after, time.Now()}
}
