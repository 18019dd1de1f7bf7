package wire

import (
	"context"
	"crypto/ecdh"
	"crypto/hpke"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"theriac/internal/store"
)

// Each node holds its own items in memory (queue.go), so that bots need neither the store nor another node.
// Workers request items from any node. A node without items passes on an item from another node. A worker's
// user has no access to JetStream's API, because its responses could be directed to any subject.
//
//	w.take             a worker requests an item
//	w.hold, w.return   a worker still works on an item, or returns it
//	w.a.<table>        a worker's answer
//	w.want, w.have     a node has a waiting worker, or a spare item
//	w.give.<node>      another node requests an item from this node
//	w.q.<node>.<item>  what has happened to an item
const (
	workTakers  = "takers" // queue group of all nodes: one of them gets each message
	takeSubject = "w.take"
	holdSubject = "w.hold"
	backSubject = "w.return"
	wantSubject = "w.want"
	haveSubject = "w.have"
	// workerInbox is the prefix of all subjects on which workers receive messages. Nodes send nothing else to a
	// worker.
	workerInbox = "_WORKER"

	// workWait is how long a worker may be silent before its item goes to another worker. Workers report every
	// workHold.
	workWait = 4 * time.Second
	workHold = time.Second
	// workTries is how many times workers may lose an item before the item is dropped.
	workTries = 30
	// workAge is the longest time that an item may wait. By then, the caller has given up.
	workAge   = time.Minute
	workItems = 50_000
	// takeWait is the longest that a worker's request waits for an item. giveWait is the longest that a node's
	// request to another node waits.
	takeWait = 5 * time.Second
	giveWait = 500 * time.Millisecond
	// backWait is how long an item waits before it goes to a worker again, if its answer was not accepted.
	backWait = time.Second
	// expireEvery is the interval at which items of silent workers become ready again.
	expireEvery = 250 * time.Millisecond

	ackPrefix = "w.q."
	// Messages about an item. An empty message means that the item is done.
	stillHeld = "hold"
	givenBack = "return"

	ackHeader = "Theriac-Item"
	// tableHeader is the name of the message header that contains an item's table.
	tableHeader = "Theriac-Table"
)

func giveSubject(node string) string      { return "w.give." + node }
func ackSubject(node, item string) string { return ackPrefix + node + "." + item }
func answerSubject(table string) string   { return "w.a." + table }

// workerSubjects returns all subjects that a worker's user needs, to publish and to subscribe.
func workerSubjects() (publish, subscribe []string) {
	return []string{takeSubject, holdSubject, backSubject, answerSubject("*")}, []string{workerInbox + ".>"}
}

// Queue is one node's queue of questions for workers. It is safe for concurrent use.
type Queue struct {
	*queue
	connect Connector
	nc      *nats.Conn
}

// flushWait is how long Hand waits until the server knows its subscriptions.
const flushWait = 5 * time.Second

// OpenQueue creates a queue on a message server. If connect opens connections that survive a restart of the
// server, the queue survives the restart as well. The caller must close the queue.
func OpenQueue(connect Connector) (*Queue, error) {
	nc, err := connect()
	if err != nil {
		return nil, err
	}
	w := &Queue{connect: connect, nc: nc}
	if err := w.begin(); err != nil {
		nc.Close()
		return nil, err
	}
	return w, nil
}

// Close closes the connection of the queue.
func (w *Queue) Close() { w.nc.Close() }

// Worker connects a worker within this program. The caller must close it.
func (w *Queue) Worker() (*Worker, error) { return newWorker(w.connect) }

// begin creates the queue and subscribes to the messages of other nodes about it.
func (w *Queue) begin() error {
	nc := w.nc
	w.queue = newQueue(time.Now, func() { _ = nc.Publish(haveSubject, []byte(w.queue.node)) })
	for subject, f := range map[string]nats.MsgHandler{
		wantSubject: func(m *nats.Msg) {
			if string(m.Data) != w.queue.node && w.queue.has() {
				w.queue.spare()
			}
		},
		giveSubject(w.queue.node): func(m *nats.Msg) {
			out := &nats.Msg{Subject: m.Reply}
			if i := w.queue.next(); i != nil {
				out.Data, out.Header = i.data, i.header(w.queue.node)
			}
			_ = nc.PublishMsg(out) // if the item is lost, another worker gets it later
		},
		ackSubject(w.queue.node, "*"): func(m *nats.Msg) {
			switch item := lastWord(m.Subject); string(m.Data) {
			case stillHeld:
				w.queue.keep(item, workWait)
			case givenBack:
				w.queue.keep(item, backWait)
			default:
				w.queue.done(item)
			}
		},
	} {
		if _, err := nc.Subscribe(subject, f); err != nil {
			return fmt.Errorf("%w: %w", store.ErrUnavailable, err)
		}
	}
	return nil
}

