package lobby

import (
	"context"

	"theriac/internal/identity"
)

// TakeDown hides a table from everyone. No one can then play at it, watch it or join it.
func (l *Lobby) TakeDown(ctx context.Context, by identity.Person, table, reason string) (Table, error) {
	if !by.Moderates() {
		return Table{}, refuse(NeedsRole)
	}
	reason, err := identity.CleanLine(reason, MaxText)
	if err != nil {
		return Table{}, refuse(BadText)
	}
	r, err := l.change(ctx, table, func(r *tableRecord) error {
		if r.Status == TakenDown {
			return errSame
		}
		// If the game has not begun yet, this removes its seed. The log of a running game already has the seed.
		r.Status, r.Reason, r.Secret, r.Salt, r.Invite, r.Webhooks = TakenDown, reason, "", "", "", nil
		r.Invites = nil
		clear(r.Links)
		return nil
	})
	return r.shown(), err
}

// RemoveTitle takes the title of a table away, on behalf of a moderator.
func (l *Lobby) RemoveTitle(ctx context.Context, table string) error {
	_, err := l.change(ctx, table, func(r *tableRecord) error {
		if r.Title == "" {
			return errSame
		}
		r.Title = ""
		return nil
	})
	return err
}
