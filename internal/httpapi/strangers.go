package httpapi

import (
	"context"

	"theriac/internal/httpapi/admit"
	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/internal/names"
)

// mayTalk returns an error if a person may not write this at a public table: as a newcomer, or as a spectator with the
// name of a player. At private tables the people know each other.
func (a *core) mayTalk(ctx context.Context, access lobby.Access, text string) error {
	if !access.Table.Public {
		return nil
	}
	who := admit.PersonOf(ctx)
	if err := a.conf.Doors.MayTalk(ctx, who, text); err != nil || !access.Seats.Empty() {
		return err
	}
	return a.notAlike(ctx, access.Table, who, who.Name)
}

// notAlike returns an error if a person's name looks like that of another person who sits at a public table.
func (a *core) notAlike(ctx context.Context, t lobby.Table, who identity.Person, name string) error {
	if !t.Public || name == "" || who.Bot { // programs are marked as such
		return nil
	}
	for _, s := range t.Seats {
		if s.Holder == "" || s.Holder == who.ID {
			continue
		}
		other, err := a.conf.Identity.Get(ctx, s.Holder)
		if err == nil && names.Alike(name, other.Name) {
			return names.ErrAlike
		}
	}
	return nil
}

// mayBeCalled returns an error if a new name looks like that of another person at a public table where its owner sits.
func (a *core) mayBeCalled(ctx context.Context, who identity.Person, name string) error {
	list, _, err := a.conf.Lobby.Mine(ctx, who.ID, 0, lobby.MaxPage)
	if err != nil {
		return err
	}
	for _, own := range list {
		if !own.Public || own.Mine.Empty() || !own.Status.Running() {
			continue
		}
		t, err := a.conf.Lobby.Known(ctx, own.Table)
		if err != nil {
			return err
		}
		if err := a.notAlike(ctx, t, who, name); err != nil {
			return err
		}
	}
	return nil
}

// maySit returns an error if a person's name looks like that of another person at the table where they would sit.
func (a *core) maySit(ctx context.Context, table string) error {
	who := admit.PersonOf(ctx)
	access, err := a.conf.Lobby.Access(ctx, who, table)
	if err != nil || !access.Seats.Empty() {
		return nil //nolint:nilerr // sitting down fails for the same reason
	}
	return a.notAlike(ctx, access.Table, who, who.Name)
}
