package jetstream

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/nats-io/nats.go"

	"theriac/internal/store"
)

// feed publishes what happens now.
type feed struct{ *Store }

// Publish sends news to all subscribers.
func (f feed) Publish(table, kind string, data []byte) error {
	if err := word(table); err != nil {
		return err
	}
	if err := word(kind); err != nil {
		return err
	}
	if err := f.conn(table).Publish("f."+table+".x."+kind, data); err != nil {
		return fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	return nil
}

// Subscribe calls f with the news of a table. It includes entries where several nodes
// share the store; a single node has written them itself.
func (f feed) Subscribe(table string, hear func(store.News)) (func(), error) {
	if err := word(table); err != nil {
		return nil, err
	}
	nc := f.conn(table)
	sub, err := nc.Subscribe("f."+table+".>", func(m *nats.Msg) {
		if n, ok := news(m); ok {
			hear(n)
		}
	})
	if err != nil {
		return nil, fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	// The server must know the subscription before Subscribe returns.
	if err := nc.FlushTimeout(f.wait); err != nil {
		_ = sub.Unsubscribe()
		return nil, fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	return func() { _ = sub.Unsubscribe() }, nil
}

func news(m *nats.Msg) (store.News, bool) {
	w := strings.SplitN(m.Subject, ".", 4)
	n := store.News{Kind: w[2], Data: m.Data}
	switch {
	case len(w) == 4 && n.Kind == "x":
		n.Kind = w[3]
		return n, true
	case len(w) == 4 && n.Kind == "talk":
		n.From = w[3]
	case len(w) != 3 || n.Kind != "log":
		return n, false
	}
	at, err := strconv.ParseUint(m.Header.Get("Nats-Sequence"), 10, 64)
	n.At = at
	return n, err == nil
}
