package jetstream

import (
	"context"
	"errors"

	"github.com/nats-io/nats.go"
	natsjs "github.com/nats-io/nats.go/jetstream"

	"theriac/internal/store"
)

// chat is the chats of the tables.
type chat struct{ *Store }

// Post stores a message. A repeat of the write inside does not store it twice.
func (c chat) Post(ctx context.Context, table, person string, data []byte) (uint64, error) {
	if err := word(table); err != nil {
		return 0, err
	}
	if err := word(person); err != nil {
		return 0, err
	}
	m := &nats.Msg{Subject: chatSubject(c.spreadShard(table), table, person), Data: data, Header: nats.Header{natsjs.MsgIDHeader: {newID()}}}
	at, _, err := c.publish(ctx, c.conn(table), m)
	return at, err
}

// Lines is the newest messages of a table behind a place.
func (c chat) Lines(ctx context.Context, table string, after uint64, most int) ([]store.ChatLine, error) {
	if err := word(table); err != nil {
		return nil, err
	}
	// Most tables have nothing new, and one read shows that.
	shard := c.spreadShard(table)
	last, err := c.lastOf(ctx, talkStream(shard), chatSubject(shard, table, "*"))
	if errors.Is(err, errNothing) || err == nil && last.seq <= after {
		return nil, nil
	}
	var lines []store.ChatLine
	err = c.each(ctx, talkStream(shard), chatSubject(shard, table, "*"), after+1, func(m message) {
		lines = append(lines, store.ChatLine{At: m.seq, Person: lastWord(m.subject), Data: m.data})
		if len(lines) >= 2*max(most, 1) {
			lines = append(lines[:0], lines[len(lines)-most:]...)
		}
	})
	return lines[max(0, len(lines)-max(most, 0)):], err
}

// LinesBy calls f with every message of a person.
func (c chat) LinesBy(ctx context.Context, person string, f func(table string, l store.ChatLine)) error {
	if err := word(person); err != nil {
		return err
	}
	for _, n := range c.spreadShards() {
		if err := c.each(ctx, talkStream(n), chatSubject(n, "*", person), 1, func(m message) {
			table, _ := lastWords(m.subject)
			f(table, store.ChatLine{At: m.seq, Person: person, Data: m.data})
		}); err != nil {
			return err
		}
	}
	return nil
}

// DeleteBy removes every message of a person.
func (c chat) DeleteBy(ctx context.Context, person string) error {
	if err := word(person); err != nil {
		return err
	}
	var errs []error
	for _, n := range c.spreadShards() {
		errs = append(errs, c.purge(ctx, talkStream(n), chatSubject(n, "*", person), 0))
	}
	return errors.Join(errs...)
}

// each calls f with the messages of a filter from a place on.
func (s *Store) each(ctx context.Context, stream, filter string, from uint64, f func(message)) error {
	for {
		list, more, err := s.batch(ctx, stream, filter, from)
		if err != nil {
			return err
		}
		for _, m := range list {
			f(m)
			from = m.seq + 1
		}
		if len(list) == 0 || more == 0 {
			return nil
		}
	}
}
