package jetstream

import (
	"context"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

// inboxes are subscriptions of a connection for the answers to its writes. nats.go hands
// all answers to one goroutine, which looks up whom each is for; here an answer goes from
// the connection's reader straight to whoever waits. An inbox is used by one writer at a
// time, and every write has a subject of its own there: an answer that comes late, or
// twice, is never taken for that of another write.
type inboxes struct {
	nc   *nats.Conn
	mu   sync.Mutex
	free []*inbox

	closed chan struct{}
	close  func()
}

func newInboxes(nc *nats.Conn) *inboxes {
	b := &inboxes{nc: nc, closed: make(chan struct{})}
	b.close = sync.OnceFunc(func() { close(b.closed) })
	return b
}

// inbox is one subscription.
type inbox struct {
	prefix  string
	writes  uint64
	answers chan *nats.Msg
	timer   *time.Timer
}

// inboxRoom is how many answers may wait in an inbox. More than one are late ones.
const inboxRoom = 16

func (b *inboxes) take() (*inbox, error) {
	b.mu.Lock()
	if n := len(b.free); n > 0 {
		in := b.free[n-1]
		b.free = b.free[:n-1]
		b.mu.Unlock()
		return in, nil
	}
	b.mu.Unlock()
	in := &inbox{prefix: b.nc.NewInbox() + ".", answers: make(chan *nats.Msg, inboxRoom), timer: time.NewTimer(time.Hour)}
	in.timer.Stop()
	_, err := b.nc.ChanSubscribe(in.prefix+"*", in.answers) // as long as the connection
	return in, err
}

func (b *inboxes) put(in *inbox) {
	b.mu.Lock()
	b.free = append(b.free, in)
	b.mu.Unlock()
}

// ask sends a message and waits for its answer, as RequestMsgWithContext of nats.go does.
func (b *inboxes) ask(ctx context.Context, m *nats.Msg, most time.Duration) (*nats.Msg, error) {
	in, err := b.take()
	if err != nil {
		return nil, err
	}
	defer b.put(in)
	in.writes++
	out := *m
	out.Reply = in.prefix + strconv.FormatUint(in.writes, 36)
	for len(in.answers) > 0 {
		<-in.answers // a late one
	}
	if err := b.nc.PublishMsg(&out); err != nil {
		return nil, err
	}
	in.timer.Reset(most)
	defer in.timer.Stop()
	for {
		select {
		case answer := <-in.answers:
			switch {
			case answer.Subject != out.Reply: // a late one
			case len(answer.Data) == 0 && answer.Header.Get("Status") == "503":
				return nil, nats.ErrNoResponders
			default:
				return answer, nil
			}
		case <-in.timer.C:
			return nil, nats.ErrTimeout
		case <-b.closed:
			return nil, nats.ErrConnectionClosed
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}
