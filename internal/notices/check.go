package notices

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"sync"

	"theriac/engine"
	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/internal/store"
	"theriac/internal/table"
)

// shards is how many tables can be checked in parallel. A table always belongs to the same shard, so that two
// checks of it never overlap.
const shards = 8

// shard lists the tables of one shard that need a check.
type shard struct {
	mu    sync.Mutex
	dirty map[string]bool
	wake  chan struct{}
}

// TableChanged requests a check of a table that has a new entry or a changed record. It does not block.
func (n *Notifier) TableChanged(id string) {
	if !n.idle() {
		n.Check(id)
	}
}

// Check requests a check of a table, which runs soon afterwards.
func (n *Notifier) Check(id string) {
	h := fnv.New32a()
	_, _ = h.Write([]byte(id))
	s := &n.shards[h.Sum32()%shards]
	s.mu.Lock()
	s.dirty[id] = true
	s.mu.Unlock()
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

func (n *Notifier) runShard(ctx context.Context, s *shard) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.wake:
		}
		s.mu.Lock()
		tables := s.dirty
		s.dirty = map[string]bool{}
		s.mu.Unlock()
		for id := range tables {
			if ctx.Err() != nil {
				return
			}
			if err := n.checkTable(ctx, id); err != nil {
				n.trouble("check who owes an answer", err)
				n.conf.Clock.AfterFunc(watchPause, func() { n.Check(id) })
			}
		}
	}
}

// checkTable creates debts for the people who owe a table an answer, and removes the debts of those who have
// answered.
func (n *Notifier) checkTable(ctx context.Context, id string) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	t, err := n.conf.Lobby.Recent(ctx, id)
	if lobby.Refused(err) == lobby.NoSuchTable {
		t = lobby.Table{ID: id}
	} else if err != nil {
		return err
	}
	people := map[string]bool{}
	n.mu.Lock()
	for person := range n.debts.byTable[id] {
		people[person] = true
	}
	for _, s := range t.Seats {
		if s.Holder != "" && n.wanted[s.Holder] > 0 {
			people[s.Holder] = true
		}
	}
	n.mu.Unlock()
	if len(people) == 0 {
		return nil
	}
	s, err := n.state(ctx, t, false)
	if err != nil {
		return err
	}
	for person := range people {
		if err := n.checkPerson(ctx, t, s, person); err != nil {
			return err
		}
	}
	return nil
}

// state returns the state of a table's game. If fresh is true it asks the store for the newest one; otherwise
// it uses the one that this node has. It returns nil if no game is running.
func (n *Notifier) state(ctx context.Context, t lobby.Table, fresh bool) (*table.State, error) {
	if t.Status != lobby.Playing {
		return nil, nil
	}
	live, err := n.conf.Tables.Open(ctx, t.ID)
	switch {
	case errors.Is(err, table.ErrNoTable), errors.Is(err, table.ErrDamaged), errors.Is(err, table.ErrNewer):
		return nil, nil
	case err != nil:
		return nil, err
	}
	defer live.Release()
	if fresh {
		if err := live.Refresh(ctx); err != nil && live.Damaged() == nil {
			return nil, err
		}
	}
	return live.State(), nil
}

// checkPerson creates, replaces or removes a person's debt at a table.
func (n *Notifier) checkPerson(ctx context.Context, t lobby.Table, s *table.State, person string) error {
	key, c := debtKey(person, t.ID), n.callOf(t, s, person)
	n.mu.Lock()
	k, has := n.debts.all[key]
	current := has && (s != nil && k.N > s.N || k.isCurrent(c, s))
	n.mu.Unlock()
	switch {
	case current, c == nil && !has:
		return nil
	case c == nil:
		if err := n.kv.debts.Delete(ctx, key); err != nil {
			return err
		}
		n.mu.Lock()
		n.debts.remove(key, k.version)
		n.mu.Unlock()
		return nil
	}
	for {
		old, version, err := n.debt(ctx, key)
		if err != nil {
			return err
		}
		if version != 0 && (s != nil && old.N > s.N || old.isCurrent(c, s)) {
			return nil
		}
		at := 0
		if s != nil {
			at = s.N
		}
		d := debt{N: at, Call: c.id, Due: n.now().Add(n.conf.Grace), Node: n.node}
		if err := n.write(ctx, key, version, d); !store.Retryable(ctx, err) {
			return err
		}
	}
}

// isCurrent reports whether the debt still covers the call c: the question is unchanged, or the person has not
// answered since.
func (d debt) isCurrent(c *call, s *table.State) bool {
	switch {
	case c == nil:
		return false
	case d.Call == c.id:
		return true
	}
	return !isNews(d.Call) && !isNews(c.id) && s.AnsweredSince(d.N)&c.held == 0
}

// debt reads a debt from the store. If there is none, the version is 0.
func (n *Notifier) debt(ctx context.Context, key string) (debt, uint64, error) {
	rec, err := n.kv.debts.Get(ctx, key)
	if errors.Is(err, store.ErrAbsent) {
		return debt{}, 0, nil
	}
	if err != nil {
		return debt{}, 0, err
	}
	d, err := decodeDebt(rec.Data)
	return d, rec.Version, err
}

