package lobby

import (
	"context"
	"slices"

	"theriac/engine"
	"theriac/internal/identity"
)

// AnySeat is used in place of a seat number to ask for any free seat.
const AnySeat = -1

// Sit gives a person a free seat at a table whose game has not begun, if the table is public or admits the person.
// During the game, Sit only gives back a seat that the person left: other seats can be taken only through links. Sit
// returns the seat's number.
func (l *Lobby) Sit(ctx context.Context, by identity.Person, table string, seat int, nonce string) (Table, int, error) {
	return l.SitFrom(ctx, by, From{}, table, seat, nonce)
}

// SitFrom does the same for a person who comes from an address. If the host has to agree first, it asks the host,
// and returns the Knocking refusal.
func (l *Lobby) SitFrom(ctx context.Context, by identity.Person, from From, table string, seat int, nonce string) (Table, int, error) {
	if _, err := CleanNonce(nonce); err != nil {
		return Table{}, 0, err
	}
	if err := l.oneOfGroup(ctx, by, table); err != nil {
		return Table{}, 0, err
	}
	mine := AnySeat // the seat chosen by an earlier attempt, which may have written the record
	knocked := false
	r, err := l.change(ctx, table, func(r *tableRecord) error {
		if err := r.admits(by.ID); err != nil {
			return err
		}
		if err := l.door(ctx, by, r); err != nil {
			return err
		}
		var err error
		if knocked, err = r.mustKnock(by.ID, from); err != nil {
			return err
		}
		if knocked {
			return r.knock(by.ID, from)
		}
		at := seat
		meets := l.meets(ctx, by.ID, r, seat) // before anything else is refused, so that every refusal takes as long
		if at == AnySeat {
			at = mine
			if at == AnySeat || at >= len(r.Seats) || r.Seats[at].Holder != by.ID {
				at = r.freeFor(by.ID)
			}
		}
		if !r.takes(by.ID, at) {
			return refuse(NotGathering)
		}
		if at == AnySeat {
			return refuse(NoFreeSeat)
		}
		if meets != nil {
			return meets
		}
		mine = at
		if err := r.oneSeat(by.ID, at); err != nil {
			return err
		}
		if err := r.sit(by.ID, at, nonce); err != nil {
			return err
		}
		r.arrive(by.ID, r.groupAt(from.Group))
		return nil
	})
	if err == nil && knocked {
		err = refuse(Knocking)
	}
	return r.shown(), mine, err
}

// takes reports whether a person can take a seat without a link. Before the game, that is any seat. During
// the game, it is a free seat that they left, or a seat that they still hold.
func (r *tableRecord) takes(person string, at int) bool {
	if r.Status == Gathering {
		return true
	}
	own := r.Back(person) | r.Held(person)
	return r.Status == Playing && at >= 0 && at < len(r.Seats) && own.Has(engine.Seat(at))
}

// freeFor returns a free seat for a person. During the game, it is a seat to which they may come back. With
// teams, it prefers a seat that the teams allow the person to take. If no seat is free, it returns a bot's
// seat, because bots make room for people.
func (r *tableRecord) freeFor(person string) int {
	for s := range r.Back(person).Each {
		return int(s)
	}
	free, bots := AnySeat, AnySeat
	for i, s := range r.Seats {
		fits := r.oneTeam(person, i) == nil
		switch {
		case s.Holder != "":
		case s.Bot == "" && fits:
			return i
		case s.Bot == "" && free < 0:
			free = i
		case s.Bot != "" && fits && bots < 0:
			bots = i
		}
	}
	if bots >= 0 {
		return bots
	}
	return free
}

// admits returns an error unless the table admits the person.
func (r *tableRecord) admits(person string) error {
	shut := r.shut(person)
	switch {
	case person == "" || !r.Knows(person) && shut == nil:
		return refuse(NoSuchTable)
	case shut != nil:
		return shut
	case r.Status == TakenDown:
		return refuse(TakenDownHere)
	}
	return nil
}

// sit gives a person a seat, which must be free.
func (r *tableRecord) sit(person string, at int, nonce string) error {
	if at < 0 || at >= len(r.Seats) {
		return refuse(NoSuchSeat)
	}
	seat := &r.Seats[at]
	if seat.Holder == person && (seat.Nonce == nonce || r.Status != Gathering) {
		return errSame
	}
	if seat.Holder != "" && seat.Holder != person {
		return refuse(SeatTaken)
	}
	return r.place(person, at, nonce)
}

