package lobby

import (
	"context"
	"errors"
	"slices"

	"theriac/internal/identity"
)

// hosts returns an error unless the person is the table's host.
func (r *tableRecord) hosts(person string) error {
	if err := r.admits(person); err != nil {
		return err
	}
	if r.Host != person {
		return refuse(NotHost)
	}
	return nil
}

// host applies f to a table's record if the caller is the host.
func (l *Lobby) host(ctx context.Context, by identity.Person, table string, f func(*tableRecord) error) (Table, error) {
	r, err := l.change(ctx, table, func(r *tableRecord) error {
		if err := r.hosts(by.ID); err != nil {
			return err
		}
		return f(r)
	})
	return r.shown(), err
}

// MakeHost makes another person at the table its host.
func (l *Lobby) MakeHost(ctx context.Context, by identity.Person, table, person string) (Table, error) {
	r, err := l.change(ctx, table, func(r *tableRecord) error {
		if err := r.admits(by.ID); err != nil {
			return err
		}
		if r.Host == person && r.belongs(by.ID) {
			return errSame // an earlier attempt has done it
		}
		switch {
		case r.Host != by.ID:
			return refuse(NotHost)
		case !r.Status.Running():
			return refuse(NotRunning)
		case r.Held(person).Empty():
			return refuse(NotHere)
		}
		if err := errors.Join(r.notDaily(), r.notCarried()); err != nil {
			return err
		}
		r.passHost(person)
		return nil
	})
	return r.shown(), err
}

// passHost makes a person the host. The host before still sees the table.
func (r *tableRecord) passHost(person string) {
	was := r.Host
	r.Host = person
	r.Helpers = remove(r.Helpers, person)
	r.keepAsGuest(was)
}

// LetHelp lets a person take all free seats and start the game, or ends that.
func (l *Lobby) LetHelp(ctx context.Context, by identity.Person, table, person string, on bool) (Table, error) {
	return l.host(ctx, by, table, func(r *tableRecord) error {
		switch {
		case on == slices.Contains(r.Helpers, person):
			return errSame
		case !on:
			r.Helpers = remove(r.Helpers, person)
			return nil
		case !r.Status.Running():
			return refuse(NotRunning)
		case person == r.Host || !r.belongs(person):
			return refuse(NotHere)
		}
		r.Helpers = append(r.Helpers, person)
		return nil
	})
}

// runs reports whether a person may start the game and take several seats of a public table. The teams of a
// duplicate start their tables themselves.
func (t *Table) runs(person string) bool {
	if t.Shared != nil && !t.Held(person).Empty() {
		return true
	}
	return person != "" && (person == t.Host || slices.Contains(t.Helpers, person) && t.belongs(person))
}

// Mute keeps a person from writing in the table's chat.
func (l *Lobby) Mute(ctx context.Context, by identity.Person, table, person string) (Table, error) {
	return l.host(ctx, by, table, func(r *tableRecord) error {
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

// Unmute lets a person write in the chat again.
func (l *Lobby) Unmute(ctx context.Context, by identity.Person, table, person string) (Table, error) {
	return l.host(ctx, by, table, func(r *tableRecord) error {
		if !slices.Contains(r.Muted, person) {
			return errSame
		}
		r.Muted = remove(r.Muted, person)
		return nil
	})
}

// SetWatch changes what spectators may see. During the game it can only show them less, because players did
// not agree to show more of their hands.
func (l *Lobby) SetWatch(ctx context.Context, by identity.Person, table string, w Watch) (Table, error) {
	to := slices.Index(watches(), w)
	if to < 0 {
		return Table{}, refuse(BadWatch)
	}
	return l.host(ctx, by, table, func(r *tableRecord) error {
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
	return l.host(ctx, by, table, func(r *tableRecord) error {
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

// close marks a table as closed before its game began. It removes the seed, because no cards were dealt from
// it.
func (r *tableRecord) close() {
	r.Status, r.Secret, r.Salt, r.Webhooks = Closed, "", "", nil
}
