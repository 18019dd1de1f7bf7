// Package notices tells people who are away that a table waits for their answer, or has news. It sends web push
// messages to devices that they have subscribed, and emails if the operator has configured a mail server. Both are
// off until the person switches them on.
//
// If a person owes a table an answer, the store has a record of that, a debt (debt.go). The code in check.go
// creates and removes debts. It looks only at the newest state of a table, so it may run at any time. The code
// in tell.go waits until a debt is due, claims it so that only one node sends a notice, and sends it.
//
// By design it refuses to delay a move. It writes nothing that only a seat may know, and sends nothing to
// people who have the table open.
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

// Grace is how long a person has to answer before they get a notice.
const Grace = time.Minute

// The names of this package's buckets.
const (
	BucketPeople    = "notices"   // people's settings for notices
	BucketEndpoints = "endpoints" // which person owns each push subscription
	BucketDebts     = "owed"      // the debts
	BucketServer    = "server"    // data that all nodes share
)

// Config configures a Notifier.
type Config struct {
	KV func(bucket string) store.KV

	Identity *identity.People
	Lobby    *lobby.Lobby
	Tables   *table.Registry
	// Present returns the seats whose holders have the table open now, on any node.
	Present func(ctx context.Context, table string) engine.Seats
	// Hides reports whether a person must not learn what another one writes, because one blocks the other. If it is nil,
	// no words are hidden.
	Hides   func(ctx context.Context, person, other string) (bool, error)
	Clock   table.Clock
	Random  io.Reader // crypto/rand.Reader
	Logger  *slog.Logger
	Observe Observer
	// Origin is the URL of the server, with which links in notices begin.
	Origin string
	// Grace is how long a table waits for an answer before the person gets a notice; 0 means the constant
	// Grace.
	Grace time.Duration
	// Standalone means that no other node shares the store.
	Standalone bool
	// Private allows push messages to addresses in the server's own network, and without encryption. Only tests
	// set it.
	Private bool
	// Mail sends emails. If Mail is nil, the server sends none.
	Mail *Mailer
}

// Observer receives events to count for the operator. Its methods must not block.
type Observer interface {
	// Notice counts one attempt to send a notice by "push" or "mail". how is "sent", "failed" or "retried", or
	// "expired" if the device no longer exists.
	Notice(by, how string)
	Failed(doing string)
}

// Notifier sends notices to people who keep a table waiting.
type Notifier struct {
	conf  Config
	kv    struct{ people, endpoints, debts, server store.KV }
	keys  serverKeys
	node  string // id of this process
	queue *outbound.Queue
	push  *pushSender

	randomness sync.Mutex
	shards     [shards]shard

	mu     sync.Mutex
	wanted map[string]uint64 // people who want notices, with the newest known version of their settings
	debts  *mirror
	seen   atomic.Int32  // how many subscriptions have delivered all records that existed at the start
	ready  chan struct{} // closed when all subscriptions have delivered those records

	dueWake chan struct{}
	asked   chan string // people who have just switched notices on
	said    chan line   // lines of talk that may name people
	sending sync.WaitGroup
}

// New returns a Notifier. It reads the secrets that all nodes share, or creates them.
func New(ctx context.Context, c Config) (*Notifier, error) {
	if c.Grace == 0 {
		c.Grace = Grace
	}
	if c.Hides == nil {
		c.Hides = func(context.Context, string, string) (bool, error) { return false, nil }
	}
	n := &Notifier{conf: c, queue: outbound.NewQueue(1), wanted: map[string]uint64{}, ready: make(chan struct{}), dueWake: make(chan struct{}, 1), asked: make(chan string, mostAsked), said: make(chan line, mostSaid)}
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
	mostAsked = 1024 // how many people may wait for a sweep of their own; the next full sweep covers the others
)

// How long background work may wait for the store, and how long it pauses before a retry.
const (
	patience   = 15 * time.Second
	watchPause = time.Second
	// sweepEvery is how often the tables of all people who want notices are checked. Such a sweep finds changes
	// that a node failed to record before it crashed.
	sweepEvery = time.Hour
)

// Run sends notices until ctx ends. It then finishes the notices that it has begun to send and records them, so
// that nothing is sent twice after a restart.
func (n *Notifier) Run(ctx context.Context) {
	var all sync.WaitGroup
	all.Go(func() { n.watch(ctx, n.kv.people, n.personChanged) })
	all.Go(func() { n.watch(ctx, n.kv.debts, n.debtChanged) })
	for i := range n.shards {
		all.Go(func() { n.runShard(ctx, &n.shards[i]) })
	}
	all.Go(func() { n.sweeps(ctx) })
	all.Go(func() { n.runDue(ctx) })
	all.Go(func() { n.readTalk(ctx) })
	<-ctx.Done()
	all.Wait()
	n.sending.Wait()
}

// watch subscribes to a bucket, and calls f with each record and each change.
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

// Ready reports whether this node knows all settings and debts in the store.
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

// trouble reports a failure of background work, which will be retried.
func (n *Notifier) trouble(doing string, err error) {
	if errors.Is(err, context.Canceled) {
		return
	}
	n.conf.Observe.Failed("notices")
	n.conf.Logger.Warn("could not "+doing, "err", err)
}

func (n *Notifier) now() time.Time { return n.conf.Clock.Now().UTC() }

// isWanted reports whether a person wants notices by push or email.
func (n *Notifier) isWanted(person string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.wanted[person] > 0
}

// isOld reports whether a version of a person's settings is older than one that a subscription has delivered.
// With several nodes, reads may lag subscriptions.
func (n *Notifier) isOld(person string, version uint64) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.wanted[person] > version
}

// idle reports whether no one wants notices and there is no debt.
func (n *Notifier) idle() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return len(n.wanted) == 0 && n.debts.len() == 0
}

// Waiting returns how many notices are still to be sent.
func (n *Notifier) Waiting() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.debts.untold()
}
