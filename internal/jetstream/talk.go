package jetstream

import (
	"context"
	"errors"
	"strings"

	"github.com/nats-io/nats.go"
	natsjs "github.com/nats-io/nats.go/jetstream"

	"theriac/internal/store"
)

// talk is what is said at tables.
type talk struct{ *Store }

// Say keeps a line. A repeat of the write inside is not said twice.
func (t talk) Say(ctx context.Context, table, person string, data []byte) (uint64, error) {
	if err := word(table); err != nil {
		return 0, err
	}
	if err := word(person); err != nil {
		return 0, err
	}
	m := &nats.Msg{Subject: talkSubject(table, person), Data: data, Header: nats.Header{natsjs.MsgIDHeader: {newID()}}}
	at, _, err := t.publish(ctx, t.conn(table), m)
	return at, err
}

// Said is the newest lines of a table behind a place.
func (t talk) Said(ctx context.Context, table string, after uint64, most int) ([]store.Line, error) {
	if err := word(table); err != nil {
		return nil, err
	}
	// At most tables there is nothing new, and one look tells.
	last, err := t.lastOf(ctx, talkStream, talkSubject(table, "*"))
	if errors.Is(err, errNothing) || err == nil && last.seq <= after {
		return nil, nil
	}
	var lines []store.Line
	err = t.each(ctx, talkStream, talkSubject(table, "*"), after+1, func(m message) {
		lines = append(lines, store.Line{At: m.seq, Person: lastWord(m.subject), Data: m.data})
		if len(lines) >= 2*max(most, 1) {
			lines = append(lines[:0], lines[len(lines)-most:]...)
		}
	})
	return lines[max(0, len(lines)-max(most, 0)):], err
}

// By calls f with everything that a person said.
func (t talk) By(ctx context.Context, person string, f func(table string, l store.Line)) error {
	if err := word(person); err != nil {
		return err
	}
	return t.each(ctx, talkStream, talkSubject("*", person), 1, func(m message) {
		f(strings.Split(m.subject, ".")[1], store.Line{At: m.seq, Person: person, Data: m.data})
	})
}

// Unsay removes all that a person said.
func (t talk) Unsay(ctx context.Context, person string) error {
	if err := word(person); err != nil {
		return err
	}
	return t.purge(ctx, talkStream, talkSubject("*", person), 0)
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
