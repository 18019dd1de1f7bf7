package lobby

import (
	"context"
	"slices"
	"time"

	"theriac/engine"
	"theriac/games"
	"theriac/internal/identity"
)

// How long a seat is kept for a person, how long those present may refuse, and how long a person may vanish before
// their seat is given to a bot.
const (
	KeptFor   = time.Minute
	AskedFor  = 15 * time.Second
	vanishing = 3 * time.Minute
)

// Keep records that a bot's seat is kept for a person who may take it.
type Keep struct {
	Person string    `json:"person"`
	Until  time.Time `json:"until"`
	// Asked is when the question went to those present, if the table has to ask them.
	Asked time.Time `json:"asked,omitzero"`
}

// LetsIn reports whether a person may take a bot's seat during the game. At a table with opponents no person may,
// because they would learn an opponent's hand, nor at one where spectators see the hands that players do not.
func (t *Table) LetsIn() bool {
	return !(t.Asks() && (t.Watch == WatchOpen || t.Watch == WatchDelayed)) && t.Public && t.Status == Playing && !t.Shut && t.Shared == nil && t.Lesson == "" && t.Puzzle == "" && t.Branch == nil &&
		t.Carried == nil && len(t.Teams()) == 0 && !t.competes()
}

// competes reports whether seats have opponents.
func (t *Table) competes() bool {
	game, ok := games.Find(t.Game)
	for i := range t.Seats {
		if ok && !engine.RivalsOf(game, t.Settings, engine.Seat(i)).Empty() {
			return true
		}
	}
	return !ok
}

// Asks reports whether those present can refuse a person who wants a bot's seat, because hands are hidden.
func (t *Table) Asks() bool {
	e, _ := games.FindEntry(t.Game)
	return !e.ShowsHands(t.Settings)
}

// KeptFor returns the person who may take the bot's seat at the given time, or "".
func (s *Seat) KeptFor(now time.Time) string {
	if s.Kept == nil || !now.Before(s.Kept.Until) || s.Holder != "" {
		return ""
	}
	return s.Kept.Person
}

// Keep keeps a bot's seat of a running game for a person, who then takes it with DropIn or leaves it with LetGo. A
// person can have one seat kept at a table.
func (l *Lobby) Keep(ctx context.Context, by identity.Person, from From, table string, seat int) (Table, int, error) {
	got := AnySeat
	r, err := l.change(ctx, table, func(r *tableRecord) error {
		meets := l.meets(ctx, by.ID, r, seat) // before anything else is refused, so that every refusal takes as long
		if err := r.admits(by.ID); err != nil {
			return err
		}
		if err := l.door(ctx, by, r); err != nil {
			return err
		}
		if err := r.mayDropIn(by.ID, from); err != nil {
			return err
		}
		now := l.now()
		got = seat
		if seat == AnySeat {
			got = slices.IndexFunc(r.Seats, func(s Seat) bool {
				kept := s.KeptFor(now)
				return s.Bot != "" && s.Holder == "" && (kept == "" || kept == by.ID)
			})
		}
		if err := r.vacant(by.ID, got, now); err != nil {
			return err
		}
		if meets != nil {
			return meets
		}
		k := Keep{Person: by.ID, Until: now.Add(KeptFor)}
		if r.Asks() {
			k.Asked = now
			if old := r.Seats[got].Kept; old != nil && old.Person == by.ID && r.Seats[got].KeptFor(now) != "" {
				k.Asked = old.Asked
			}
		}
		r.letGo(by.ID)
		r.Seats[got].Kept = &k
		return nil
	})
	return r.shown(), got, err
}

// mayDropIn returns an error unless a person may take a bot's seat.
func (r *tableRecord) mayDropIn(person string, from From) error {
	switch {
	case !r.LetsIn():
		return refuse(NoDropIn)
	case !r.Held(person).Empty():
		return refuse(OnePersonOnly)
	}
	knocks, err := r.mustKnock(person, from)
	if err == nil && knocks {
		err = refuse(NoDropIn)
	}
	if err != nil || !r.Asks() {
		return err
	}
	guest, err := from.guest()
	switch {
	case err != nil:
		return err
	case guest:
		return refuse(MembersOnly)
	case slices.Contains(r.Came, person):
		return refuse(CameBefore)
	}
	return nil
}

// vacant returns an error unless a bot has the seat and it is not kept for another person.
func (r *tableRecord) vacant(person string, seat int, now time.Time) error {
	switch {
	case seat == AnySeat:
		return refuse(NoFreeSeat)
	case seat < 0 || seat >= len(r.Seats):
		return refuse(NoSuchSeat)
	case r.Seats[seat].Holder != "" || r.Seats[seat].Bot == "":
		return refuse(SeatTaken)
	}
	if kept := r.Seats[seat].KeptFor(now); kept != "" && kept != person {
		return refuse(SeatKept)
	}
	return nil
}

// letGo releases the seat that is kept for a person.
func (r *tableRecord) letGo(person string) (changed bool) {
	for i := range r.Seats {
		if k := r.Seats[i].Kept; k != nil && k.Person == person {
			r.Seats[i].Kept, changed = nil, true
		}
	}
	return changed
}

// LetGo releases the seat that is kept for a person, so that others can take it.
func (l *Lobby) LetGo(ctx context.Context, by identity.Person, table string) (Table, error) {
	r, err := l.change(ctx, table, func(r *tableRecord) error {
		if err := r.admits(by.ID); err != nil {
			return err
		}
		if !r.letGo(by.ID) {
			return errSame
		}
		return nil
	})
	return r.shown(), err
}

