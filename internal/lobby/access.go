package lobby

import (
	"context"
	"slices"

	"theriac/engine"
	"theriac/internal/identity"
)

// Access is what a person may do at a table.
type Access struct {
	Table Table
	Seats engine.Seats // the hands that they see and play
	Host  bool
	Watch Watch // how they may watch; empty where they may not, or hold seats
	Muted bool
	// Operator says that they know of the table only as an operator: that shows them no
	// hand.
	Operator bool
}

// Access says what a person may do at a table. To a person who may not know of it
// there is no such table. It may be Stale behind other nodes.
func (l *Lobby) Access(ctx context.Context, by identity.Person, table string) (Access, error) {
	r, ok := l.recent.get(table, l.now())
	if ok {
		// Another node may have begun the game meanwhile, or let the person in: what is
		// about to be refused is looked up.
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

// AccessNow is Access by the record as it is now, whatever node changed it.
func (l *Lobby) AccessNow(ctx context.Context, by identity.Person, table string) (Access, error) {
	r, err := l.read(ctx, table)
	if err != nil {
		return Access{}, err
	}
	return r.access(by)
}

func (r *record) access(by identity.Person) (Access, error) {
	banned := slices.Contains(r.Banned, by.ID)
	knows := r.Knows(by.ID) && !banned && r.Status != TakenDown
	if !knows {
		switch {
		case by.Operator:
			return Access{Table: r.shown(), Watch: WatchNobody, Operator: true}, nil
		case r.Status == TakenDown && (r.Public || slices.Contains(r.mentions(), by.ID)):
			return Access{}, refuse(TakenDownHere)
		case banned:
			return Access{}, refuse(BannedHere)
		}
		return Access{}, refuse(NoSuchTable)
	}
	a := Access{
		Table: r.shown(), Seats: r.Held(by.ID), Host: by.ID != "" && r.Host == by.ID,
		Watch: r.Watch, Muted: slices.Contains(r.Muted, by.ID),
	}
	if !a.Seats.Empty() {
		a.Watch = WatchNobody
	}
	return a, nil
}

// Hookless says that a table is known to have no webhook, as Recent would see it.
func (l *Lobby) Hookless(table string) bool {
	r, ok := l.recent.get(table, l.now())
	return ok && len(r.Webhooks) == 0
}

// Recent is a table as Access sees it: it may be Stale behind other nodes.
func (l *Lobby) Recent(ctx context.Context, table string) (Table, error) {
	if r, ok := l.recent.get(table, l.now()); ok {
		return r.shown(), nil
	}
	return l.Get(ctx, table)
}