// place makes a person the holder of a seat. During the game the seat's nonce does not change, because it is part of
// the shuffle.
func (r *tableRecord) place(person string, at int, nonce string) error {
	if r.Carried != nil && person != r.Host {
		return refuse(SeedKnown)
	}
	if r.OnePerson && !r.Held(person).Without(engine.Seat(at)).Empty() {
		return refuse(OnePersonOnly)
	}
	if r.Seats[at].Kicked && (person == r.Host || !r.Held(person).Empty()) {
		return refuse(KickedSeat)
	}
	if r.Status == Playing && r.Seats[at].Bot != "" && r.rivals(at) && !r.Held(person).Empty() {
		return refuse(KickedSeat) // the person would see an opponent's hand
	}
	if err := r.oneTeam(person, at); err != nil {
		return err
	}
	if r.Seats[at].Stood != person {
		r.forgetStood(person)
	}
	r.Seats[at].Holder, r.Seats[at].Kicked, r.Seats[at].Stood = person, false, ""
	r.Seats[at].Bot, r.Seats[at].Standin, r.Seats[at].Missed = "", "", 0
	if r.Status == Gathering {
		r.Seats[at].Nonce = nonce
	}
	r.Guests = remove(r.Guests, person)
	r.dropKnock(person)
	r.noteDealt()
	return nil
}

// clear removes the holder from a seat, with everything that belongs to the holder.
func (r *tableRecord) clear(at int) {
	r.noteLeft(at)
	was := r.Seats[at].Holder
	if was != "" && r.Status == Playing {
		r.noteCame(was)
	}
	r.Seats[at].Holder, r.Seats[at].Standin, r.Seats[at].Missed = "", "", 0
	if r.Status == Gathering {
		r.Seats[at].Nonce = ""
	}
	r.Links[at] = seatKeys{}
	r.dropHooks(at)
	r.dropOf(was)
}

func (r *tableRecord) dropHooks(at int) {
	r.Webhooks = slices.DeleteFunc(r.Webhooks, func(h Hook) bool { return h.Seat == at })
}

func remove(list []string, person string) []string {
	return slices.DeleteFunc(list, func(p string) bool { return p == person })
}

// keepAsGuest lets a person who gave up a seat still see the table. If there are too many guests, the first one
// is removed.
func (r *tableRecord) keepAsGuest(person string) {
	if person == "" || r.belongs(person) {
		return
	}
	r.Guests = append(r.Guests, person)
	if len(r.Guests) > MaxGuests {
		r.Guests = r.Guests[1:]
	}
}

// forgetStood removes a person's right to come back to seats, after the person has left the table or seen
// another hand.
func (r *tableRecord) forgetStood(person string) {
	for i := range r.Seats {
		if r.Seats[i].Stood == person {
			r.Seats[i].Stood = ""
		}
	}
}

// StandUp gives up a seat. A running game then waits for the seat only as long as its clock allows, until someone
// takes the seat through a link or the player comes back. If spectators see hands, the player cannot come back,
// because after standing up they see all hands.
func (l *Lobby) StandUp(ctx context.Context, by identity.Person, table string, seat int) (Table, error) {
	return l.holder(ctx, by, table, seat, func(r *tableRecord) error {
		r.clear(seat)
		if r.Status == Playing && (r.Watch == WatchNobody || r.Watch == WatchHidden) {
			r.Seats[seat].Stood = by.ID
		}
		r.keepAsGuest(by.ID)
		return nil
	})
}

// Leave gives up all of a person's seats and removes the table from the person's list. The host cannot leave a
// running table. Before the game begins, the host can close the table instead.
func (l *Lobby) Leave(ctx context.Context, by identity.Person, table string) (Table, error) {
	r, err := l.change(ctx, table, func(r *tableRecord) error {
		if !r.belongs(by.ID) {
			return refuse(NoSuchTable)
		}
		if r.Host == by.ID {
			if r.Status.Running() {
				return refuse(HostStays)
			}
			r.Host = ""
		}
		r.standAll(by.ID)
		r.forgetStood(by.ID)
		r.Guests, r.Helpers = remove(r.Guests, by.ID), remove(r.Helpers, by.ID)
		return nil
	})
	return r.shown(), err
}

func (r *tableRecord) standAll(person string) {
	for s := range r.Held(person).Each {
		r.clear(int(s))
	}
}

// SetNonce changes a seat's contribution to the shuffle. It fails once the game has begun.
func (l *Lobby) SetNonce(ctx context.Context, by identity.Person, table string, seat int, nonce string) (Table, error) {
	if _, err := CleanNonce(nonce); err != nil {
		return Table{}, err
	}
	return l.holder(ctx, by, table, seat, func(r *tableRecord) error {
		if r.Status != Gathering {
			return refuse(NotGathering)
		}
		if r.Seats[seat].Nonce == nonce {
			return errSame
		}
		r.Seats[seat].Nonce = nonce
		return nil
	})
}

// holder applies f to a running table's record if the caller holds the seat.
func (l *Lobby) holder(ctx context.Context, by identity.Person, table string, seat int, f func(*tableRecord) error) (Table, error) {
	r, err := l.change(ctx, table, func(r *tableRecord) error {
		if err := r.holds(by.ID, seat); err != nil {
			return err
		}
		return f(r)
	})
	return r.shown(), err
}

func (r *tableRecord) holds(person string, seat int) error {
	if err := r.admits(person); err != nil {
		return err
	}
	if seat < 0 || seat >= len(r.Seats) {
		return refuse(NoSuchSeat)
	}
	if r.Seats[seat].Holder != person {
		return refuse(NotHolder)
	}
	if !r.Status.Running() {
		return refuse(NotRunning)
	}
	return nil
}
