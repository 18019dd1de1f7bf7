package lobby

import (
	"context"
	"slices"

	"theriac/internal/identity"
)

// What people who sit at a table do before its game begins: they say that they are ready, and invite others.

// IsReady reports whether a person who sits at the table is ready for the game to begin.
func (t *Table) IsReady(person string) bool {
	return t.Status == Gathering && person != "" && slices.Contains(t.Ready, person) && !t.Held(person).Empty()
}

// SetReady records that a person is ready for the game to begin, or not yet. It only informs the others.
func (l *Lobby) SetReady(ctx context.Context, by identity.Person, table string, ready bool) (Table, error) {
	r, err := l.change(ctx, table, func(r *tableRecord) error {
		if err := r.admits(by.ID); err != nil {
			return err
		}
		switch {
		case r.Held(by.ID).Empty():
			return refuse(NotSeated)
		case r.Status != Gathering:
			return refuse(NotGathering)
		case slices.Contains(r.Ready, by.ID) == ready:
			return errSame
		}
		r.Ready = remove(r.Ready, by.ID)
		if ready {
			r.Ready = append(r.Ready, by.ID)
		}
		return nil
	})
	return r.shown(), err
}

// memberLink holds the key of an invitation by a person who sits at the table. It is void once they have stood up.
type memberLink struct {
	Person string `json:"person"`
	Key    string `json:"key"`
}

// invitation returns the place for the key of a person's invitation, or an error if they may not invite.
func (r *tableRecord) invitation(person string) (*string, error) {
	if err := r.admits(person); err != nil {
		return nil, err
	}
	switch {
	case r.Status == Closed:
		return nil, refuse(NotRunning)
	case r.Host == person:
		return &r.Invite, nil
	case r.HostInvites || r.Held(person).Empty():
		return nil, refuse(NotHost)
	case !r.Status.Running():
		return nil, refuse(NotRunning)
	}
	at := slices.IndexFunc(r.Invites, func(m memberLink) bool { return m.Person == person })
	if at < 0 {
		at, r.Invites = len(r.Invites), append(r.Invites, memberLink{Person: person})
	}
	return &r.Invites[at].Key, nil
}

// invites reports whether a key is that of an invitation to the table.
func (r *tableRecord) invites(key string) bool {
	ofMember := func(m memberLink) bool { return m.Key == key && !r.Held(m.Person).Empty() }
	return key != "" && (r.Invite == key || !r.HostInvites && slices.ContainsFunc(r.Invites, ofMember))
}

// dropOf removes a person's invitation and readiness, which only people who sit can have.
func (r *tableRecord) dropOf(person string) {
	if !r.Held(person).Empty() {
		return
	}
	r.Ready = remove(r.Ready, person)
	r.Invites = slices.DeleteFunc(r.Invites, func(m memberLink) bool { return m.Person == person })
}

// SetInvites chooses whether everybody who sits at the table may invite people, or the host alone.
func (l *Lobby) SetInvites(ctx context.Context, by identity.Person, table string, open bool) (Table, error) {
	return l.host(ctx, by, table, func(r *tableRecord) error {
		switch {
		case r.HostInvites == !open:
			return errSame
		case !r.Status.Running():
			return refuse(NotRunning)
		}
		r.HostInvites, r.Invites = !open, nil
		return nil
	})
}
