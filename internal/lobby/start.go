package lobby

import (
	"context"
	"fmt"
	"slices"
	"time"

	"theriac/games"
	"theriac/internal/identity"
)

// Start begins the game exactly once, even if many callers try in parallel. The host may call it, and people whom
// the host lets help.
func (l *Lobby) Start(ctx context.Context, by identity.Person, table string) (Table, error) {
	r, err := l.change(ctx, table, func(r *tableRecord) error {
		if err := r.admits(by.ID); err != nil {
			return err
		}
		if begun := r.Status == Playing || r.Status == Finished; begun && (r.runs(by.ID) || !r.Held(by.ID).Empty()) {
			return errSame
		}
		if !r.runs(by.ID) {
			return refuse(NotHost)
		}
		if r.Status != Gathering {
			return refuse(NotGathering)
		}
		if r.Taken() < len(r.Seats) {
			return refuse(SeatsEmpty)
		}
		game, ok := games.Find(r.Game)
		if !ok {
			return refuse(NoSuchGame)
		}
		r.Status, r.Started, r.Ready = Playing, l.now(), nil
		if r.Shared == nil && r.Branch == nil {
			r.Revision = l.revisionFor(game, r.Settings)
		}
		r.noteDealt()
		return nil
	})
	if err != nil {
		return Table{}, err
	}
	r, err = l.begin(ctx, r)
	return r.shown(), err
}

// begin writes the log's first entry. It then removes the seed, the lead and the known part of the position
// from the record. After a failure, the next operation at the table calls begin again. The header depends only
// on the record, so it is the same each time.
func (l *Lobby) begin(ctx context.Context, r tableRecord) (tableRecord, error) {
	if r.Status != Playing || r.begun() {
		return r, nil
	}
	h, err := r.header()
	if err != nil {
		return r, err
	}
	if err := l.conf.Begin(ctx, r.shown(), h, r.Lead); err != nil {
		return r, fmt.Errorf("lobby: start: %w", err)
	}
	return l.change(ctx, r.ID, func(r *tableRecord) error {
		if r.begun() {
			return errSame
		}
		r.Secret, r.Salt, r.Lead, r.Known = "", "", nil, ""
		return nil
	})
}

// Finish records that the game is over. The table registry may call it several times.
func (l *Lobby) Finish(ctx context.Context, table string, o Outcome, at time.Time) (Table, error) {
	r, err := l.change(ctx, table, func(r *tableRecord) error {
		if !r.Finished.IsZero() {
			return errSame
		}
		if r.Status != Playing && r.Status != TakenDown {
			return refuse(NotPlaying)
		}
		r.Secret, r.Salt, r.Lead, r.Known = "", "", nil, ""
		r.Finished, r.Outcome, r.Webhooks, r.Left = at.UTC(), o, nil, nil
		r.endDoor()
		if r.Status == Playing {
			r.Status = Finished
		}
		return nil
	})
	return r.shown(), err
}

// Rematch opens a new table with the same options and the same people on the same seats. The first caller creates
// the table, and later callers get that table.
func (l *Lobby) Rematch(ctx context.Context, by identity.Person, table string) (Table, error) {
	id, err := l.newID()
	if err != nil {
		return Table{}, err
	}
	old, err := l.change(ctx, table, func(r *tableRecord) error {
		if err := r.admits(by.ID); err != nil {
			return err
		}
		if r.Held(by.ID).Empty() {
			return refuse(NotSeated)
		}
		if r.Status != Finished {
			return refuse(NotFinished)
		}
		if r.Next != "" {
			return errSame
		}
		r.Next = id
		return nil
	})
	if err != nil {
		return Table{}, err
	}
	// The old table's record names the new table before the new table exists. So there can be only one
	// rematch, and after a failure the next caller completes it.
	next, err := l.read(ctx, old.Next)
	if Refused(err) == NoSuchTable {
		again := old.rematch(by.ID)
		if err := l.parted(ctx, by.ID, &again); err != nil {
			return Table{}, err
		}
		if again.Public && again.Host == by.ID {
			if err := l.inside(ctx, by); err != nil {
				return Table{}, err
			}
		}
		if err := l.mayHost(ctx, identity.Person{ID: again.Host}, again.Public); err != nil {
			return Table{}, err
		}
		next, err = l.create(ctx, old.Next, again)
	}
	if err != nil {
		return Table{}, err
	}
	if _, err := next.access(by); err != nil {
		return Table{}, err // the person has been kicked from the rematch
	}
	return next.shown(), nil
}

// rematch returns the record for a rematch of this table, with the given person as its host.
func (r *tableRecord) rematch(by string) tableRecord {
	t := Table{
		Game: r.Game, Settings: slices.Clone(r.Settings), Cards: r.Cards, Title: r.Title, Host: by, Public: r.Public, OnePerson: r.OnePerson,
		Listen: r.Listen, Watch: r.Watch, Clock: r.Clock, Previous: r.ID, Seats: make([]Seat, len(r.Seats)),
		Muted: slices.Clone(r.Muted), Banned: slices.Clone(r.Banned), BotPace: r.BotPace, Removed: slices.Clone(r.Removed), Hall: r.Hall, Shut: r.Shut, HostInvites: r.HostInvites,
	}
	if r.Takeover != nil {
		own := *r.Takeover
		t.Takeover = &own
	}
	if r.Advised != nil {
		own := *r.Advised
		t.Advised = &own
	}
	if r.Gallery != nil {
		own := *r.Gallery
		t.Gallery = &own
	}
	for i, s := range r.Seats {
		t.Seats[i].Holder, t.Seats[i].Bot = s.Holder, s.Bot
	}
	if !r.Held(r.Host).Empty() {
		t.Host = r.Host
	}
	return tableRecord{Table: t}
}
