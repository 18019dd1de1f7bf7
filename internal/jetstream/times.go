package jetstream

import (
	"strconv"
	"time"

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
