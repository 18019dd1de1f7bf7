// Package notices tells people who are away that a table waits for them: by web push to
// the devices that they subscribed, and by mail where the operator has a mail server.
// Both are off until somebody asks for them.
//
// A person who owes an answer has a debt at that table, a record in the store (debt.go).
// check.go makes debts and removes them, from the newest state of a table alone, so that
// it may run as often as it likes. tell.go waits for a debt's time, claims it so that one
// node sends, and sends.
//
// It refuses to hold up a move, to write anything that the seat alone may know, and to
// tell anybody who has the table open.
package notices

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"theriac/engine"
	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/internal/outbound"
	"theriac/internal/store"
	"theriac/internal/table"
)

// Grace is how long somebody has to answer by themselves before they are told.
const Grace = time.Minute

// The names of the buckets.
const (
	BucketPeople    = "notices"   // what people asked for
	BucketEndpoints = "endpoints" // whose a subscription to push messages is
	BucketDebts     = "owed"      // who is to be told
	BucketServer    = "server"    // what the nodes share
)

// Config configures notices.
type Config struct {
	KV func(bucket string) store.KV

	Identity *identity.People
	Lobby    *lobby.Lobby
	Tables   *table.Registry
	// Present is the seats of a table that follow it now, on whatever node.
	Present func(ctx context.Context, table string) engine.Seats
	Clock   table.Clock
	Random  io.Reader // crypto/rand.Reader
	Logger  *slog.Logger
	Observe Observer
	// Origin is where people reach the server: links begin with it.
	Origin string
	// Grace is how long a table waits before somebody is told; 0 for the constant.
	Grace time.Duration
	// Alone says that no other node shares the store.
	Alone bool
	// Private lets push messages go to addresses of the server's own network, and
	// unencrypted. It is for tests.
	Private bool
	// Mail sends mail. May be nil: there is none then.
	Mail *Mailer
}

// Observer counts what an operator wants to know. Its methods must not block.
type Observer interface {
	// Notice counts how each message ended: by "push" or "mail", as "sent", "failed",
	// "expired" where the device is no longer there, or "retried".
	Notice(by, how string)
	Failed(doing string)
}

// Notifier tells people.
type Notifier struct {
	conf  Config
	kv    struct{ people, endpoints, debts, server store.KV }
	keys  serverKeys
	node  string // this process
	queue *outbound.Queue
	push  *pushSender

	randomness sync.Mutex
	shards     [shards]shard

	mu     sync.Mutex
	wanted map[string]uint64 // who asked for anything, and the newest version of that
	debts  *mirror
	seen   atomic.Int32  // watches that have seen everything
	ready  chan struct{} // closed once all have

	dueWake chan struct{}
	asked   chan string // who has just asked to be told
	sending sync.WaitGroup
}

// New makes a notifier. It reads what all nodes share, or makes it.
func New(ctx context.Context, c Config) (*Notifier, error) {
	if c.Grace == 0 {
		c.Grace = Grace
	}
	n := &Notifier{conf: c, queue: outbound.NewQueue(1), wanted: map[string]uint64{}, ready: make(chan struct{}), dueWake: make(chan struct{}, 1), asked: make(chan string, mostAsked)}
	n.kv.people, n.kv.endpoints, n.kv.debts, n.kv.server = c.KV(BucketPeople), c.KV(BucketEndpoints), c.KV(BucketDebts), c.KV(BucketServer)
	n.debts = newMirror(n.nextLook)
	var err error
	if n.node, err = n.newID(); err != nil {
		return nil, err
	}
	if n.keys, err = n.sharedKeys(ctx); err != nil {
		return nil, fmt.Errorf("notices: keys: %w", err)
	}
	n.push = newPushSender(c, n.keys)
	for i := range n.shards {
		n.shards[i] = shard{dirty: map[string]bool{}, wake: make(chan struct{}, 1)}
	}
	return n, nil
}

func (n *Notifier) newID() (string, error) {
	n.randomness.Lock()
	defer n.randomness.Unlock()
	return identity.NewID(n.conf.Random, idLength)
}

const (
	idLength  = 20
	mostAsked = 1024 // who wait to be swept; the others come with the next sweep of all
)

// How long background work waits for the store, and how often it starts over.
const (
	patience   = 15 * time.Second
	watchPause = time.Second
	// sweepEvery is how often all tables of everybody who asked are looked at: for what
	// a node that died had no time to note.
	sweepEvery = time.Hour
)

// Run tells people until the context ends. Then it finishes what it is sending: what
// was sent is noted, and nothing is sent again after a restart.
func (n *Notifier) Run(ctx context.Context) {
	var all sync.WaitGroup
	all.Go(func() { n.watch(ctx, n.kv.people, n.personChanged) })
	all.Go(func() { n.watch(ctx, n.kv.debts, n.debtChanged) })
	for i := range n.shards {
		all.Go(func() { n.runShard(ctx, &n.shards[i]) })
	}
	all.Go(func() { n.sweeps(ctx) })
	all.Go(func() { n.runDue(ctx) })
	<-ctx.Done()
	all.Wait()
	n.sending.Wait()
}

// watch follows a bucket.
func (n *Notifier) watch(ctx context.Context, kv store.KV, f func(store.Record)) {
	once := sync.OnceFunc(func() {
		if n.seen.Add(1) == watches {
			close(n.ready)
		}
	})
	for ctx.Err() == nil {
		if err := kv.Watch(ctx, "", f, once); err != nil && ctx.Err() == nil {
			n.trouble("watch notices", err)
			n.sleep(ctx, watchPause)
		}
	}
}

// Ready says whether everything that is stored has been seen.
func (n *Notifier) Ready() bool { return n.seen.Load() == watches }

const watches = 2

func (n *Notifier) sleep(ctx context.Context, d time.Duration) {
	again := make(chan struct{})
	stop := n.conf.Clock.AfterFunc(d, func() { close(again) })
	defer stop()
	select {
	case <-ctx.Done():
	case <-again:
	}
}

// trouble reports what failed. It will be tried again.
func (n *Notifier) trouble(doing string, err error) {
	if errors.Is(err, context.Canceled) {
		return
	}
	n.conf.Observe.Failed("notices")
	n.conf.Logger.Warn("could not "+doing, "err", err)
}

func (n *Notifier) now() time.Time { return n.conf.Clock.Now().UTC() }

// isWanted says whether a person asked to be told in any way.
func (n *Notifier) isWanted(person string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.wanted[person] > 0
}

// isOld says that a watch has brought a newer version of what a person asked for: a store
// of several nodes may be read a moment behind its watches.
func (n *Notifier) isOld(person string, version uint64) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.wanted[person] > version
}

// idle says that nobody asked for anything, and nobody owes anything.
func (n *Notifier) idle() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return len(n.wanted) == 0 && n.debts.len() == 0
}

// Waiting is how many people are going to be told.
func (n *Notifier) Waiting() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.debts.untold()
}
