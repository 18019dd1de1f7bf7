package lobby

import (
	"context"
	"slices"

	"theriac/engine"
	"theriac/internal/identity"
)

// SetUp changes the options of a table that has not begun, and its clock where one is
// given. Options that are left out have their default, as in a Draft. Everybody who
// sits stays seated: where seats become fewer, the free ones go, then those of bots.
// Where more people sit than would find a seat, nothing changes.
func (l *Lobby) SetUp(ctx context.Context, by identity.Person, table string, settings engine.Settings, clock *Clock) (Table, error) {
	var gone []seatKeys
	t, err := l.withBots(ctx, table, func(r *record) error {
		gone = nil
		if err := r.hosts(by.ID); err != nil {
			return err
		}
		if r.Status != Gathering {
			return refuse(NotGathering)
		}
		if err := r.notShared(); err != nil {
			return err
		}
		want, err := r.draft(settings, clock).record(l.Revision)
		if err != nil {
			return err
		}
		if slices.Equal(want.Settings, r.Settings) && want.Clock == r.Clock {
			return errSame
		}
		r.Settings, r.Clock = want.Settings, want.Clock
		if gone, err = l.resize(r, len(want.Seats)); err != nil {
			return err
		}
		r.Listen = r.Listen && len(r.Teams()) > 0
		return r.sidesHold()
	})
	if err != nil {
		return Table{}, err
	}
	for _, keys := range gone {
		for _, key := range []string{keys.Link, keys.Offer} {
			if key != "" {
				l.trouble(l.conf.People.RevokeLink(ctx, key))
			}
		}
	}
	return t, nil
}

// draft is what would make the same table again, with other options.
func (r *record) draft(settings engine.Settings, clock *Clock) Draft {
	d := Draft{
		Game: r.Game, Settings: settings, Title: r.Title, Public: r.Public, OnePerson: r.OnePerson,
		Watch: r.Watch, Clock: r.Clock, Cards: r.Cards, Deal: r.Deal, Lesson: r.Lesson, Puzzle: r.Puzzle, BotPace: r.BotPace, Takeover: r.Takeover, Advised: r.Advised,
	}
	if clock != nil {
		d.Clock = *clock
	}
	return d
}

// resize gives a table that many seats. It returns the links of the seats that went.
func (l *Lobby) resize(r *record, n int) (gone []seatKeys, err error) {
	for len(r.Seats) > n {
		at := r.spare()
		if at < 0 {
			return nil, refuse(TooFewSeats)
		}
		gone = append(gone, r.Links[at])
		r.Seats, r.Links = slices.Delete(r.Seats, at, at+1), slices.Delete(r.Links, at, at+1)
		r.dropHooks(at)
		for i := range r.Webhooks {
			if r.Webhooks[i].Seat > at {
				r.Webhooks[i].Seat--
			}
		}
	}
	for len(r.Seats) < n {
		id, err := l.newID(SeatLength)
		if err != nil {
			return nil, err
		}
		r.Seats, r.Links = append(r.Seats, Seat{ID: id}), append(r.Links, seatKeys{})
	}
	return gone, nil
}

// spare is the seat that goes first where seats become fewer: the last that is free,
// or the last that a bot has; -1 where people hold them all.
func (r *record) spare() int {
	bot := -1
	for i, s := range slices.Backward(r.Seats) {
		switch {
		case s.Holder != "":
		case s.Bot == "":
			return i
		case bot < 0:
			bot = i
		}
	}
	return bot
}

// sidesHold refuses teams in which somebody would sit on two sides, or opposite one
// who does.
func (r *record) sidesHold() error {
	for i, s := range r.Seats {
		if s.Holder == "" {
			continue
		}
		if err := r.oneTeam(s.Holder, i); err != nil {
			return err
		}
	}
	return nil
}
