package jetstream

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	natsjs "github.com/nats-io/nats.go/jetstream"

	"theriac/internal/store"
)

// maxFresh is up to how many records a list comes from the leader. A longer one comes
// from any replica and may be a moment behind.
const maxFresh = 1000

// List is the records whose keys begin with the words of a prefix, by key.
func (b kv) List(ctx context.Context, prefix string) ([]store.Record, error) {
	filters, err := b.filters(prefix)
	if err != nil {
		return nil, err
	}
	var list []store.Record
	if b.repl > 1 {
		var keys []string
		for _, f := range filters {
			if err := b.subjects(ctx, kvStream, f, func(subject string, _ uint64) bool {
				keys = append(keys, subject)
				return true
			}); err != nil {
				return nil, err
			}
		}
		if len(keys) <= maxFresh {
			list, err = b.gather(ctx, keys)
			return inOrder(list), err
		}
	}
	for _, f := range filters {
		if err := b.each(ctx, kvStream, f, 1, func(m message) {
			if r := b.record(m); r.Data != nil {
				list = append(list, r)
			}
		}); err != nil {
			return nil, err
		}
	}
	return inOrder(list), nil
}

// inOrder sorts records by key; of two versions, read while one was written,
// the newer stays.
func inOrder(list []store.Record) []store.Record {
	slices.SortFunc(list, func(a, b store.Record) int {
		if c := strings.Compare(a.Key, b.Key); c != 0 {
			return c
		}
		return int(int64(b.Version) - int64(a.Version))
	})
	return slices.CompactFunc(list, func(a, b store.Record) bool { return a.Key == b.Key })
}

// gather reads records from the leader, several at a time.
func (b kv) gather(ctx context.Context, subjects []string) ([]store.Record, error) {
	const atOnce = 16
	found := make([]store.Record, len(subjects))
	errs := make([]error, len(subjects))
	var wg sync.WaitGroup
	for w := range min(atOnce, len(subjects)) {
		wg.Go(func() {
			for i := w; i < len(subjects); i += atOnce {
				m, err := b.newest(ctx, kvStream, subjects[i], true)
				switch {
				case err == nil:
					found[i] = b.record(m)
				case !errors.Is(err, store.ErrAbsent): // deleted meanwhile is not an error
					errs[i] = err
				}
			}
		})
	}
	wg.Wait()
	return slices.DeleteFunc(found, func(r store.Record) bool { return r.Data == nil }), errors.Join(errs...)
}

// Watch calls f with the records there are and then with each change. It
// returns when the context ends, with nil, or when it cannot go on.
func (b kv) Watch(ctx context.Context, prefix string, f func(store.Record), ready func()) error {
	filters, err := b.filters(prefix)
	if err != nil {
		return err
	}
	var c natsjs.Consumer
	err = b.retry(ctx, kvStream, func(ctx context.Context) (err error) {
		c, err = b.js.OrderedConsumer(ctx, kvStream, natsjs.OrderedConsumerConfig{
			FilterSubjects: filters, DeliverPolicy: natsjs.DeliverLastPerSubjectPolicy,
		})
		return err
	})
	if err != nil {
		if ctx.Err() != nil {
			return nil
		}
		return err
	}
	said := c.CachedInfo().NumPending == 0
	if said {
		ready()
	}
	cc, err := c.Consume(func(m natsjs.Msg) {
		meta, err := m.Metadata()
		if err != nil || ctx.Err() != nil {
			return
		}
		r := b.record(message{subject: m.Subject(), seq: meta.Sequence.Stream, header: m.Headers(), data: m.Data()})
		if said || r.Data != nil {
			f(r)
		}
		if !said && meta.NumPending == 0 {
			said = true
			ready()
		}
	})
	if err != nil {
		return fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	defer func() { cc.Stop(); <-cc.Closed() }()
	select {
	case <-ctx.Done():
		return nil
	case <-cc.Closed():
		return fmt.Errorf("%w: the watch ended", store.ErrUnavailable)
	}
}
