package lobby

import (
	"context"

	"theriac/internal/identity"
)

// Releasable reports whether the host may let everyone replay the game of this private table. A shared deal has
// rules of its own, a branch contains another group's moves, and a puzzle would lose its solution.
func (t *Table) Releasable() bool {
	return t.Status == Finished && !t.Public && t.Shared == nil && t.Branch == nil && t.Puzzle == ""
}

// isReleased reports whether everyone may replay the game.
func (t *Table) isReleased() bool { return t.Released && t.Releasable() }

// Release lets everyone replay the finished game of a private table, or ends that. Only the host may. Others then see
// the moves and the hands, but no title, no names and no talk.
func (l *Lobby) Release(ctx context.Context, by identity.Person, table string, on bool) (Table, error) {
	return l.host(ctx, by, table, func(r *tableRecord) error {
		switch {
		case r.Status != Finished:
			return refuse(NotFinished)
		case !r.Releasable():
			return refuse(NoRelease)
		case r.Released == on:
			return errSame
		}
		r.Released = on
		return nil
	})
}

// unnamed returns the part of a released game's table that concerns the game. It contains no names,
// and nothing that people wrote.
func (r *tableRecord) unnamed() Table {
	t := Table{
		ID: r.ID, Game: r.Game, Revision: r.Revision, Settings: r.Settings, Cards: r.Cards, Deal: r.Deal, Lesson: r.Lesson, Watch: WatchNobody,
		Clock: r.Clock, Status: r.Status, Created: r.Created, Updated: r.Updated, Started: r.Started, Finished: r.Finished, Outcome: r.Outcome,
		Commitment: r.Commitment, Released: true, BotPace: r.BotPace, Seats: make([]Seat, len(r.Seats)),
	}
	for i, s := range r.Seats {
		t.Seats[i] = Seat{ID: s.ID, Nonce: s.Nonce, Bot: s.Bot}
	}
	return t
}

// Seen returns a table that everyone may see, strangers included.
func (l *Lobby) Seen(ctx context.Context, table string) (Table, error) {
	a, err := l.Access(ctx, identity.Person{}, table)
	if Refused(err) == NoSuchTable {
		return l.Opening(ctx, identity.Person{}, table)
	}
	return a.Table, err
}
