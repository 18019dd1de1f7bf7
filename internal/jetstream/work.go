package jetstream

import (
	"context"
	"crypto/ecdh"
	"crypto/hpke"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"theriac/internal/store"
)

// Each node has the items that it asks for in memory (queue.go), so that bots need
// neither the store nor another node. Workers ask any node for an item, by plain
// messages, and a node without one passes on another node's. A worker's user needs no
// right to any part of JetStream's API, whose answers could be sent to any subject.
//
//	w.take             a worker asks for an item
//	w.hold, w.return   it still works on one, or gives it back
//	w.a.<table>        the answer
//	w.want, w.have     a node says that a worker waits there, or an item
//	w.give.<node>      another one asks it for one
//	w.q.<node>.<item>  what becomes of an item
const (
	workTakers  = "takers" // the queue group of the nodes
	takeSubject = "w.take"
	holdSubject = "w.hold"
	backSubject = "w.return"
	wantSubject = "w.want"
	haveSubject = "w.have"
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
	// takeWait is how long a worker's request for an item waits, giveWait one node's for
	// another's item.
	takeWait = 5 * time.Second
	giveWait = 500 * time.Millisecond
	// backWait is how long an item rests that nobody took the answer of.
	backWait = time.Second
	// expireEvery is how often it is looked for items whose workers are lost.
	expireEvery = 250 * time.Millisecond

	ackPrefix = "w.q."
	// What is said about an item; nothing means that it is done.
	stillHeld = "hold"
	givenBack = "return"

	ackHeader = "Theriac-Item"
	// tableHeader names the table of an item.
	tableHeader = "Theriac-Table"
)

func giveSubject(node string) string      { return "w.give." + node }
func ackSubject(node, item string) string { return ackPrefix + node + "." + item }
func answerSubject(table string) string   { return "w.a." + table }

// WorkerSubjects are all the subjects that a worker's user needs: it publishes to some
// and subscribes to others.
func WorkerSubjects() (publish, subscribe []string) {
	return []string{takeSubject, holdSubject, backSubject, answerSubject("*")}, []string{workerInbox + ".>"}
}

// Queue is a node's queue of work.
type Queue struct {
	*queue
	server *Server       // of this program, if it has one
	conns  []*nats.Conn  // not empty
	wait   time.Duration // for an answer
}

// OpenQueue makes a queue on a server without a store. Close it.
func OpenQueue(server *Server, log *slog.Logger) (*Queue, error) {
	nc, err := connect(Config{Server: server}, log)
	if err != nil {
		return nil, err
	}
	q, err := newWork(server, []*nats.Conn{nc}, defaultWait)
	if err != nil {
		nc.Close()
	}
	return q, err
}

// Close closes the connection.
func (w *Queue) Close() { w.conns[0].Close() }

// Worker connects a worker of this program. Close it.
func (w *Queue) Worker(log *slog.Logger) (*Worker, error) {
	return OpenWorker(WorkerConfig{Server: w.server, Logger: log})
}

func newWork(server *Server, conns []*nats.Conn, wait time.Duration) (*Queue, error) {
	nc, s := conns[0], &Queue{server: server, conns: conns, wait: wait}
	s.queue = newQueue(time.Now, func() { _ = nc.Publish(haveSubject, []byte(s.queue.node)) })
	for subject, f := range map[string]nats.MsgHandler{
		wantSubject: func(m *nats.Msg) {
			if string(m.Data) != s.queue.node && s.queue.has() {
				s.queue.spare()
			}
		},
		giveSubject(s.queue.node): func(m *nats.Msg) {
			out := &nats.Msg{Subject: m.Reply}
			if i := s.queue.next(); i != nil {
				out.Data, out.Header = i.data, i.header(s.queue.node)
			}
			_ = nc.PublishMsg(out) // an item that gets lost comes back by itself
		},
		ackSubject(s.queue.node, "*"): func(m *nats.Msg) {
			switch item := lastWord(m.Subject); string(m.Data) {
			case stillHeld:
				s.queue.keep(item, workWait)
			case givenBack:
				s.queue.keep(item, backWait)
			default:
				s.queue.done(item)
			}
		},
	} {
		if _, err := nc.Subscribe(subject, f); err != nil {
			return nil, fmt.Errorf("%w: %w", store.ErrUnavailable, err)
		}
	}
	return s, nil
}

