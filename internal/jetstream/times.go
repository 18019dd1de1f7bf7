package jetstream

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"theriac/internal/store"

	"github.com/nats-io/nats.go"
)

// timesPrefix is where nodes publish their clocks. These messages are not stored.
const timesPrefix = "n.time."

// PublishTime publishes this node's time.
func (s *Store) PublishTime(node string, now time.Time) error {
	if err := word(node); err != nil {
		return err
	}
	return s.conns[0].Publish(timesPrefix+node, strconv.AppendInt(nil, now.UnixMilli(), 10))
}

// SubscribeTimes calls f with the times of all nodes, this one too, one at a time
// until stop.
func (s *Store) SubscribeTimes(f func(node string, theirs time.Time)) (stop func(), err error) {
	sub, err := s.conns[0].Subscribe(timesPrefix+"*", func(m *nats.Msg) {
		if ms, err := strconv.ParseInt(string(m.Data), 10, 64); err == nil {
			f(lastWord(m.Subject), time.UnixMilli(ms))
		}
	})
	if err != nil {
		return nil, err
	}
	return func() { _ = sub.Unsubscribe() }, nil
}

// firedPrefix is where nodes say whose reminders they have fired. These messages are not
// stored.
const firedPrefix = "n.fired."

// PublishFired tells the other nodes whose reminders this one has fired.
func (s *Store) PublishFired(node string, list []store.Reminder) error {
	if err := word(node); err != nil {
		return err
	}
	for part := range slices.Chunk(list, firedAtOnce) {
		var text []byte
		for _, r := range part {
			text = append(append(text, r.Table...), ' ')
			text = append(strconv.AppendInt(text, r.At.UnixMilli(), 10), '\n')
		}
		if err := s.conns[0].Publish(firedPrefix+node, text); err != nil {
			return err
		}
	}
	return nil
}

// firedAtOnce is how many reminders one message names.
const firedAtOnce = 500

// SubscribeFired calls f with the reminders that all nodes have fired, this one too,
// until stop.
func (s *Store) SubscribeFired(f func(node string, list []store.Reminder)) (stop func(), err error) {
	sub, err := s.conns[0].Subscribe(firedPrefix+"*", func(m *nats.Msg) {
		var list []store.Reminder
		for line := range strings.Lines(string(m.Data)) {
			table, at, _ := strings.Cut(strings.TrimSpace(line), " ")
			if ms, err := strconv.ParseInt(at, 10, 64); err == nil {
				list = append(list, store.Reminder{Table: table, At: time.UnixMilli(ms)})
			}
		}
		f(lastWord(m.Subject), list)
	})
	if err != nil {
		return nil, err
	}
	return func() { _ = sub.Unsubscribe() }, nil
}