func (i *item) header(node string) nats.Header {
	return nats.Header{ackHeader: {ackSubject(node, i.name)}, tableHeader: {i.table}}
}

// Put adds a question to the queue.
func (w *Queue) Put(_ context.Context, table, part string, data []byte) error {
	if err := errors.Join(store.CheckName(table), store.CheckName(part)); err != nil {
		return err
	}
	w.queue.put(table, part, data)
	return nil
}

// Waits reports whether a question is in the queue, even if a worker already has it.
func (w *Queue) Waits(_ context.Context, table, part string) (bool, error) {
	return w.queue.waits(table, part), errors.Join(store.CheckName(table), store.CheckName(part))
}

// Answers calls f with each answer for a table, until the returned function is called.
func (w *Queue) Answers(table string, f func(data []byte) bool) (func(), error) {
	if err := store.CheckName(table); err != nil {
		return nil, err
	}
	sub, err := w.nc.Subscribe(answerSubject(table), func(m *nats.Msg) {
		if !f(m.Data) {
			return
		}
		if ack := m.Header.Get(ackHeader); isAck(ack) {
			_ = w.nc.Publish(ack, nil) // if this message is lost, another worker gets the item
		}
		reply(w.nc, m, nil)
	})
	if err != nil {
		return nil, fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	return func() { _ = sub.Unsubscribe() }, nil
}

// isAck reports whether a subject that a worker has sent identifies an item in a queue.
func isAck(subject string) bool {
	return strings.HasPrefix(subject, ackPrefix) && !strings.ContainsAny(subject, " *>\r\n\t")
}

// reply sends a message to a worker. It sends only to subjects of workers.
func reply(nc *nats.Conn, m *nats.Msg, with *nats.Msg) {
	if !strings.HasPrefix(m.Reply, workerInbox+".") {
		return
	}
	if with == nil {
		with = &nats.Msg{}
	}
	with.Subject = m.Reply
	_ = nc.PublishMsg(with) // if this message is lost, the worker asks again
}

// Hand hands out items to workers until stop is called.
func (w *Queue) Hand(redelivered func()) (func(), error) {
	nc, q := w.nc, w.queue
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
	if nc.IsConnected() { // otherwise, the subscriptions begin when the server runs
		failed = errors.Join(failed, nc.FlushTimeout(flushWait))
	}
	if failed != nil {
		stop()
		return nil, fmt.Errorf("%w: %w", store.ErrUnavailable, failed)
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

// forward passes a worker's message about an item on to the node that owns the item.
func forward(nc *nats.Conn, m *nats.Msg, what string) {
	if ack := string(m.Data); isAck(ack) {
		_ = nc.Publish(ack, []byte(what))
	}
}

// take handles a worker's request: it waits for an item and sends it. If the worker has disconnected meanwhile,
// the item becomes ready again after some time.
func (w *Queue) take(nc *nats.Conn, m *nats.Msg) {
	kem, kdf, aead := sealing()
	to, err := kem.NewPublicKey(m.Data)
	if err != nil { // the request is not from a worker of this program's version
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

// fetch requests an item from another node for a worker that waits at this node.
func (w *Queue) fetch(nc *nats.Conn, node string) {
	if node == w.queue.node || store.CheckName(node) != nil {
		return
	}
	to := w.queue.called()
	if to == nil {
		return
	}
	go func() {
		m, err := nc.Request(giveSubject(node), nil, giveWait)
		if err != nil || m.Header.Get(ackHeader) == "" {
			to <- nil // the waiting worker will ask again
			return
		}
		to <- &item{table: m.Header.Get(tableHeader), data: m.Data, from: m.Header.Get(ackHeader)}
	}()
}

// sealing returns the algorithms with which items are encrypted. Each item is encrypted for the worker that
// requested it. All workers share one user, so each could subscribe to messages for another.
func sealing() (hpke.KEM, hpke.KDF, hpke.AEAD) {
	return hpke.DHKEM(ecdh.X25519()), hpke.HKDFSHA256(), hpke.AES128GCM()
}

// newKey returns a new key for a worker.
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

// lastWord returns the part of a subject after the last dot.
func lastWord(subject string) string { return subject[strings.LastIndexByte(subject, '.')+1:] }
