package lobby

import (
	"context"
	"encoding/hex"
	"slices"
	"time"

	"theriac/engine"
	"theriac/internal/identity"
)

// Shared is the deal that a table shares with others: that of a day, or of a
// duplicate. What its end would show stays shut until nobody plays those cards any
// more.
type Shared struct {
	Deal string `json:"deal"` // its name, as in the transcript
	// Opens is when the deal of a day opens. Such a table is played by one person.
	Opens time.Time `json:"opens,omitzero"`
	// Group is all tables of a duplicate, this one among them. Their deal opens when
	// none of them is running.
	Group []string `json:"group,omitempty"`
}

// SharedDeal is a shared deal with its secret, for a draft. Only the server makes one.
type SharedDeal struct {
	Shared
	Secret, Salt engine.Key
	Revision     int // of the rules: the same at every table, whenever it starts
}

// seed is the deal's seed.
func (d *SharedDeal) seed() engine.Seed { return engine.SharedSeed(d.Deal, d.Secret, d.Salt) }

// share gives a new record a shared deal. Nobody watches: a spectator could play the
// same cards next.
func (r *record) share(d *SharedDeal) {
	if d == nil {
		return
	}
	r.Shared = &Shared{Deal: d.Deal, Opens: d.Opens, Group: slices.Clone(d.Group)}
	r.Revision, r.Watch, r.Public = d.Revision, WatchNobody, false
	r.Secret, r.Salt = hex.EncodeToString(d.Secret[:]), hex.EncodeToString(d.Salt[:])
	commitment := d.seed().Commitment
	r.Commitment = hex.EncodeToString(commitment[:])
}

// Daily says whether a table plays the deal of a day.
func (t *Table) Daily() bool { return t.Shared != nil && !t.Shared.Opens.IsZero() }

// notShared refuses what would change the cards or let others see them.
func (r *record) notShared() error {
	if r.Shared != nil || r.Branch != nil {
		return refuse(DealFixed)
	}
	return nil
}

// notDaily refuses what would let somebody else play at a table of a day's deal.
func (r *record) notDaily() error {
	if r.Daily() {
		return refuse(DealFixed)
	}
	return nil
}

// Opened says whether nobody plays the cards of a table any more, and its end may be
// shown. That it is over is the table's own to say.
func (l *Lobby) Opened(ctx context.Context, t Table) (bool, error) {
	switch {
	case t.Shared == nil:
		return true, nil
	case t.Daily():
		return !l.now().Before(t.Shared.Opens), nil
	}
	for _, id := range t.Shared.Group {
		other, err := l.read(ctx, id)
		if Refused(err) == NoSuchTable {
			continue
		}
		if err != nil || other.Status.Running() {
			return false, err
		}
	}
	return true, nil
}

// Opening is a finished game of a deal that has opened: everybody may replay a day's,
// and the other teams a duplicate's.
func (l *Lobby) Opening(ctx context.Context, by identity.Person, table string) (Table, error) {
	r, err := l.read(ctx, table)
	if err != nil {
		return Table{}, err
	}
	if r.Shared == nil || r.Status != Finished {
		return Table{}, refuse(NoSuchTable)
	}
	open, err := l.Opened(ctx, r.Table)
	if err == nil && (!open || !r.Daily() && !l.inGroup(ctx, by, r.Shared.Group)) {
		err = refuse(NoSuchTable)
	}
	return r.shown(), err
}

// inGroup says whether a person has a part in a table of a duplicate.
func (l *Lobby) inGroup(ctx context.Context, by identity.Person, group []string) bool {
	for _, id := range group {
		if r, err := l.read(ctx, id); err == nil && r.belongs(by.ID) {
			return true
		}
	}
	return false
}

// oneOfGroup refuses a seat to a person who sits, or has sat since the cards were
// dealt, at another table of the same duplicate.
func (l *Lobby) oneOfGroup(ctx context.Context, by identity.Person, table string) error {
	r, err := l.read(ctx, table)
	if err != nil || r.Shared == nil {
		return err
	}
	for _, id := range r.Shared.Group {
		if id == table {
			continue
		}
		other, err := l.read(ctx, id)
		if Refused(err) == NoSuchTable {
			continue
		}
		if err != nil {
			return err
		}
		if !other.Held(by.ID).Empty() || slices.Contains(other.Dealt, by.ID) {
			return refuse(OneTeam)
		}
	}
	return nil
}

// noteDealt remembers who has seen cards of a duplicate's table.
func (r *record) noteDealt() {
	if r.Shared == nil || len(r.Shared.Group) == 0 || r.Status != Playing {
		return
	}
	for _, s := range r.Seats {
		if s.Holder != "" && !slices.Contains(r.Dealt, s.Holder) && len(r.Dealt) < MaxGuests {
			r.Dealt = append(r.Dealt, s.Holder)
		}
	}
}
