package lobby

import (
	"context"
	"slices"

	"theriac/internal/identity"
)

// hosts says whether a person is the table's host.
func (r *record) hosts(person string) error {
	if err := r.admits(person); err != nil {
		return err
	}
	if r.Host != person {
		return refuse(NotHost)
	}
	return nil
}

// host runs an operation that only the host may do.
func (l *Lobby) host(ctx context.Context, by identity.Person, table string, f func(*record) error) (Table, error) {
	r, err := l.change(ctx, table, func(r *record) error {
		if err := r.hosts(by.ID); err != nil {
			return err
		}
		return f(r)
	})
	return r.shown(), err
}

// Kick removes a person from all seats, and with ban for good. While the game runs,
// the seats can then be taken by link, by a person who has no seat and is not the
// host.
func (l *Lobby) Kick(ctx context.Context, by identity.Person, table, person string, ban bool) (Table, error) {
	return l.host(ctx, by, table, func(r *record) error {
		switch {
		case person == by.ID:
			return refuse(HostStays)
		case !identity.IsID(person, identity.PersonLength):
			return refuse(NotHere)
		case !r.Status.Running():
			return refuse(NotRunning)
		case slices.Contains(r.Banned, person):
			return errSame
		case !r.belongs(person) && !ban:
			return refuse(NotHere)
		case ban && len(r.Banned) >= MaxBanned:
			return refuse(ListFull)
		}
		for seat := range r.Held(person).Each {
			r.Seats[seat].Kicked = r.Status == Playing
		}
		r.standAll(person)
		r.forgetStood(person)
		r.Guests = remove(r.Guests, person)
		if ban {
			r.Banned = append(r.Banned, person)
		}
		return nil
	})
}

// Unban readmits a person.
func (l *Lobby) Unban(ctx context.Context, by identity.Person, table, person string) (Table, error) {
	return l.host(ctx, by, table, func(r *record) error {
		if !slices.Contains(r.Banned, person) {
			return errSame
		}
		r.Banned = remove(r.Banned, person)
		return nil
	})
}

// Mute keeps a person from chatting at the table.
func (l *Lobby) Mute(ctx context.Context, by identity.Person, table, person string) (Table, error) {
	return l.host(ctx, by, table, func(r *record) error {
		switch {
		case person == by.ID:
			return refuse(HostStays)
		case !identity.IsID(person, identity.PersonLength):
			return refuse(NotHere)
		case slices.Contains(r.Muted, person):
			return errSame
		case len(r.Muted) >= MaxMuted:
			return refuse(ListFull)
		}
		r.Muted = append(r.Muted, person)
		return nil
	})
}

// Unmute lets a person chat again.
func (l *Lobby) Unmute(ctx context.Context, by identity.Person, table, person string) (Table, error) {
	return l.host(ctx, by, table, func(r *record) error {
		if !slices.Contains(r.Muted, person) {
			return errSame
		}
		r.Muted = remove(r.Muted, person)
		return nil
	})
}

// SetWatch changes what spectators may see. Once the game runs it can only become
// less: the hands are not the host's to show.
func (l *Lobby) SetWatch(ctx context.Context, by identity.Person, table string, w Watch) (Table, error) {
	to := slices.Index(watches(), w)
	if to < 0 {
		return Table{}, refuse(BadWatch)
	}
	return l.host(ctx, by, table, func(r *record) error {
		switch {
		case r.Watch == w:
			return errSame
		case r.Shared != nil:
			return refuse(DealFixed)
		case !r.Status.Running():
			return refuse(NotRunning)
		case r.Status == Playing && to > slices.Index(watches(), r.Watch):
			return refuse(WatchNarrower)
		}
		r.Watch = w
		return nil
	})
}

// Close closes a table that has not begun.
func (l *Lobby) Close(ctx context.Context, by identity.Person, table string) (Table, error) {
	return l.host(ctx, by, table, func(r *record) error {
		if r.Status == Closed {
			return errSame
		}
		if r.Status != Gathering {
			return refuse(NotGathering)
		}
		r.close()
		return nil
	})
}

// close closes a table that never played: nothing was dealt, so its seed goes.
func (r *record) close() {
	r.Status, r.Secret, r.Salt, r.Webhooks = Closed, "", "", nil
}
