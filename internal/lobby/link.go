package lobby

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"theriac/internal/identity"
)

// A link is valid while its key is in the table's record. To take the key out of the
// record, together with whatever else changes, revokes it; identity learns of it
// afterwards.

// InviteLink makes the invitation to a table, in place of the one before. It admits
// people; they still have to sit.
func (l *Lobby) InviteLink(ctx context.Context, by identity.Person, table string) (string, error) {
	return l.link(ctx, by, table, identity.Grant{Kind: identity.KindInvite}, func(r *record) (*string, error) {
		if err := r.hosts(by.ID); err != nil {
			return nil, err
		}
		if r.Status == Closed {
			return nil, refuse(NotRunning)
		}
		return &r.Invite, nil
	})
}

// SeatLink makes the private link of a seat, in place of the one before. Whoever has
// it can sit there while the seat is free, also while the game runs.
func (l *Lobby) SeatLink(ctx context.Context, by identity.Person, table string, seat int) (string, error) {
	return l.link(ctx, by, table, identity.Grant{Kind: identity.KindSeat}, func(r *record) (*string, error) {
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

// HandOver makes a link that puts whoever uses it first in the holder's place.
func (l *Lobby) HandOver(ctx context.Context, by identity.Person, table string, seat int) (string, error) {
	return l.link(ctx, by, table, identity.Grant{Kind: identity.KindSeat}, func(r *record) (*string, error) {
		if err := r.holds(by.ID, seat); err != nil {
			return nil, err
		}
		return &r.Links[seat].Offer, nil
	}, seat)
}

// link mints a link and puts its key into the record, if the person may.
func (l *Lobby) link(
	ctx context.Context, by identity.Person, table string, g identity.Grant, place func(*record) (*string, error), seat ...int,
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
	g.Person, g.Table = by.ID, table
	for _, s := range seat {
		g.Seat = r.Seats[s].ID
	}
	minted, err := l.conf.People.Mint(ctx, g)
	if err != nil {
		return "", fmt.Errorf("lobby: link: %w", err)
	}
	before := ""
	_, err = l.change(ctx, table, func(r *record) error {
		at, err := place(r)
		if err == nil {
			err = r.notCarried()
		}
		if err != nil {
			return err
		}
		for _, s := range seat {
			if r.Seats[s].ID != g.Seat {
				return refuse(NoSuchSeat) // it went while the link was made
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

// Follow uses a link to a table. An invitation admits the person; the link of a seat
// seats them. It returns the seat, or AnySeat.
func (l *Lobby) Follow(ctx context.Context, by identity.Person, secret, nonce string) (Table, int, error) {
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
	at, used := AnySeat, false
	r, err := l.change(ctx, g.Table, func(r *record) (err error) {
		if by.ID == "" {
			return refuse(LinkVoid)
		}
		if at, err = r.seatOf(g, by.ID); err != nil {
			return err
		}
		if at != AnySeat {
			if used && r.Seats[at].Holder == by.ID {
				return errSame
			}
			used = r.Links[at].Offer == key && r.Seats[at].Holder != by.ID
		}
		return r.applyLink(by.ID, at, key, nonce)
	})
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

// newcomer stands for a person whom no record can mention: it is no person's id.
const newcomer = "-"

// Peek says where Follow would lead, and changes nothing. It refuses what Follow
// would refuse to the same person; without a person it answers as for somebody new.
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
	at, err := r.seatOf(g, person)
	if err != nil {
		return Table{}, 0, err
	}
	tried := r.clone()
	if err := tried.applyLink(person, at, key, ""); err != nil && !errors.Is(err, errSame) {
		return Table{}, 0, err
	}
	return r.shown(), at, nil
}

// grant is what a link gives, and its key.
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

// seatOf is the seat that a link is for, or AnySeat of an invitation.
func (r *record) seatOf(g identity.Grant, person string) (int, error) {
	switch {
	case r.Status == TakenDown:
		return AnySeat, refuse(TakenDownHere)
	case slices.Contains(r.Banned, person):
		return AnySeat, refuse(BannedHere)
	case g.Kind == identity.KindInvite:
		return AnySeat, nil
	}
	at := slices.IndexFunc(r.Seats, func(s Seat) bool { return s.ID == g.Seat })
	if at < 0 {
		return AnySeat, refuse(LinkVoid)
	}
	return at, nil
}

// applyLink applies a link to the record.
func (r *record) applyLink(person string, at int, key, nonce string) error {
	if at == AnySeat {
		return r.invited(person, key)
	}
	return r.seated(person, at, key, nonce)
}

// invited admits a person.
func (r *record) invited(person, key string) error {
	if r.Invite != key {
		return refuse(LinkVoid)
	}
	if r.belongs(person) {
		return errSame
	}
	if len(r.Guests) >= MaxGuests {
		return refuse(GuestsFull)
	}
	r.Guests = append(r.Guests, person)
	return nil
}

// seated seats a person by a link of the seat.
func (r *record) seated(person string, at int, key, nonce string) error {
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
	r.keepAsGuest(before)
	return nil
}