// DropIn gives a person the bot's seat that is kept for them. The caller makes sure that the seat owes no answer. If
// hands are hidden, those present have some time to refuse, and their silence is a yes.
func (l *Lobby) DropIn(ctx context.Context, by identity.Person, from From, table string, seat int) (Table, error) {
	r, err := l.change(ctx, table, func(r *tableRecord) error {
		if r.Held(by.ID).Has(engine.Seat(max(seat, 0))) && seat >= 0 && slices.Contains(r.Came, by.ID) {
			return errSame // an earlier attempt has done it
		}
		meets := l.meets(ctx, by.ID, r, seat)
		if err := r.admits(by.ID); err != nil {
			return err
		}
		if err := l.door(ctx, by, r); err != nil {
			return err
		}
		if err := r.mayDropIn(by.ID, from); err != nil {
			return err
		}
		now := l.now()
		if err := r.vacant(by.ID, seat, now); err != nil {
			return err
		}
		switch {
		case r.Seats[seat].KeptFor(now) != by.ID:
			return refuse(NotKept)
		case meets != nil:
			return meets
		case r.Asks() && now.Sub(r.Seats[seat].Kept.Asked) < AskedFor:
			return refuse(Asking)
		}
		if err := r.place(by.ID, seat, ""); err != nil {
			return err
		}
		r.letGo(by.ID)
		r.noteCame(by.ID)
		r.arrive(by.ID, r.groupAt(from.Group))
		return nil
	})
	return r.shown(), err
}

// noteCame records that a person has had a seat during the game, or was refused one.
func (r *tableRecord) noteCame(person string) {
	if !slices.Contains(r.Came, person) {
		r.Came = append(r.Came, person)
	}
	if len(r.Came) > MaxCame {
		r.Came = r.Came[1:]
	}
}

// MaxCame is how many people a table remembers who took a bot's seat.
const MaxCame = 200

// TurnAway refuses a person who waits for the yes of those present. Everyone who holds a seat may call it.
func (l *Lobby) TurnAway(ctx context.Context, by identity.Person, table, person string) (Table, error) {
	r, err := l.change(ctx, table, func(r *tableRecord) error {
		if err := r.admits(by.ID); err != nil {
			return err
		}
		switch {
		case r.Held(by.ID).Empty():
			return refuse(NotSeated)
		case !r.Asks():
			return refuse(NoDropIn)
		case !r.letGo(person):
			return errSame
		}
		r.noteCame(person)
		return nil
	})
	return r.shown(), err
}

// SetShut keeps bots' seats for bots during the game, or opens them to people again.
func (l *Lobby) SetShut(ctx context.Context, by identity.Person, table string, shut bool) (Table, error) {
	return l.host(ctx, by, table, func(r *tableRecord) error {
		switch {
		case r.Shut == shut:
			return errSame
		case !r.Status.Running():
			return refuse(NotRunning)
		}
		r.Shut = shut
		return nil
	})
}

// GiveToBot gives up a seat in a running game, and a bot goes on immediately. Another person may then take the seat.
func (l *Lobby) GiveToBot(ctx context.Context, by identity.Person, table string, seat int) (Table, error) {
	return l.holder(ctx, by, table, seat, func(r *tableRecord) error {
		switch {
		case r.Status != Playing:
			return refuse(NotPlaying)
		case !r.LetsIn() || len(Levels(r.Game)) == 0:
			return refuse(NoDropIn)
		}
		r.toBot(seat)
		if r.Held(by.ID).Empty() && r.Host == by.ID {
			if heir := r.longest(by.ID); heir != "" {
				r.passHost(heir)
			}
		}
		r.keepAsGuest(by.ID)
		return nil
	})
}

// longest returns who of those with a seat has been at the table for the longest time, except for one person.
func (t *Table) longest(except string) string {
	best := Presence{}
	for _, p := range t.Present {
		if p.Person != except && !p.Away && !t.Held(p.Person).Empty() && (best.Person == "" || p.Since.Before(best.Since)) {
			best = p
		}
	}
	return best.Person
}

// toBot gives a holder's seat to a bot. The holder may come back while no other person has the seat, unless they then
// see all hands as a spectator.
func (r *tableRecord) toBot(seat int) {
	level, holder := r.Seats[seat].Standin, r.Seats[seat].Holder
	if level == "" {
		level = UsualLevel(r.Game)
	}
	r.clear(seat)
	r.Seats[seat].Bot = level
	if r.Watch == WatchNobody || r.Watch == WatchHidden {
		r.Seats[seat].Stood = holder
	}
}

// vanished returns the seats of people who have been away for so long that a bot takes over. It returns none if no
// other person is there.
func (t *Table) vanished(now time.Time) (seats []int) {
	if !t.LetsIn() || t.Clock.Kind != ClockLive || t.here() == 0 || len(Levels(t.Game)) == 0 {
		return nil
	}
	for i := range t.Seats {
		if since, away := t.AwaySince(t.Seats[i].Holder); away && now.Sub(since) >= vanishing {
			seats = append(seats, i)
		}
	}
	return seats
}

// vacate gives the seats of people who have vanished to bots, so that others can take them. It reports whether there
// were any.
func (r *tableRecord) vacate(now time.Time) bool {
	seats := r.vanished(now)
	for _, i := range seats {
		holder := r.Seats[i].Holder
		r.toBot(i)
		r.keepAsGuest(holder)
	}
	return len(seats) > 0
}