func (i *item) header(node string) nats.Header {
	return nats.Header{ackHeader: {ackSubject(node, i.name)}, tableHeader: {i.table}}
}

// Work is the queue of work.
func (s *Store) Work() store.Work { return s.work }

// Put adds an item.
func (w *Queue) Put(_ context.Context, table, part string, data []byte) error {
	if err := errors.Join(word(table), word(part)); err != nil {
		return err
	}
	w.queue.put(table, part, data)
	return nil
}

// Waits says whether an item waits, or a worker has it.
func (w *Queue) Waits(_ context.Context, table, part string) (bool, error) {
	return w.queue.waits(table, part), errors.Join(word(table), word(part))
}

// Answers calls f with each answer about a table.
func (w *Queue) Answers(table string, f func(data []byte) bool) (func(), error) {
	if err := word(table); err != nil {
		return nil, err
	}
	nc := connOf(w.conns, table)
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

// isAck says whether a worker named an item of a queue, and nothing else.
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

// Hand hands items out to workers until stop.
func (w *Queue) Hand(redelivered func()) (func(), error) {
	nc, q := w.conns[0], w.queue
	q.mu.Lock()
	q.again = redelivered
	q.mu.Unlock()
	var subs []*nats.Subscription
	ended := make(chan struct{})
	stop := func() {
		for _, s := range subs {
			_ = s.Unsubscribe()
		}
		close(ended)
	}
	var failed error
	hear := func(subject, group string, f nats.MsgHandler) {
		sub, err := nc.QueueSubscribe(subject, group, f)
		if failed = errors.Join(failed, err); err == nil {
			subs = append(subs, sub)
		}
	}
	hear(takeSubject, workTakers, func(m *nats.Msg) { go w.take(nc, m) })
	hear(holdSubject, workTakers, func(m *nats.Msg) { forward(nc, m, stillHeld) })
	hear(backSubject, workTakers, func(m *nats.Msg) { forward(nc, m, givenBack) })
	hear(haveSubject, q.node, func(m *nats.Msg) { w.fetch(nc, string(m.Data)) })
	if err := errors.Join(failed, nc.FlushTimeout(w.wait)); err != nil {
		stop()
		return nil, fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	go func() {
		t := time.NewTicker(expireEvery)
		defer t.Stop()
		for {
			select {
			case <-ended:
				return
			case <-t.C:
				q.expire()
			}
		}
	}()
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
func (w *Queue) take(nc *nats.Conn, m *nats.Msg) {
	kem, kdf, aead := sealing()
	to, err := kem.NewPublicKey(m.Data)
	if err != nil { // not a worker of this program
		reply(nc, m, nil)
		return
	}
	i := w.queue.next()
	if i == nil {
		_ = nc.Publish(wantSubject, []byte(w.queue.node))
		i = w.queue.await(takeWait)
	}
	if i == nil {
		reply(nc, m, nil)
		return
	}
	sealed, err := hpke.Seal(to, kdf, aead, nil, i.data)
	if err != nil {
		return
	}
	out := &nats.Msg{Data: sealed, Header: i.header(w.queue.node)}
	if i.from != "" {
		out.Header.Set(ackHeader, i.from)
	}
	reply(nc, m, out)
}

// fetch fetches an item of another node for a worker that waits here.
func (w *Queue) fetch(nc *nats.Conn, node string) {
	if node == w.queue.node || word(node) != nil {
		return
	}
	to := w.queue.called()
	if to == nil {
		return
	}
	go func() {
		m, err := nc.Request(giveSubject(node), nil, giveWait)
		if err != nil || m.Header.Get(ackHeader) == "" {
			to <- nil // the worker asks again
			return
		}
		to <- &item{table: m.Header.Get(tableHeader), data: m.Data, from: m.Header.Get(ackHeader)}
	}()
}

// Items go to workers sealed with a key of the asking one: all workers are one user,
// who may subscribe to whatever any of them gets.
func sealing() (hpke.KEM, hpke.KDF, hpke.AEAD) {
	return hpke.DHKEM(ecdh.X25519()), hpke.HKDFSHA256(), hpke.AES128GCM()
}

// newKey makes a worker's key.
func newKey() (hpke.PrivateKey, error) {
	k, err := ecdh.X25519().GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	return hpke.NewDHKEMPrivateKey(k)
}

func unseal(key hpke.PrivateKey, data []byte) ([]byte, error) {
	_, kdf, aead := sealing()
	return hpke.Open(key, kdf, aead, nil, data)
}
