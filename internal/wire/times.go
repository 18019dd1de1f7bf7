package wire

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"theriac/internal/store"
)

// timesPrefix begins the subjects on which nodes publish their clocks. These messages are not stored.
const timesPrefix = "n.time."

// PublishTime publishes this node's time to all nodes.
func PublishTime(nc *nats.Conn, node string, now time.Time) error {
	if err := store.CheckName(node); err != nil {
		return err
	}
	return nc.Publish(timesPrefix+node, strconv.AppendInt(nil, now.UnixMilli(), 10))
}

// SubscribeTimes calls f with the published times of all nodes, including this one, until stop is called. It
// calls f for one message at a time.
func SubscribeTimes(nc *nats.Conn, f func(node string, theirs time.Time)) (stop func(), err error) {
	sub, err := nc.Subscribe(timesPrefix+"*", func(m *nats.Msg) {
		if ms, err := strconv.ParseInt(string(m.Data), 10, 64); err == nil {
			f(lastWord(m.Subject), time.UnixMilli(ms))
		}
	})
	if err != nil {
		return nil, err
	}
	return func() { _ = sub.Unsubscribe() }, nil
}

// firedPrefix begins the subjects on which nodes publish the reminders that they have fired. These messages
// are not stored.
const firedPrefix = "n.fired."

// PublishFired tells the other nodes which reminders this node has fired.
func PublishFired(nc *nats.Conn, node string, list []store.Reminder) error {
	if err := store.CheckName(node); err != nil {
		return err
	}
	for part := range slices.Chunk(list, firedAtOnce) {
		var text []byte
		for _, r := range part {
			text = append(append(text, r.Table...), ' ')
			text = append(strconv.AppendInt(text, r.At.UnixMilli(), 10), '\n')
		}
		if err := nc.Publish(firedPrefix+node, text); err != nil {
			return err
		}
	}
	return nil
}

// firedAtOnce is the largest number of reminders in one message.
const firedAtOnce = 500

// SubscribeFired calls f with the reminders that any node has fired, including this one, until stop is
// called.
func SubscribeFired(nc *nats.Conn, f func(node string, list []store.Reminder)) (stop func(), err error) {
	sub, err := nc.Subscribe(firedPrefix+"*", func(m *nats.Msg) {
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
