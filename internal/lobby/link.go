package lobby

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"theriac/internal/identity"
)

// A link is valid while the table's record has its key. Removing the key revokes the link, in the same write
// as other changes to the record. Package identity is updated after that write.

// InviteLink creates a person's invitation to the table and revokes their previous one. It lets people join the
// table; they still have to take a seat.
func (l *Lobby) InviteLink(ctx context.Context, by identity.Person, table string) (string, error) {
	return l.link(ctx, by, table, identity.Grant{Kind: identity.KindInvite}, func(r *tableRecord) (*string, error) {
		return r.invitation(by.ID)
	})
}

// SeatLink creates the private link of a seat and revokes the previous one. Anyone who has the link can take the
// seat while it is free, even during the game.
func (l *Lobby) SeatLink(ctx context.Context, by identity.Person, table string, seat int) (string, error) {
	return l.link(ctx, by, table, identity.Grant{Kind: identity.KindSeat}, func(r *tableRecord) (*string, error) {
		if r.Host != by.ID || r.Host == "" {
			if err := r.holds(by.ID, seat); err != nil {
				return nil, err
			}
		} else if err := r.hosts(by.ID); err != nil {
			return nil, err
		}
		if seat < 0 || seat >= len(r.Seats) {
			return nil, refuse(NoSuchSeat)
		}
		if !r.Status.Running() {
			return nil, refuse(NotRunning)
		}
		return &r.Links[seat].Link, nil
	}, seat)
}

// HandOver creates a link that transfers the holder's seat to the first person who uses it.
func (l *Lobby) HandOver(ctx context.Context, by identity.Person, table string, seat int) (string, error) {
	return l.link(ctx, by, table, identity.Grant{Kind: identity.KindSeat}, func(r *tableRecord) (*string, error) {
		if err := r.holds(by.ID, seat); err != nil {
			return nil, err
		}
		return &r.Links[seat].Offer, nil
	}, seat)
}

// link creates a link and puts its key into the record, if the caller may do so.
func (l *Lobby) link(
	ctx context.Context, by identity.Person, table string, g identity.Grant, place func(*tableRecord) (*string, error), seat ...int,
) (string, error) {
	r, err := l.read(ctx, table)
	if err != nil {
		return "", err
	}
	if _, err := place(&r); err != nil {
		return "", err
	}
	if err := errors.Join(r.notDaily(), r.notCarried()); err != nil {
		return "", err
	}
	if r.Host == by.ID || g.Kind == identity.KindInvite {
		if err := l.inside(ctx, by); err != nil {
			return "", err
		}
	}
	g.Person, g.Table = by.ID, table
	for _, s := range seat {
		g.Seat = r.Seats[s].ID
	}
	minted, err := l.conf.People.Mint(ctx, g)
	if err != nil {
		return "", fmt.Errorf("lobby: link: %w", err)
	}
	before := ""
	_, err = l.change(ctx, table, func(r *tableRecord) error {
		at, err := place(r)
		if err == nil {
			err = r.notCarried()
		}
		if err != nil {
			return err
		}
		for _, s := range seat {
			if r.Seats[s].ID != g.Seat {
				return refuse(NoSuchSeat) // the seat was removed in the meantime
			}
		}
		if *at == minted.Key {
			return errSame
		}
		before, *at = *at, minted.Key
		return nil
	})
	if err != nil {
		return "", errors.Join(err, l.conf.People.RevokeLink(ctx, minted.Key))
	}
	l.trouble(l.conf.People.RevokeLink(ctx, before))
	return minted.Secret, nil
}

// Follow uses a link to a table for a person. An invitation lets the person join; the link of a seat also
// gives them the seat. Follow returns that seat, or AnySeat.
func (l *Lobby) Follow(ctx context.Context, by identity.Person, secret, nonce string) (Table, int, error) {
	return l.FollowFrom(ctx, by, From{}, secret, nonce)
}

