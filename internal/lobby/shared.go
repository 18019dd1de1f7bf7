package lobby

import (
	"context"
	"encoding/hex"
	"slices"
	"time"

	"theriac/engine"
	"theriac/internal/identity"
)

// Shared describes the deal that a table shares with other tables: a daily deal, or the deal of a duplicate. At the
// end of a game, its secrets stay hidden until no table plays the same cards any more.
type Shared struct {
	Deal string `json:"deal"` // name of the deal, as in the transcript
	// Opens is when a daily deal is revealed; only one person plays at such a table. Opens is zero for a duplicate.
	Opens time.Time `json:"opens,omitzero"`
	// Group lists all tables of a duplicate, including this one. Their deal is revealed when none of them is
	// running.
	Group []string `json:"group,omitempty"`
}

// SharedDeal is a shared deal with its secret, as part of a Draft. Only the server makes a SharedDeal.
type SharedDeal struct {
	Shared
	Secret, Salt engine.Key
	Revision     int // the revision of the rules, the same at all tables whenever they start
}

// seed returns the deal's seed.
func (d *SharedDeal) seed() engine.Seed { return engine.SharedSeed(d.Deal, d.Secret, d.Salt) }

// share gives a new record the cards of a shared deal. It disables watching, because a spectator could play the
// same cards later.
func (r *tableRecord) share(d *SharedDeal) {
	if d == nil {
		return
	}
	r.Shared = &Shared{Deal: d.Deal, Opens: d.Opens, Group: slices.Clone(d.Group)}
	r.Revision, r.Watch, r.Public = d.Revision, WatchNobody, false
	r.Secret, r.Salt = hex.EncodeToString(d.Secret[:]), hex.EncodeToString(d.Salt[:])
	commitment := d.seed().Commitment
	r.Commitment = hex.EncodeToString(commitment[:])
}

// Daily reports whether a table plays a daily deal.
func (t *Table) Daily() bool { return t.Shared != nil && !t.Shared.Opens.IsZero() }

// notShared returns an error if the table shares its cards with other tables. Operations that would change
// the cards, or show them to others, call it.
func (r *tableRecord) notShared() error {
	if r.Shared != nil || r.Branch != nil {
		return refuse(DealFixed)
	}
	return nil
}

// notDaily returns an error if the table plays a daily deal. Operations that would let another person play at
// the table call it.
func (r *tableRecord) notDaily() error {
	if r.Daily() {
		return refuse(DealFixed)
	}
	return nil
}

// Opened reports whether the cards of a table may be revealed. That is the case if the table shares them with no
// other, if the time to reveal a daily deal has come, or if a duplicate has no running table. The caller has checked
// that this table's own game is over.
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

// Opening returns the table of a finished game that a person may replay although the table is private. Everyone may
// replay a released game, and a daily deal that may be revealed. Only people with a part in one of its tables may
// replay a duplicate.
func (l *Lobby) Opening(ctx context.Context, by identity.Person, table string) (Table, error) {
	r, err := l.read(ctx, table)
	if err != nil {
		return Table{}, err
	}
	if r.isReleased() {
		return r.unnamed(), l.inside(ctx, by)
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

// inGroup reports whether a person has a part in any table of a duplicate.
func (l *Lobby) inGroup(ctx context.Context, by identity.Person, group []string) bool {
	for _, id := range group {
		if r, err := l.read(ctx, id); err == nil && r.belongs(by.ID) {
			return true
		}
	}
	return false
}

// oneOfGroup returns an error if the person has a seat at another table of the same duplicate, or has had one
// since that table's cards were dealt.
func (l *Lobby) oneOfGroup(ctx context.Context, by identity.Person, table string) error {
	r, err := l.Known(ctx, table)
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

// noteDealt records the people who have seen the cards of a duplicate's table.
func (r *tableRecord) noteDealt() {
	if r.Shared == nil || len(r.Shared.Group) == 0 || r.Status != Playing {
		return
	}
	for _, s := range r.Seats {
		if s.Holder != "" && !slices.Contains(r.Dealt, s.Holder) && len(r.Dealt) < MaxGuests {
			r.Dealt = append(r.Dealt, s.Holder)
		}
	}
}
