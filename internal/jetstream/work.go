package jetstream

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	natsjs "github.com/nats-io/nats.go/jetstream"

	"theriac/internal/store"
)

// The queue of work is a stream in memory with one consumer. Workers do not talk to
// JetStream: they ask a node for an item, by plain messages, and the node takes it from
// the consumer for them. So a worker's user needs no right to any part of JetStream's
// API, whose answers could be sent to any subject.
//
//	w.i.<table>.<part>  an item
//	w.take              a worker asks for an item
//	w.hold, w.return    it still works on one, or gives it back
//	w.a.<table>         the answer
const (
	workStream   = "WORK"
	workConsumer = "workers"
	workTakers   = "takers" // the queue group of the nodes
	takeSubject  = "w.take"
	holdSubject  = "w.hold"
	backSubject  = "w.return"
	// workerInbox is where workers get what they asked for. Nothing else is ever sent
	// to a worker.
	workerInbox = "_WORKER"

	// workWait is after how long an item goes to another worker whose worker has said
	// nothing. Workers say something every workHold.
	workWait = 4 * time.Second
	workHold = time.Second
	// workTries is how many workers may lose an item before it is given up.
	workTries = 30
	// workAge is how long an item waits at most. Whoever asked has gone on by then.
	workAge   = time.Minute
	workItems = 50_000
	workBytes = 256 << 20
	// takeWait is how long a worker's request for an item waits.
	takeWait = 5 * time.Second
	// backWait is how long an item rests that nobody took the answer of.
	backWait = time.Second

	// codeNoMemory is how JetStream refuses a stream in memory.
	codeNoMemory = 10028

	ackPrefix = "$JS.ACK." + workStream + "." + workConsumer + "."
	ackHeader = "Theriac-Item"
	// tableHeader names the table of an item.
	tableHeader = "Theriac-Table"
)

func itemSubject(table, part string) string { return "w.i." + table + "." + part }
func answerSubject(table string) string     { return "w.a." + table }

// WorkerSubjects are all the subjects that a worker's user needs: it publishes to some
// and subscribes to others.
func WorkerSubjects() (publish, subscribe []string) {
	return []string{takeSubject, holdSubject, backSubject, answerSubject("*")}, []string{workerInbox + ".>"}
}

// setUpWork makes the queue, which does not outlive its servers. A cluster that allows
// no streams in memory has it on disk.
func (s *Store) setUpWork(ctx context.Context) error {
	stream := natsjs.StreamConfig{
		Name: workStream, Subjects: []string{itemSubject("*", "*")}, Retention: natsjs.WorkQueuePolicy, Storage: natsjs.MemoryStorage,
		Replicas: s.repl, MaxMsgsPerSubject: 1, Discard: natsjs.DiscardOld, MaxAge: workAge, MaxMsgs: workItems, MaxBytes: workBytes,
		AllowDirect: true,
	}
	consumer := natsjs.ConsumerConfig{
		Durable: workConsumer, AckPolicy: natsjs.AckExplicitPolicy, AckWait: workWait, MaxDeliver: workTries,
		MaxAckPending: workItems,
	}
	return s.retry(ctx, func(ctx context.Context) error {
		st, err := s.workQueue(ctx, stream)
		if err != nil {
			return err
		}
		workers, err := st.CreateOrUpdateConsumer(ctx, consumer)
		if err == nil {
			s.workers.Store(&workers)
		}
		return err
	})
}

// workQueue makes the stream of the queue, or finds it.
func (s *Store) workQueue(ctx context.Context, want natsjs.StreamConfig) (natsjs.Stream, error) {
	st, err := s.js.Stream(ctx, want.Name)
	if !errors.Is(err, natsjs.ErrStreamNotFound) {
		return st, err
	}
	st, err = s.js.CreateOrUpdateStream(ctx, want)
	var refused *natsjs.APIError
	if errors.As(err, &refused) && refused.ErrorCode == codeNoMemory {
		want.Storage = natsjs.FileStorage
		return s.js.CreateOrUpdateStream(ctx, want)
	}
	return st, err
}

// Work is the queue of work.
func (s *Store) Work() store.Work { return work{s} }

type work struct{ *Store }

func (w work) Put(ctx context.Context, table, part string, data []byte) error {
	if err := errors.Join(word(table), word(part)); err != nil {
		return err
	}
	_, _, err := w.publish(ctx, w.conn(table), &nats.Msg{Subject: itemSubject(table, part), Data: data})
	return err
}

