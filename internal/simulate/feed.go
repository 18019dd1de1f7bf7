package simulate

import (
	"context"
	"encoding/json"
	"time"

	"theriac/internal/store"
	"theriac/internal/work"
)

// subscription is a node's subscription to messages about a table's new entries. Messages arrive one at a time
// and in order. They can be late, repeated or lost.
type subscription struct {
	node  *node
	f     func(store.News)
	queue []store.News
	last  time.Duration // when the last message so far arrives
	busy  bool
	ended bool
}

func (c *client) Publish(string, string, []byte) error { return nil }

func (c *client) Subscribe(table string, f func(store.News)) (func(), error) {
	s := &subscription{node: c.node, f: f}
	c.readers[table] = append(c.readers[table], s)
	return func() { s.ended = true }, nil
}

// publish sends an entry to every subscribed node.
func (w *world) publish(table string, n store.News) {
	list := w.readers[table]
	kept := list[:0]
	for _, s := range list {
		if s.ended {
			continue
		}
		kept = append(kept, s)
		r := w.rng.Float64()
		if !w.calm && (w.now < s.node.cutUntil || r < 0.02) {
			w.count("news lost")
			continue
		}
		in := w.between(100*time.Microsecond, 3*time.Millisecond)
		if !w.calm && r < 0.05 {
			in = w.between(0, 10*time.Second)
			w.count("news late")
		}
		s.last = max(w.now+in, s.last)
		w.plan(s.last-w.now, func() { s.deliver(w, table, n) })
		if !w.calm && r > 0.99 {
			w.plan(s.last-w.now, func() { s.deliver(w, table, n) })
			w.count("news twice")
		}
	}
	w.readers[table] = kept
}

func (s *subscription) deliver(w *world, table string, n store.News) {
	if s.ended || !s.node.up {
		return
	}
	s.queue = append(s.queue, n)
	if s.busy {
		return
	}
	s.busy = true
	w.start(s.node, func() {
		for len(s.queue) > 0 {
			next := s.queue[0]
			s.queue = s.queue[1:]
			s.f(next)
			w.checkNode(s.node, table)
		}
		s.busy = false
	})
}

// question is a question to a bot, in the queue of work.
type question struct {
	table, part string
	data        []byte
	tries       int
	gone        bool
}

// queue is the queue of work as one node sees it. The simulation answers in place of the workers, with a random
// move for the bot's seats.
type queue struct{ *client }

func (q queue) Put(_ context.Context, table, part string, data []byte) error {
	return q.write(func() {
		key := table + " " + part
		if old := q.questions[key]; old != nil {
			old.gone = true
		}
		k := &question{table: table, part: part, data: data}
		q.questions[key] = k
		in := q.between(50*time.Millisecond, 2*time.Second)
		if !q.calm && q.rng.IntN(100) == 0 {
			q.count("question lost")
			delete(q.questions, key)
			return
		}
		q.plan(in, func() { q.world.answer(k) })
	})
}

func (q queue) Waits(_ context.Context, table, part string) (bool, error) {
	if _, err := q.read(true); err != nil {
		return false, err
	}
	return q.questions[table+" "+part] != nil, nil
}

// listener receives the workers' answers for one table on one node.
type listener struct {
	node  *node
	f     func([]byte) bool
	ended bool
}

func (q queue) Answers(table string, f func([]byte) bool) (func(), error) {
	l := &listener{node: q.node, f: f}
	q.listeners[table] = append(q.listeners[table], l)
	return func() { l.ended = true }, nil
}

func (q queue) Hand(func()) (func(), error) { return func() {}, nil }

// answer answers a question in place of a bot, and sends the answer to the listeners of the question's table.
func (w *world) answer(k *question) {
	if k.gone {
		return
	}
	var it struct {
		ID    string      `json:"id"`
		Kind  string      `json:"kind"`
		Moves []work.Move `json:"moves"`
	}
	if err := json.Unmarshal(k.data, &it); err != nil || len(it.Moves) == 0 {
		w.failed("a question to a bot cannot be read: %v", err)
		return
	}
	a := work.Answer{ID: it.ID, Kind: it.Kind, Took: 1000, Move: it.Moves[w.rng.IntN(len(it.Moves))]}
	switch r := w.rng.IntN(100); {
	case w.calm:
	case r == 0:
		a.Failed = "no idea"
	case r == 1:
		a.Move.Move = "no such move"
	}
	data, err := json.Marshal(a)
	if err != nil {
		panic(err)
	}
	taken := false
	list := w.listeners[k.table]
	kept := list[:0]
	for _, l := range list {
		if l.ended || !l.node.up {
			continue
		}
		kept = append(kept, l)
		taken = l.f(data) || taken
	}
	w.listeners[k.table] = kept
	if k.tries++; taken || k.tries > 5 {
		k.gone = true
		if w.questions[k.table+" "+k.part] == k {
			delete(w.questions, k.table+" "+k.part)
		}
		return
	}
	w.plan(time.Second, func() { w.answer(k) })
}
