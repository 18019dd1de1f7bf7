package lobby

import (
	"context"
	"slices"

	"theriac/engine"
	"theriac/internal/identity"
)

// AnySeat asks for any free seat.
const AnySeat = -1

// Sit takes a free seat of a gathering table, if the table is public or admits the
// person. In a running game it only leads back to a seat that the person left: the
// other hands are given by links. It returns the seat.
func (l *Lobby) Sit(ctx context.Context, by identity.Person, table string, seat int, nonce string) (Table, int, error) {
	if _, err := CleanNonce(nonce); err != nil {
		return Table{}, 0, err
	}
	if err := l.oneOfGroup(ctx, by, table); err != nil {
		return Table{}, 0, err
	}
	mine := AnySeat // what an earlier attempt chose, which may have been written
	r, err := l.change(ctx, table, func(r *record) error {
		if err := r.admits(by.ID); err != nil {
			return err
		}
		at := seat
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
		mine = at
		return r.sit(by.ID, at, nonce)
	})
	return r.shown(), mine, err
}

// takes says whether a person needs no link for a seat: any while the table gathers,
// in a running game one that they left and is free, or that they still hold.
func (r *record) takes(person string, at int) bool {
	if r.Status == Gathering {
		return true
	}
	own := r.Back(person) | r.Held(person)
	return r.Status == Playing && at >= 0 && at < len(r.Seats) && own.Has(engine.Seat(at))
}

// freeFor is a free seat for a person: in a running game one to come back to, and
// where there are teams preferably one that they may take. Where there is none, it is
// a bot's: bots make room for people.
func (r *record) freeFor(person string) int {
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

// admits says whether a person may do something at the table.
func (r *record) admits(person string) error {
	switch {
	case person == "" || !r.Knows(person) && !slices.Contains(r.Banned, person):
		return refuse(NoSuchTable)
	case slices.Contains(r.Banned, person):
		return refuse(BannedHere)
	case r.Status == TakenDown:
		return refuse(TakenDownHere)
	}
	return nil
}

// sit seats a person on a free seat.
func (r *record) sit(person string, at int, nonce string) error {
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

// place makes a person the holder of a seat. The nonce of a running game is part of
// its shuffle and stays.
func (r *record) place(person string, at int, nonce string) error {
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
		return refuse(KickedSeat) // the bot's hand is an opponent's
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
	r.noteDealt()
	return nil
}

// clear takes the holder off a seat, with what belongs to the holder.
func (r *record) clear(at int) {
	r.noteLeft(at)
	r.Seats[at].Holder, r.Seats[at].Standin, r.Seats[at].Missed = "", "", 0
	if r.Status == Gathering {
		r.Seats[at].Nonce = ""
	}
	r.Links[at] = seatKeys{}
	r.dropHooks(at)
}

func (r *record) dropHooks(at int) {
	r.Webhooks = slices.DeleteFunc(r.Webhooks, func(h Hook) bool { return h.Seat == at })
}

func remove(list []string, person string) []string {
	return slices.DeleteFunc(list, func(p string) bool { return p == person })
}

// keepAsGuest lets a person who gave up a seat still know of the table. Where there are too
// many, the first one goes.
func (r *record) keepAsGuest(person string) {
	if person == "" || r.belongs(person) {
		return
	}
	r.Guests = append(r.Guests, person)
	if len(r.Guests) > MaxGuests {
		r.Guests = r.Guests[1:]
	}
}

// forgetStood takes away the seats that a person could come back to: they have gone,
// or have seen another hand.
func (r *record) forgetStood(person string) {
	for i := range r.Seats {
		if r.Seats[i].Stood == person {
			r.Seats[i].Stood = ""
		}
	}
}

// Stand gives up a seat. A running game goes on by its clock, until somebody takes
// the seat by a link, or the player comes back. Where spectators see hands, nobody
// comes back: they have seen them all.
func (l *Lobby) Stand(ctx context.Context, by identity.Person, table string, seat int) (Table, error) {
	return l.holder(ctx, by, table, seat, func(r *record) error {
		r.clear(seat)
		if r.Status == Playing && (r.Watch == WatchNobody || r.Watch == WatchHidden) {
			r.Seats[seat].Stood = by.ID
		}
		r.keepAsGuest(by.ID)
		return nil
	})
}

// Leave gives up all seats and takes the table off the person's list. The host of a
// running table closes it instead, or plays it out.
func (l *Lobby) Leave(ctx context.Context, by identity.Person, table string) (Table, error) {
	r, err := l.change(ctx, table, func(r *record) error {
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
		r.Guests = remove(r.Guests, by.ID)
		return nil
	})
	return r.shown(), err
}

func (r *record) standAll(person string) {
	for s := range r.Held(person).Each {
		r.clear(int(s))
	}
}

// SetNonce changes what a seat adds to the shuffle, as long as the game has not
// begun.
func (l *Lobby) SetNonce(ctx context.Context, by identity.Person, table string, seat int, nonce string) (Table, error) {
	if _, err := CleanNonce(nonce); err != nil {
		return Table{}, err
	}
	return l.holder(ctx, by, table, seat, func(r *record) error {
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

// holder runs an operation that only the holder of a seat may do, at a running table.
func (l *Lobby) holder(ctx context.Context, by identity.Person, table string, seat int, f func(*record) error) (Table, error) {
	r, err := l.change(ctx, table, func(r *record) error {
		if err := r.holds(by.ID, seat); err != nil {
			return err
		}
		return f(r)
	})
	return r.shown(), err
}

func (r *record) holds(person string, seat int) error {
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
