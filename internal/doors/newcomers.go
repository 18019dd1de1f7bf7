package doors

import (
	"context"

	"theriac/internal/identity"
	"theriac/internal/names"
	"theriac/internal/refusal"
)

// Limits on newcomers of an open server. A newcomer is a person who has played fewer games to their end than this.
// Games that were given up, lessons and puzzles do not count.
const (
	// GamesToTalk is how many games it takes before a person may chat at public tables and have many tables.
	GamesToTalk = 1
	// GamesToLink is how many games it takes before a person may write web addresses there.
	GamesToLink = 5
	// NewcomerTables and NewcomerPublic are how many open tables a newcomer may host, and how many public ones.
	NewcomerTables = 3
	NewcomerPublic = 1
)

// Errors about newcomers that callers compare with errors.Is.
var (
	// ErrNewcomerTalk reports that a newcomer may not chat at a public table yet.
	ErrNewcomerTalk error = refusal.New(refusal.Forbidden, "newcomer-talk", "doors: newcomers do not chat at public tables")
	// ErrNewcomerLinks reports that a newcomer may not write web addresses at a public table yet.
	ErrNewcomerLinks error = refusal.New(refusal.Forbidden, "newcomer-links", "doors: newcomers write no links")
)

// Newcomer reports whether the limits for newcomers apply to a person who needs this many games to be free of them.
func (d *Doors) Newcomer(ctx context.Context, who identity.Person, games int) (bool, error) {
	s, err := d.Settings(ctx)
	if err != nil || s.Mode != Open || who.Moderates() || d.conf.Finished == nil {
		return false, err
	}
	d.mu.Lock()
	grown := d.grown[who.ID]
	d.mu.Unlock()
	if grown {
		return false, nil
	}
	n, err := d.conf.Finished(ctx, who.ID, GamesToLink)
	if err != nil {
		return false, err
	}
	if n >= GamesToLink {
		d.remember(d.grown, who.ID)
	}
	return n < games, nil
}

// MayTalk returns an error if a newcomer may not write this at a public table. Private tables have no such limits,
// because their people were invited.
func (d *Doors) MayTalk(ctx context.Context, who identity.Person, text string) error {
	switch fresh, err := d.Newcomer(ctx, who, GamesToTalk); {
	case err != nil:
		return err
	case fresh:
		return ErrNewcomerTalk
	case !names.Address(text):
		return nil
	}
	fresh, err := d.Newcomer(ctx, who, GamesToLink)
	if fresh {
		return ErrNewcomerLinks
	}
	return err
}

// MaxTables returns how many open tables a person may host, and how many public ones; 0 means no limit of the doors.
func (d *Doors) MaxTables(ctx context.Context, who identity.Person) (tables, public int, err error) {
	fresh, err := d.Newcomer(ctx, who, GamesToTalk)
	if fresh {
		return NewcomerTables, NewcomerPublic, nil
	}
	return 0, 0, err
}
