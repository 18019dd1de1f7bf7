package evenings

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"theriac/internal/lobby"
	"theriac/internal/store"
)

// plan has the teams of an evening. One node writes it, once; then it only loses people who are forgotten. So
// every node that seats people by it seats the same people at the same tables.
type plan struct {
	Teams []team `json:"teams"`
	// Node seats the people until Lease. Then another node may.
	Node  string    `json:"node,omitempty"`
	Lease time.Time `json:"lease,omitzero"`
	Done  bool      `json:"done,omitempty"`
}

// team is people who sit down at one table.
type team struct {
	Table  string     `json:"table"`
	People []string   `json:"people"`
	Wish   lobby.Wish `json:"wish"`
}

func (p *plan) has(person string) bool {
	return slices.ContainsFunc(p.Teams, func(t team) bool { return slices.Contains(t.People, person) })
}

// Tend counts who is here, begins the evenings whose time has come, and forgets those that are over. A node calls it
// every few seconds.
func (e *Evenings) Tend(ctx context.Context) error {
	all := e.count(ctx)
	all = errors.Join(all, e.each(ctx, e.kv.coming, e.begin))
	return errors.Join(all, e.each(ctx, e.kv.plans, func(context.Context, string, time.Time) error { return nil }))
}

// each calls f with each evening of a bucket whose time has come, and removes those that are over.
func (e *Evenings) each(ctx context.Context, kv store.KV, f func(ctx context.Context, id string, at time.Time) error) (all error) {
	for id := ""; ; {
		next, err := after(ctx, kv, id)
		if err != nil || next == "" {
			return errors.Join(all, err)
		}
		id = next
		at, err := timeOf(id)
		switch now := e.now(); {
		case err != nil || now.Before(at):
			return all // all others are later
		case now.After(at.Add(kept)):
			err = clearOf(ctx, kv, id)
		default:
			err = f(ctx, id, at)
		}
		if err != nil {
			all = errors.Join(all, fmt.Errorf("evenings: %s: %w", id, err))
		}
	}
}

// after returns the id of the first evening after the one with this id that has a record, or "".
func after(ctx context.Context, kv store.KV, id string) (string, error) {
	if id != "" {
		id += "/" // which sorts after every key of that evening
	}
	recs, err := kv.Page(ctx, "", id, 1)
	if err != nil || len(recs) == 0 {
		return "", err
	}
	next, _, _ := strings.Cut(recs[0].Key, ".")
	return next, nil
}

// clearOf removes the records of an evening.
func clearOf(ctx context.Context, kv store.KV, id string) error {
	recs, err := kv.List(ctx, id)
	for _, rec := range recs {
		err = errors.Join(err, kv.Delete(ctx, rec.Key))
	}
	return err
}

// begin plans an evening, unless that has been done, and seats its people. Any number of nodes may call it.
func (e *Evenings) begin(ctx context.Context, id string, at time.Time) error {
	p, version, err := read[plan](ctx, e.kv.plans, id)
	if err != nil || p.Done {
		return err
	}
	now := e.now()
	switch {
	case version == 0 && now.After(at.Add(Late)), p.Node != e.node && now.Before(p.Lease):
		return nil
	case version == 0:
		if p.Teams, err = e.plan(ctx, id); err != nil || len(p.Teams) == 0 {
			return err
		}
	}
	p.Node, p.Lease = e.node, now.Add(leaseFor)
	if version, err = e.writePlan(ctx, id, version, p); err != nil {
		return ignoreFaster(err)
	}
	for _, t := range p.Teams {
		if _, err := e.conf.Lobby.SeatTogether(ctx, t.Table, t.People, t.Wish); err != nil && lobby.Refused(err) == "" {
			return err // the next call goes on
		}
	}
	p.Done = true
	_, err = e.writePlan(ctx, id, version, p)
	return ignoreFaster(err)
}

// ignoreFaster returns nil for the error of a write before which another node wrote, which then goes on.
func ignoreFaster(err error) error {
	if errors.Is(err, store.ErrConflict) {
		return nil
	}
	return err
}

func (e *Evenings) writePlan(ctx context.Context, id string, version uint64, p plan) (uint64, error) {
	data, err := json.Marshal(p)
	if err != nil {
		return 0, err
	}
	return e.kv.plans.Put(ctx, id, version, data)
}

// seeker is a person who needs a seat.
type seeker struct {
	person string
	coming
}

// plan forms teams of the people who are there, with a table for each.
func (e *Evenings) plan(ctx context.Context, id string) ([]team, error) {
	recs, err := e.kv.coming.List(ctx, id)
	if err != nil {
		return nil, err
	}
	var list []seeker
	for _, rec := range recs {
		g := seeker{}
		if err := decode(rec.Data, &g.coming); err != nil {
			return nil, err
		}
		_, g.person, _ = strings.Cut(rec.Key, ".")
		if e.now().Sub(g.Seen) < Fresh {
			list = append(list, g)
		}
	}
	teams, err := e.teams(ctx, list)
	if err != nil {
		return nil, err
	}
	for i := range teams {
		if teams[i].Table, err = e.conf.Lobby.NewTable(); err != nil {
			return nil, err
		}
	}
	return teams, nil
}
