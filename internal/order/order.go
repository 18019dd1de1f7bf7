// Package order keeps the peace among people: their blocks, their reports, what moderators decide, and the roles of
// moderators. Decisions and roles are entries of a chained log. What they forbid follows from that log
// alone, so it is the same on every node.
//
// By design it refuses to know positions and requests: it stores the evidence that it
// gets, and returns what a person may not do. The API enforces that.
package order

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"theriac/internal/identity"
	"theriac/internal/refusal"
	"theriac/internal/store"
)

// Errors that callers compare with errors.Is.
var (
	// ErrSuspended means that a moderator has suspended the person.
	ErrSuspended error = refusal.New(refusal.Forbidden, "suspended", "order: suspended")
	// ErrQuiet means that a moderator has forbidden the person to talk.
	ErrQuiet error = refusal.New(refusal.Forbidden, "muted-everywhere", "order: muted")
	// ErrNoPublic means that a moderator has forbidden the person public tables.
	ErrNoPublic error = refusal.New(refusal.Forbidden, "no-public", "order: no public tables")
	// ErrRole means that the caller is not a moderator, or not an operator.
	ErrRole error = refusal.New(refusal.Forbidden, "needs-role", "order: needs a role")
	// ErrProof means that the caller must prove their passkey, because the last proof is too old or used up.
	ErrProof error = refusal.New(refusal.Forbidden, "needs-proof", "order: needs a proof")
	// ErrOwnCase means that the caller is a party to the case, so another moderator must decide it.
	ErrOwnCase error = refusal.New(refusal.Conflict, "own-case", "order: own case")
	// ErrManyBlocks means that a person blocks as many people as is allowed.
	ErrManyBlocks error = refusal.New(refusal.Conflict, "too-many-blocks", "order: too many blocks")
	// ErrSelf means that a person tries to block or report themselves.
	ErrSelf error = refusal.New(refusal.Conflict, "yourself", "order: oneself")
	// ErrNobody means that there is no such person.
	ErrNobody error = refusal.New(refusal.NotFound, "person-gone", "order: no such person")
	// ErrManyReports means that a person has sent as many reports as is allowed in a day.
	ErrManyReports error = refusal.New(refusal.TooMany, "too-many-reports", "order: too many reports")
	// ErrNoDecision means that there is no such decision, or that it is another person's.
	ErrNoDecision error = refusal.New(refusal.NotFound, "no-such-decision", "order: no such decision")
	// ErrAppealed means that the person has appealed before, or that there is nothing to appeal.
	ErrAppealed error = refusal.New(refusal.Conflict, "appealed", "order: appealed before")
	// ErrAnswered means that the decision or the appeal has been dealt with in another way.
	ErrAnswered error = refusal.New(refusal.Conflict, "answered", "order: answered before")
	// ErrDecision means that the parts of a decision do not fit together, such as an end in the past.
	ErrDecision error = refusal.New(refusal.Invalid, "bad-decision", "order: not a decision")
	// ErrLastOperator means that the server would have no operator left.
	ErrLastOperator error = refusal.New(refusal.Conflict, "last-operator", "order: the last operator")
)

// Limits on the records of one person.
const (
	MaxBlocks     = 200
	MaxReportsDay = 30
	MaxText       = 500
	MaxLines      = 50 // lines that one decision removes
	idLength      = 16
	// Erase is how long words and evidence are stored after the end of a decision, unless Config.Erase is set.
	Erase = 183 * 24 * time.Hour
	// ReviewEvery is how often moderators review a decision without an end.
	ReviewEvery = 365 * 24 * time.Hour
)

// The names of the buckets in the store.
const (
	BucketOrder  = "order"        // reports, words, and notes about who is in them
	BucketCases  = "order-cases"  // one record for each person with open reports
	BucketBlocks = "order-blocks" // whom each person blocks, and notes about who is blocked
	BucketLog    = "order-log"    // the moderation log
)

// Store is what an Order needs of a store.
type Store interface {
	KV(name string) store.KV
	Do(ctx context.Context, changes ...store.Change) (uint64, error)
}

