package lobby

import (
	"context"
	"slices"

	"theriac/internal/identity"
)

// Brought counts the tables that Bring has moved and the tables that it left with the guest.
type Brought struct {
	Tables int // tables that now belong to the person
	Left   int // tables that stay with the guest
}

// Bring moves a guest's seats and roles at tables to the person who has just signed in. Both are the same
// human, who was a guest on this device. Bring moves a table entirely or not at all. After a failure the
// caller can call it again.
//
// A table stays with the guest in two cases. First, the person already has a part in it: the other players
// did not agree that one person holds two seats. Second, its cards are shared with other tables or belong to
// a puzzle, because no person may play one deal twice. The tables listed in `follow` move even then, because
// their results already count for the person.
func (l *Lobby) Bring(ctx context.Context, guest, person string, follow []string) (Brought, error) {
	out := Brought{}
	if !identity.IsID(guest, identity.PersonLength) || !identity.IsID(person, identity.PersonLength) || guest == person {
		return out, identity.ErrUnknown
	}
	notes, err := l.notes(ctx, guest)
	if err != nil {
		return out, err
	}
	for _, n := range notes {
		stays, part := false, false
		_, err := l.change(ctx, n.Table, func(r *tableRecord) error {
			stays, part = !r.movable(person, slices.Contains(follow, n.Table)), r.belongs(guest)
			if stays || !slices.Contains(r.mentions(), guest) {
				return errSame
			}
			r.rename(guest, person)
			return nil
		})
		if Refused(err) == NoSuchTable {
			continue
		}
		if err != nil {
			return out, err
		}
		switch {
		case stays && part:
			out.Left++
		case part:
			out.Tables++
		}
	}
	return out, nil
}

// movable reports whether the guest's part in a table can move to the person. The parameter follows is true
// for the tables that Bring must move in any case.
func (r *tableRecord) movable(person string, follows bool) bool {
	return (r.Shared == nil && r.Puzzle == "" || follows) && !slices.Contains(r.mentions(), person)
}

// rename replaces one person's ID with another's throughout the record, including mutes and bans.
func (r *tableRecord) rename(from, to string) {
	set := func(who *string) {
		if *who == from {
			*who = to
		}
	}
	set(&r.Host)
	for i := range r.Seats {
		set(&r.Seats[i].Holder)
		set(&r.Seats[i].Stood)
	}
	for _, list := range [][]string{r.Guests, r.Muted, r.Banned, r.Dealt} {
		for i := range list {
			set(&list[i])
		}
	}
	for i := range r.Left {
		set(&r.Left[i].Person)
	}
}
