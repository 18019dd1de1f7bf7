package lobby

import (
	"context"
	"slices"

	"theriac/engine"
	"theriac/internal/identity"
)

// Access describes what a person may do at a table.
type Access struct {
	Table Table
	Seats engine.Seats // the seats that the person holds, whose hands they see and play
	Back  engine.Seats // the seats that the person left and may take again
	Host  bool
	Watch Watch // what the person may see as a spectator; empty if they hold seats or may not watch
	Muted bool
	// Operator means that the person may see the table only because they are an operator. An operator sees no
	// hand.
	Operator bool
}

// Access returns what a person may do at a table. If the person must not learn that the table exists, Access
// returns the NoSuchTable refusal. The result may lag another node's change by at most Stale.
func (l *Lobby) Access(ctx context.Context, by identity.Person, table string) (Access, error) {
	r, ok := l.recent.get(table, l.now())
	if ok {
		// Another node may have begun the game or admitted the person in the meantime. So read the current record
		// before rejecting the person.
		_, err := r.access(by)
		ok = err == nil && r.Status != Gathering
	}
	if !ok {
		var err error
		if r, err = l.read(ctx, table); err != nil {
			return Access{}, err
		}
	}
	a, err := r.access(by)
	if err == nil {
		err = l.door(ctx, by, &r)
	}
	if err != nil {
		return Access{}, err
	}
	if r.Status == Playing && !r.begun() {
		if r, err = l.begin(ctx, r); err != nil {
			return Access{}, err
		}
		return r.access(by)
	}
	return a, nil
}

// AccessNow returns the same as Access, but always from the current record, whichever node changed it last.
func (l *Lobby) AccessNow(ctx context.Context, by identity.Person, table string) (Access, error) {
	r, err := l.read(ctx, table)
	if err != nil {
		return Access{}, err
	}
	a, err := r.access(by)
	if err == nil {
		err = l.door(ctx, by, &r)
	}
	return a, err
}

func (r *tableRecord) access(by identity.Person) (Access, error) {
	shut := r.shut(by.ID)
	knows := r.Knows(by.ID) && shut == nil && r.Status != TakenDown
	if by.NoPublic && r.Public && !r.belongs(by.ID) {
		return Access{}, refuse(NoSuchTable)
	}
	if !knows {
		switch {
		case by.Moderates():
			return Access{Table: r.shown(), Watch: WatchNobody, Operator: true}, nil
		case r.Status == TakenDown && (r.Public || slices.Contains(r.mentions(), by.ID)):
			return Access{}, refuse(TakenDownHere)
		case shut != nil:
			return Access{}, shut
		}
		return Access{}, refuse(NoSuchTable)
	}
	a := Access{
		Table: r.shown(), Seats: r.Held(by.ID), Back: r.Back(by.ID), Host: by.ID != "" && r.Host == by.ID,
		Watch: r.Watch, Muted: slices.Contains(r.Muted, by.ID),
	}
	if !a.Seats.Empty() {
		a.Watch = WatchNobody
	}
	return a, nil
}

// MayHaveWebhooks reports whether a table may have webhooks. It looks only in this node's cache, and returns
// true for a table that is not there.
func (l *Lobby) MayHaveWebhooks(table string) bool {
	r, ok := l.recent.get(table, l.now())
	return !ok || len(r.Webhooks) > 0
}

// Recent returns a table from the cache that Access uses, so it may lag another node's change by at most Stale.
func (l *Lobby) Recent(ctx context.Context, table string) (Table, error) {
	if r, ok := l.recent.get(table, l.now()); ok {
		return r.shown(), nil
	}
	return l.Get(ctx, table)
}
