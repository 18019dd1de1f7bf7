package lobby

import (
	"context"
	"slices"

	"theriac/engine"
	"theriac/internal/identity"
)

// SetUp changes the options of a table that has not begun, and its clock unless the clock is nil. Omitted
// options get their default, as in a Draft. All seated people keep a seat. If fewer seats are needed, free
// seats are removed first, then bots' seats. If there are too few seats for the people, nothing changes.
func (l *Lobby) SetUp(ctx context.Context, by identity.Person, table string, settings engine.Settings, clock *Clock) (Table, error) {
	var gone []seatKeys
	t, err := l.withBots(ctx, table, func(r *tableRecord) error {
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
		r.Settings, r.Clock, r.Ready = want.Settings, want.Clock, nil
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

// draft returns the draft from which Create would make this table, but with other options.
func (r *tableRecord) draft(settings engine.Settings, clock *Clock) Draft {
	d := Draft{
		Game: r.Game, Settings: settings, Title: r.Title, Public: r.Public, OnePerson: r.OnePerson,
		Watch: r.Watch, Clock: r.Clock, Cards: r.Cards, Deal: r.Deal, Lesson: r.Lesson, Puzzle: r.Puzzle, BotPace: r.BotPace, Takeover: r.Takeover, Advised: r.Advised, Hall: r.Hall,
	}
	if clock != nil {
		d.Clock = *clock
	}
	return d
}

// resize changes the number of seats. It returns the link keys of the removed seats.
func (l *Lobby) resize(r *tableRecord, n int) (gone []seatKeys, err error) {
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
		id, err := l.newID()
		if err != nil {
			return nil, err
		}
		r.Seats, r.Links = append(r.Seats, Seat{ID: id}), append(r.Links, seatKeys{})
	}
	return gone, nil
}

// spare returns the seat to remove first: the last free seat, or else the last seat of a bot. It returns -1 if
// people hold all seats.
func (r *tableRecord) spare() int {
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

// sidesHold returns an error if a person would hold seats in two teams, or play against a person who does.
func (r *tableRecord) sidesHold() error {
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