func (w work) Waits(ctx context.Context, table, part string) (bool, error) {
	if err := errors.Join(word(table), word(part)); err != nil {
		return false, err
	}
	once, cancel := context.WithTimeout(ctx, w.once)
	defer cancel()
	st, err := w.js.Stream(once, workStream)
	if err == nil {
		_, err = st.GetLastMsgForSubject(once, itemSubject(table, part))
	}
	switch {
	case errors.Is(err, natsjs.ErrMsgNotFound):
		return false, nil
	case errors.Is(err, natsjs.ErrStreamNotFound): // all its servers were away at once
		return false, w.setUpWork(ctx)
	case err != nil:
		return false, fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	return true, nil
}

func (w work) Answers(table string, f func(data []byte) bool) (func(), error) {
	if err := word(table); err != nil {
		return nil, err
	}
	nc := w.conn(table)
	sub, err := nc.Subscribe(answerSubject(table), func(m *nats.Msg) {
		if !f(m.Data) {
			return
		}
		if ack := m.Header.Get(ackHeader); isAck(ack) {
			_ = nc.Publish(ack, nil) // if it gets lost, the item comes once more
		}
		reply(nc, m, nil)
	})
	if err != nil {
		return nil, fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	return func() { _ = sub.Unsubscribe() }, nil
}

// isAck says whether a worker named an item of the queue, and nothing else.
func isAck(subject string) bool {
	return strings.HasPrefix(subject, ackPrefix) && !strings.ContainsAny(subject, " *>\r\n\t")
}

// reply answers a worker, at no subject but a worker's own.
func reply(nc *nats.Conn, m *nats.Msg, with *nats.Msg) {
	if !strings.HasPrefix(m.Reply, workerInbox+".") {
		return
	}
	if with == nil {
		with = &nats.Msg{}
	}
	with.Subject = m.Reply
	_ = nc.PublishMsg(with) // the worker asks again
}

func (w work) Hand(redelivered func()) (func(), error) {
	nc := w.conns[0]
	var subs []*nats.Subscription
	stop := func() {
		for _, s := range subs {
			_ = s.Unsubscribe()
		}
	}
	for subject, f := range map[string]nats.MsgHandler{
		takeSubject: func(m *nats.Msg) { go w.take(nc, m, redelivered) },
		holdSubject: func(m *nats.Msg) { forward(nc, m, "+WPI") },
		backSubject: func(m *nats.Msg) { forward(nc, m, fmt.Sprintf(`-NAK {"delay": %d}`, backWait.Nanoseconds())) },
	} {
		sub, err := nc.QueueSubscribe(subject, workTakers, f)
		if err != nil {
			stop()
			return nil, fmt.Errorf("%w: %w", store.ErrUnavailable, err)
		}
		subs = append(subs, sub)
	}
	if err := nc.FlushTimeout(w.wait); err != nil {
		stop()
		return nil, fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	return stop, nil
}

// forward says something about an item for a worker.
func forward(nc *nats.Conn, m *nats.Msg, what string) {
	if ack := string(m.Data); isAck(ack) {
		_ = nc.Publish(ack, []byte(what))
	}
}

// take takes an item for a worker and sends it. If the worker has gone meanwhile, the
// item comes back by itself.
func (w work) take(nc *nats.Conn, m *nats.Msg, redelivered func()) {
	item, err := (*w.workers.Load()).Next(natsjs.FetchMaxWait(takeWait))
	if err != nil {
		if !errors.Is(err, nats.ErrTimeout) && !errors.Is(err, natsjs.ErrNoMessages) && !nc.IsClosed() {
			ctx, cancel := context.WithTimeout(context.Background(), w.wait)
			defer cancel()
			if err := w.setUpWork(ctx); err != nil { // all its servers may have been away at once
				w.log.Debug("the queue of work is not ready", "err", err)
			}
		}
		reply(nc, m, nil)
		return
	}
	if info, err := item.Metadata(); err == nil && info.NumDelivered > 1 && redelivered != nil {
		redelivered()
	}
	words := strings.Split(item.Subject(), ".")
	ack := item.Reply()
	if len(words) != 4 || !isAck(ack) {
		_ = item.Term()
		return
	}
	reply(nc, m, &nats.Msg{Data: item.Data(), Header: nats.Header{ackHeader: {ack}, tableHeader: {words[2]}}})
}