// Config configures an Order.
type Config struct {
	Store  Store
	Now    func() time.Time
	Random io.Reader // crypto/rand.Reader
	// Exists returns identity.ErrUnknown for a person who was forgotten.
	Exists func(ctx context.Context, person string) error
	// Ways returns the keys of what a person signs in with: hashes from which the person cannot be found. It may be nil.
	Ways func(ctx context.Context, person string) ([]string, error)
	// Erase is how long words and evidence are stored after the end of a decision; 0 means the constant Erase.
	Erase time.Duration
	// OnError is called with a failure of a background task. It may be nil.
	OnError func(error)
}

// Order manages blocks, reports, decisions and roles. It is the main type of this package.
type Order struct {
	conf Config
	kv   struct{ order, cases, blocks, log store.KV }

	randomness sync.Mutex // guards Config.Random, which may be unsafe for concurrent use
	mu         sync.RWMutex
	fold       *Fold // guarded by mu
	blocked    *blockCache
	queue      *queue
}

// New returns an Order that uses the buckets of a store. It reads the log and the open cases once.
func New(ctx context.Context, c Config) (*Order, error) {
	if c.Erase == 0 {
		c.Erase = Erase
	}
	if c.OnError == nil {
		c.OnError = func(error) {}
	}
	o := &Order{conf: c, fold: NewFold(), blocked: newBlockCache(), queue: newQueue()}
	o.kv.order, o.kv.cases, o.kv.blocks, o.kv.log = c.Store.KV(BucketOrder), c.Store.KV(BucketCases), c.Store.KV(BucketBlocks), c.Store.KV(BucketLog)
	if err := o.refresh(ctx); err != nil {
		return nil, err
	}
	return o, o.loadQueue(ctx)
}

// maintainEvery is how often Run looks for words and evidence to erase.
const maintainEvery = 6 * time.Hour

// Run follows what other nodes write, and erases what is due, until ctx is done.
func (o *Order) Run(ctx context.Context) {
	var all sync.WaitGroup
	for _, bucket := range []string{BucketLog, BucketCases, BucketBlocks} {
		all.Go(func() { o.watch(ctx, bucket) })
	}
	all.Go(func() {
		tick := time.NewTicker(maintainEvery)
		defer tick.Stop()
		for {
			if err := o.Maintain(ctx); err != nil && ctx.Err() == nil {
				o.conf.OnError(err)
			}
			select {
			case <-tick.C:
			case <-ctx.Done():
				return
			}
		}
	})
	all.Wait()
}

// watch hears of every record of a bucket and every change, until ctx is done.
func (o *Order) watch(ctx context.Context, bucket string) {
	heard := func(rec store.Record) {
		if err := o.Heard(ctx, bucket, rec); err != nil && ctx.Err() == nil {
			o.conf.OnError(err)
		}
	}
	for ctx.Err() == nil {
		if err := o.conf.Store.KV(bucket).Watch(ctx, "", heard, func() {}); err != nil && ctx.Err() == nil {
			o.conf.OnError(fmt.Errorf("order: watch: %w", err))
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
		}
	}
}

// Heard takes note of a record that some node has written. Run calls it for all of them.
func (o *Order) Heard(ctx context.Context, bucket string, rec store.Record) error {
	switch bucket {
	case BucketLog:
		return o.refresh(ctx)
	case BucketCases:
		o.queue.heard(rec)
	case BucketBlocks:
		o.blocked.heard(rec)
	}
	return nil
}

func (o *Order) now() time.Time { return o.conf.Now().UTC() }

func (o *Order) newID(length int) (string, error) {
	o.randomness.Lock()
	defer o.randomness.Unlock()
	return identity.NewID(o.conf.Random, length)
}

// exists returns ErrNobody for an id that no person has.
func (o *Order) exists(ctx context.Context, person string) error {
	if !identity.IsID(person, identity.PersonLength) {
		return ErrNobody
	}
	err := o.conf.Exists(ctx, person)
	if errors.Is(err, identity.ErrUnknown) {
		return ErrNobody
	}
	return err
}
