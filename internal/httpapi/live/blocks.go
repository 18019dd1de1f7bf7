package live

import (
	"context"
	"slices"

	"theriac/engine"
)

// Order tells what people do not get to see.
type Order interface {
	// Hides reports whether a person blocks another.
	Hides(ctx context.Context, person, other string) (bool, error)
	// Apart returns those of the others whom a person blocks, or who block that person.
	Apart(ctx context.Context, person string, others []string) ([]string, error)
	// Removed reports whether a moderator has removed a message.
	Removed(table string, line uint64) bool
}

// readBlocks finds out whose plans and whose presence the stream does not show. It runs whenever the
// table's record is sent, which a change of blocks causes too.
func (es *eventStream) readBlocks(ctx context.Context) error {
	rules := es.hub.conf.Order
	if rules == nil || es.who.ID == "" {
		return nil
	}
	var hides, apart engine.Seats
	holders := make([]string, 0, len(es.access.Table.Seats))
	for _, s := range es.access.Table.Seats {
		holders = append(holders, s.Holder)
	}
	list, err := rules.Apart(ctx, es.who.ID, holders)
	if err != nil {
		return err
	}
	for i, holder := range holders {
		if holder == "" || !slices.Contains(list, holder) {
			continue
		}
		apart = apart.With(engine.Seat(i))
		blocked, err := rules.Hides(ctx, es.who.ID, holder)
		if err != nil {
			return err
		}
		if blocked {
			hides = hides.With(engine.Seat(i))
		}
	}
	if apart != es.apart {
		es.notify(func() { es.presence = true })
	}
	es.hides, es.apart = hides, apart
	return nil
}

// BlocksChanged makes the streams of a person, on all nodes, and of everybody at the same tables
// show what the person's blocks leave.
func (h *Hub) BlocksChanged(person string) {
	h.blocksChanged(person)
	if !h.conf.Standalone {
		_ = h.conf.Feed.Publish(sessionsTopic, newsBlocks, []byte(person)) // if the message is lost, the next change of the table shows it
	}
}

func (h *Hub) blocksChanged(person string) {
	for _, es := range h.streamsOf(person) {
		h.Changed(es.table)
	}
}

// streamsOf returns the streams that a person has open on this node.
func (h *Hub) streamsOf(person string) (list []*eventStream) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, streams := range h.sessions {
		for _, es := range streams {
			if es.who.ID == person {
				list = append(list, es)
			}
		}
	}
	return list
}
