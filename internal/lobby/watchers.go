package lobby

import (
	"context"

	"theriac/internal/identity"
)

// People who watch a running game talk to each other, and no player reads it: they may see hands that a player does
// not see.

// WatchersTalk reports whether those who watch the game can talk to each other. At first they can at public tables.
func (t *Table) WatchersTalk() bool {
	if t.Gallery != nil {
		return *t.Gallery
	}
	return t.Public
}

// SetWatchersTalk opens or closes the talk of those who watch.
func (l *Lobby) SetWatchersTalk(ctx context.Context, by identity.Person, table string, open bool) (Table, error) {
	return l.host(ctx, by, table, func(r *tableRecord) error {
		switch {
		case r.WatchersTalk() == open:
			return errSame
		case !r.Status.Running():
			return refuse(NotRunning)
		}
		r.Gallery = &open
		return nil
	})
}

// Watches reports whether a person only watches the game. A person who may come back to a seat counts as a player.
func (a *Access) Watches() bool {
	sees := a.Watch == WatchHidden || a.Watch == WatchDelayed || a.Watch == WatchOpen
	return sees && !a.Operator && a.Seats.Empty() && a.Back.Empty()
}

// ReadsWatchers reports whether a person may read what those who watch have said to each other.
func (a *Access) ReadsWatchers() bool { return a.Watches() }

// SpeaksToPlayers reports whether what a person says may reach those who play. During the game, people who watch do
// so only at private tables, if they see no more than the players and have no talk of their own. The host always may.
func (a *Access) SpeaksToPlayers() bool {
	if a.Table.Status != Playing || a.Host || !a.Watches() {
		return true
	}
	return !a.Table.Public && !a.Table.WatchersTalk() && a.Watch == WatchHidden
}
