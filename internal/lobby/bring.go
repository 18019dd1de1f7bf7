package lobby

import (
	"context"
	"slices"

	"theriac/internal/identity"
)

// Brought is what became of a guest's tables.
type Brought struct {
	Tables int // that belong to the other person now
	Left   int // that stay with the guest
}

// Bring makes a person of everything that a guest is at their tables: it is the same
// human, who was a guest on this device until they signed in. A table moves whole or
// not at all. It stays where the person has a part in it already, as two seats of one
// person are not what the others agreed to; and where its cards are shared with other
// tables or it is a puzzle's, so that nobody plays a deal twice, unless its result is
// the person's already: those are the tables in follow. It can be called again after a
// failure.
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
		_, err := l.change(ctx, n.Table, func(r *record) error {
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

// movable says whether a guest's part in a table can become a person's.
func (r *record) movable(person string, follows bool) bool {
	return (r.Shared == nil && r.Puzzle == "" || follows) && !slices.Contains(r.mentions(), person)
}

// rename puts one person in the place of another, wherever the record mentions them.
// A mute or a ban goes along.
func (r *record) rename(from, to string) {
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