// write writes a debt to the store if version is still its newest version.
func (n *Notifier) write(ctx context.Context, key string, version uint64, d debt) error {
	data, err := json.Marshal(d)
	if err != nil {
		return err
	}
	at, err := n.kv.debts.Put(ctx, key, version, data)
	if err == nil {
		n.mu.Lock()
		n.debts.put(key, at, d)
		n.mu.Unlock()
	}
	return err
}

// debtChanged updates this node's mirror after any node has changed a debt.
func (n *Notifier) debtChanged(rec store.Record) {
	if rec.Data == nil {
		n.mu.Lock()
		n.debts.remove(rec.Key, rec.Version)
		n.mu.Unlock()
		return
	}
	d, err := decodeDebt(rec.Data)
	if err != nil {
		n.trouble("read a debt", err)
		return
	}
	n.mu.Lock()
	n.debts.put(rec.Key, rec.Version, d)
	n.mu.Unlock()
	n.wakeDue()
}

// call describes the answer that a person owes a table.
type call struct {
	id    string       // id of the call, or of news: differs for each question, but is the same for all actions of a turn
	held  engine.Seats // all seats of the person
	seats engine.Seats // the person's seats that owe an answer
	step  string       // the kind of question, if the game asks one
	ask   string       // what an open proposal, such as an undo, would do; empty without a proposal
	turn  bool
}

// callOf returns the answer that a person owes a table, or what is new there for them, or nil.
func (n *Notifier) callOf(t lobby.Table, s *table.State, person string) *call {
	if c := questionTo(t, s, person); c != nil {
		return c
	}
	return newsOf(t, s, person, n.now())
}

// questionTo returns the answer that a person owes a table, or nil. If no other person plays, it returns nil
// because no one waits. It ignores seats that a bot plays for the person, because the bot answers.
func questionTo(t lobby.Table, s *table.State, person string) *call {
	if s == nil || s.Over || s.Pos == nil {
		return nil
	}
	c := &call{held: t.Held(person)}
	for i, seat := range t.Seats {
		if seat.Holder == person && seat.Standin != "" {
			c.held = c.held.Without(engine.Seat(i))
		}
	}
	if c.held.Empty() || !hasCompany(t, person) {
		return nil
	}
	if s.Ask != nil && s.Ask.Needs&c.held != 0 {
		c.seats, c.ask = s.Ask.Needs&c.held, s.Ask.What
		c.id = fmt.Sprintf("ask %s %d", s.Ask.What, s.Ask.To)
		return c
	}
	d := s.Pos.Decision()
	if c.seats = d.Owing() & c.held; c.seats.Empty() {
		return nil
	}
	words := s.Pos.Vocabulary()
	c.step, c.turn = words.Questions[d.Question], d.Question == words.Turn
	if c.turn {
		c.id = fmt.Sprintf("turn %d %d", c.seats, s.MovesBefore(c.held))
	} else {
		c.id = c.step + " " + s.Question()
	}
	return c
}

// sweeps checks the tables of all people who want notices, at the start and then at regular intervals. When a
// person switches notices on, it checks that person's tables immediately.
func (n *Notifier) sweeps(ctx context.Context) {
	select {
	case <-n.ready:
	case <-ctx.Done():
		return
	}
	for ctx.Err() == nil {
		n.forgetAsked(ctx)
		n.forgetNamed(ctx)
		n.mu.Lock()
		people := slices.Collect(maps.Keys(n.wanted))
		n.mu.Unlock()
		for _, person := range people {
			if ctx.Err() != nil {
				return
			}
			n.sweep(ctx, person)
		}
		again := make(chan struct{})
		stop := n.conf.Clock.AfterFunc(sweepEvery, func() { close(again) })
		n.sweepAsked(ctx, again)
		stop()
	}
}

// sweepAsked checks the tables of people who have just switched notices on, until it is time to check
// everyone's tables.
func (n *Notifier) sweepAsked(ctx context.Context, until <-chan struct{}) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-until:
			return
		case person := <-n.asked:
			n.sweep(ctx, person)
		}
	}
}

// sweep checks the tables at which a person plays. If the person was deleted, it removes any settings and debts
// that are left of them.
func (n *Notifier) sweep(ctx context.Context, person string) {
	if _, err := n.conf.Identity.Get(ctx, person); errors.Is(err, identity.ErrUnknown) {
		if err := n.Forget(ctx, person); err != nil {
			n.trouble("forget somebody", err)
		}
		return
	}
	for skip := 0; ; skip += lobby.MaxPage {
		list, total, err := n.conf.Lobby.Mine(ctx, person, skip, lobby.MaxPage)
		if err != nil {
			n.trouble("look at somebody's tables", err)
			return
		}
		for _, own := range list {
			if own.Status.Running() {
				n.Check(own.Table)
			}
		}
		if skip+lobby.MaxPage >= total || len(list) == 0 {
			return // running tables come first in the list, so no more of them follow
		}
	}
}
