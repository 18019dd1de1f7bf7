package lobby

import (
	"context"
	"fmt"
	"slices"
	"time"

	"theriac/games"
	"theriac/internal/identity"
)

// Start begins the game: once, however many call it at once. The host may, or anybody
// who sits, as soon as every seat is held.
func (l *Lobby) Start(ctx context.Context, by identity.Person, table string) (Table, error) {
	r, err := l.change(ctx, table, func(r *record) error {
		if err := r.admits(by.ID); err != nil {
			return err
		}
		if by.ID != r.Host && r.Held(by.ID).Empty() {
			return refuse(NotSeated)
		}
		if r.Status == Playing || r.Status == Finished {
			return errSame
		}
		if r.Status != Gathering {
			return refuse(NotGathering)
		}
		if r.Taken() < len(r.Seats) {
			return refuse(SeatsEmpty)
		}
		game, ok := games.Find(r.Game)
		if !ok {
			return refuse(NoSuchGame)
		}
		r.Status, r.Started = Playing, l.now()
		if r.Shared == nil && r.Branch == nil {
			r.Revision = l.revisionFor(game, r.Settings)
		}
		r.noteDealt()
		return nil
	})
	if err != nil {
		return Table{}, err
	}
	r, err = l.begin(ctx, r)
	return r.shown(), err
}

// begin writes the log's first entry and then takes the seed, the lead and what is known out of the record. After
// a failure, whoever comes to the table next repeats it: the header follows from the
// record and is the same each time.
func (l *Lobby) begin(ctx context.Context, r record) (record, error) {
	if r.Status != Playing || r.begun() {
		return r, nil
	}
	h, err := r.header()
	if err != nil {
		return r, err
	}
	if err := l.conf.Begin(ctx, r.shown(), h, r.Lead); err != nil {
		return r, fmt.Errorf("lobby: start: %w", err)
	}
	return l.change(ctx, r.ID, func(r *record) error {
		if r.begun() {
			return errSame
		}
		r.Secret, r.Salt, r.Lead, r.Known = "", "", nil, ""
		return nil
	})
}

// Finish records that the game is over. The table registry calls it, perhaps more
// than once; each call repairs the lists.
func (l *Lobby) Finish(ctx context.Context, table string, o Outcome, at time.Time) (Table, error) {
	same := false
	r, err := l.change(ctx, table, func(r *record) error {
		if !r.Finished.IsZero() {
			same = true
			return errSame
		}
		if r.Status != Playing && r.Status != TakenDown {
			return refuse(NotPlaying)
		}
		r.Secret, r.Salt, r.Lead, r.Known = "", "", nil, ""
		r.Finished, r.Outcome, r.Webhooks, r.Left = at.UTC(), o, nil, nil
		if r.Status == Playing {
			r.Status = Finished
		}
		return nil
	})
	if err == nil && same {
		err = l.updateLists(ctx, r, nil)
	}
	return r.shown(), err
}

// Rematch opens a table like a finished one, with the same people on the same seats.
// The first caller makes it; the others get the same.
func (l *Lobby) Rematch(ctx context.Context, by identity.Person, table string) (Table, error) {
	id, err := l.newID(TableLength)
	if err != nil {
		return Table{}, err
	}
	old, err := l.change(ctx, table, func(r *record) error {
		if err := r.admits(by.ID); err != nil {
			return err
		}
		if r.Held(by.ID).Empty() {
			return refuse(NotSeated)
		}
		if r.Status != Finished {
			return refuse(NotFinished)
		}
		if r.Next != "" {
			return errSame
		}
		r.Next = id
		return nil
	})
	if err != nil {
		return Table{}, err
	}
	// The old table names the new one before it exists: nobody can make two, and after
	// a failure the next caller goes on.
	next, err := l.read(ctx, old.Next)
	if Refused(err) == NoSuchTable {
		again := old.rematch(by.ID)
		if err := l.mayHost(ctx, again.Host, again.Public); err != nil {
			return Table{}, err
		}
		next, err = l.create(ctx, old.Next, again)
	}
	if err != nil {
		return Table{}, err
	}
	if _, err := next.access(by); err != nil {
		return Table{}, err // kicked from it since
	}
	return next.shown(), nil
}

// rematch is the record of a rematch.
func (r *record) rematch(by string) record {
	t := Table{
		Game: r.Game, Settings: slices.Clone(r.Settings), Cards: r.Cards, Title: r.Title, Host: by, Public: r.Public, OnePerson: r.OnePerson,
		Listen: r.Listen, Watch: r.Watch, Clock: r.Clock, Previous: r.ID, Seats: make([]Seat, len(r.Seats)),
		Muted: slices.Clone(r.Muted), Banned: slices.Clone(r.Banned), BotPace: r.BotPace,
	}
	if r.Takeover != nil {
		own := *r.Takeover
		t.Takeover = &own
	}
	if r.Advised != nil {
		own := *r.Advised
		t.Advised = &own
	}
	for i, s := range r.Seats {
		t.Seats[i].Holder, t.Seats[i].Bot = s.Holder, s.Bot
	}
	if !r.Held(r.Host).Empty() {
		t.Host = r.Host
	}
	return record{Table: t}
}