// FollowFrom does the same for a person who comes from an address. A link from before a removal gives no seat to a
// person who has to knock.
func (l *Lobby) FollowFrom(ctx context.Context, by identity.Person, from From, secret, nonce string) (Table, int, error) {
	if _, err := CleanNonce(nonce); err != nil {
		return Table{}, 0, err
	}
	g, key, err := l.grant(ctx, secret)
	if err != nil {
		return Table{}, 0, err
	}
	if err := l.oneOfGroup(ctx, by, g.Table); err != nil && Refused(err) != NoSuchTable {
		return Table{}, 0, err
	}
	at, used, knocked := AnySeat, false, false
	r, err := l.change(ctx, g.Table, func(r *tableRecord) (err error) {
		if by.ID == "" {
			return refuse(LinkVoid)
		}
		if at, err = r.seatOf(g, key, by.ID); err != nil {
			return err
		}
		if at != AnySeat {
			if err := l.meets(ctx, by.ID, r, at); err != nil {
				return err
			}
			if used && r.Seats[at].Holder == by.ID {
				return errSame
			}
			used = r.Links[at].Offer == key && r.Seats[at].Holder != by.ID
		}
		knocked = false
		must, err := r.mustKnock(by.ID, from)
		if err != nil {
			return err
		}
		if must {
			if !r.letsIn(from, at, key) {
				if knocked = at != AnySeat; knocked {
					return r.knock(by.ID, from)
				}
			} else if r.Admitted = append(r.Admitted, by.ID); r.belongs(by.ID) && at == AnySeat && r.Invite == key {
				return nil
			}
		}
		if err := r.applyLink(by.ID, at, key, nonce); err != nil {
			return err
		}
		r.arrive(by.ID, r.groupAt(from.Group))
		return nil
	})
	if err == nil && knocked {
		err = refuse(Knocking)
	}
	if Refused(err) == NoSuchTable {
		err = refuse(LinkVoid)
	}
	if err != nil {
		return Table{}, 0, err
	}
	if used {
		l.trouble(l.conf.People.RevokeLink(ctx, key))
	}
	return r.shown(), at, nil
}

// newcomer is a placeholder id for a person who has no part in any table. No person has this id.
const newcomer = "-"

// Peek returns the table and the seat that Follow would return, and changes nothing. It returns an error if
// Follow would fail for the same person. An empty person stands for a person new to the table.
func (l *Lobby) Peek(ctx context.Context, by identity.Person, secret string) (Table, int, error) {
	g, key, err := l.grant(ctx, secret)
	if err != nil {
		return Table{}, 0, err
	}
	r, err := l.read(ctx, g.Table)
	if Refused(err) == NoSuchTable {
		err = refuse(LinkVoid)
	}
	if err != nil {
		return Table{}, 0, err
	}
	person := by.ID
	if person == "" {
		person = newcomer
	}
	at, err := r.seatOf(g, key, person)
	if err != nil {
		return Table{}, 0, err
	}
	tried := r.clone()
	if err := tried.applyLink(person, at, key, ""); err != nil && !errors.Is(err, errSame) {
		return Table{}, 0, err
	}
	return r.shown(), at, nil
}

// grant returns what the link with this secret gives to a person, and the link's key.
func (l *Lobby) grant(ctx context.Context, secret string) (identity.Grant, string, error) {
	g, key, err := l.conf.People.Inspect(ctx, secret)
	if errors.Is(err, identity.ErrUnknown) {
		return g, "", refuse(LinkVoid)
	}
	if err != nil {
		return g, "", fmt.Errorf("lobby: link: %w", err)
	}
	return g, key, nil
}

// seatOf returns the number of the seat that a link is for, or AnySeat for an invitation.
func (r *tableRecord) seatOf(g identity.Grant, key, person string) (int, error) {
	switch {
	case r.Status == TakenDown:
		return AnySeat, refuse(TakenDownHere)
	case slices.Contains(r.Banned, person):
		return AnySeat, refuse(BannedHere)
	}
	at := AnySeat
	if g.Kind != identity.KindInvite {
		if at = slices.IndexFunc(r.Seats, func(s Seat) bool { return s.ID == g.Seat }); at < 0 {
			return AnySeat, refuse(LinkVoid)
		}
	}
	if r.removal(person) >= 0 && !r.readmitted(person, at, key) {
		return AnySeat, refuse(RemovedHere)
	}
	return at, nil
}

// applyLink changes the record as if the person had followed the link.
func (r *tableRecord) applyLink(person string, at int, key, nonce string) error {
	if at == AnySeat {
		return r.invited(person, key)
	}
	return r.seated(person, at, key, nonce)
}

// invited lets a person who followed an invitation join the table.
func (r *tableRecord) invited(person, key string) error {
	if !r.invites(key) {
		return refuse(LinkVoid)
	}
	if r.belongs(person) {
		return errSame
	}
	r.readmit(person)
	if len(r.Guests) >= MaxGuests {
		return refuse(GuestsFull)
	}
	r.Guests = append(r.Guests, person)
	return nil
}

// seated gives a person the seat whose link they followed.
func (r *tableRecord) seated(person string, at int, key, nonce string) error {
	keys := r.Links[at]
	if key != keys.Link && key != keys.Offer {
		return refuse(LinkVoid)
	}
	if !r.Status.Running() {
		if r.Seats[at].Holder == person {
			return errSame
		}
		return refuse(NotRunning)
	}
	if key == keys.Link || r.Seats[at].Holder == person {
		return r.sit(person, at, nonce)
	}
	before := r.Seats[at].Holder
	r.noteLeft(at)
	if err := r.place(person, at, nonce); err != nil {
		return err
	}
	r.Links[at] = seatKeys{}
	r.dropHooks(at)
	r.dropOf(before)
	r.keepAsGuest(before)
	return nil
}
