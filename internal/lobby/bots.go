package lobby

import (
	"cmp"
	"context"
	"slices"

	"theriac/engine"
	"theriac/games"
	"theriac/internal/identity"
)

// Limits for the bots at a table.
const (
	// MaxBots is how many seats one person may give to bots, counted over all running tables that they host.
	// The Config can set another limit.
	MaxBots = 60
	// MaxMissed is the highest value of Takeover.After, the number of times in a row that a seat's clock must
	// run out before a bot takes over.
	MaxMissed = 9
)

// The paces of bots, from moving without a pause to the longest pause before a move.
const (
	PaceAtOnce = "at-once"
	PaceFast   = "fast"
	PaceNormal = "normal"
	PaceSlow   = "slow"
)

// Paces lists all paces. A table that names no pace has the normal one.
func Paces() []string { return []string{PaceAtOnce, PaceFast, PaceNormal, PaceSlow} }

// Takeover determines when a bot plays for a player whose clock keeps running out. The zero value means never.
type Takeover struct {
	Level string `json:"level"`
	After int    `json:"after"` // how many times in a row the clock must run out
}

// TakesOver returns when a bot plays for a holder whose clock runs out, or nil for never. If the host has not decided
// it, a bot does so after the first time, at a table with several people who play live.
func (t *Table) TakesOver() *Takeover {
	switch {
	case t.Takeover != nil && t.Takeover.After > 0:
		return t.Takeover
	case t.Takeover != nil, t.Clock.Kind != ClockLive, t.Shared != nil, t.Lesson != "", t.Puzzle != "", t.Carried != nil, len(t.Seats) < 2:
		return nil
	case t.Status != Gathering && t.people() < 2, len(Levels(t.Game)) == 0:
		return nil
	}
	return &Takeover{Level: UsualLevel(t.Game), After: 1}
}

// BotSeat specifies for GiveSeats which bot gets which seat.
type BotSeat struct {
	Seat  int // AnySeat means the next free seat
	Level string
}

// Levels returns the levels of the bots that can play a game, weakest first.
func Levels(game string) []string {
	e, _ := games.FindEntry(game)
	list := []string{}
	for _, l := range e.Bots {
		list = append(list, l.Name)
	}
	return list
}

// UsualLevel returns the level of a game's bots that answer quickly and play well.
func UsualLevel(game string) string {
	levels := Levels(game)
	if slices.Contains(levels, "steady") || len(levels) == 0 {
		return "steady"
	}
	return levels[0] // the weakest is the quickest
}

// Level returns the level of the bot that plays a seat now, either for itself or for the seat's holder. It is
// empty if a person plays the seat, or no one does.
func (s *Seat) Level() string {
	if s.Standin != "" {
		return s.Standin
	}
	return s.Bot
}

// Bots returns the seats that bots play now, including seats that a bot plays temporarily for the holder.
func (t *Table) Bots() engine.Seats {
	var set engine.Seats
	for i := range t.Seats {
		if t.Seats[i].Level() != "" {
			set = set.With(engine.Seat(i))
		}
	}
	return set
}

// Played returns from this node's cache which seats at a table bots play, and whether the table has a takeover.
// known is false if the cache does not have the table. Played does not read the store.
func (l *Lobby) Played(table string) (bots engine.Seats, takeover, known bool) {
	r, ok := l.recent.get(table, l.now())
	if !ok {
		return 0, false, false
	}
	return r.Bots(), r.TakesOver() != nil, true
}

// botCount returns how many of a table's bots count against the host's limit. Bots that play for a holder
// count too, because they cost as much. Bots at a puzzle's table do not count, because they need no thinking.
func (t *Table) botCount() int {
	if t.Puzzle != "" {
		return 0
	}
	return t.Bots().Len()
}

// rivals reports whether a seat has opponents. If so, no person may see both this seat's hand and an
// opponent's.
func (r *tableRecord) rivals(at int) bool {
	game, ok := games.Find(r.Game)
	return ok && !engine.RivalsOf(game, r.Settings, engine.Seat(at)).Empty()
}

// GiveSeats gives free seats to bots, before or during the game. A seat that already has a bot gets the new
// level.
func (l *Lobby) GiveSeats(ctx context.Context, by identity.Person, table string, bots []BotSeat) (Table, error) {
	if l.conf.BotsFull != nil && l.conf.BotsFull() {
		return Table{}, refuse(BotLimit)
	}
	others, err := l.botsElsewhere(ctx, by.ID, table)
	if err != nil {
		return Table{}, err
	}
	bots = slices.Clone(bots)
	slices.SortStableFunc(bots, func(a, b BotSeat) int { return cmp.Compare(b.Seat, a.Seat) }) // numbered seats first
	return l.withBots(ctx, table, func(r *tableRecord) error {
		if err := r.hosts(by.ID); err != nil {
			return err
		}
		if !r.Status.Running() {
			return refuse(NotRunning)
		}
		if r.Status == Playing && r.Daily() {
			return refuse(DealFixed)
		}
		changed := false
		for _, b := range bots {
			same, err := r.giveSeat(b)
			if err != nil {
				return err
			}
			changed = changed || !same
		}
		switch {
		case !changed:
			return errSame
		case others+r.botCount() > l.conf.MaxBots:
			return refuse(BotLimit)
		}
		return nil
	})
}

// giveSeat gives one seat to a bot. It reports whether the seat already has a bot of that level.
func (r *tableRecord) giveSeat(b BotSeat) (same bool, err error) {
	if !slices.Contains(Levels(r.Game), b.Level) {
		return false, refuse(UnknownLevel)
	}
	at := b.Seat
	if at == AnySeat {
		if at = slices.IndexFunc(r.Seats, func(s Seat) bool { return s.Holder == "" && s.Bot == "" }); at < 0 {
			return false, refuse(NoFreeSeat)
		}
	}
	if at < 0 || at >= len(r.Seats) {
		return false, refuse(NoSuchSeat)
	}
	seat := &r.Seats[at]
	if seat.Holder != "" {
		return false, refuse(SeatTaken)
	}
	same = seat.Bot == b.Level
	seat.Bot = b.Level
	return same, nil
}

// FreeSeat removes the bot from its seat. In a running game, people can then take the seat through its link.
// If the seat has opponents, only a person who holds no seat can take it.
func (l *Lobby) FreeSeat(ctx context.Context, by identity.Person, table string, seat int) (Table, error) {
	return l.withBots(ctx, table, func(r *tableRecord) error {
		switch err := r.hosts(by.ID); {
		case err != nil:
			return err
		case seat < 0 || seat >= len(r.Seats):
			return refuse(NoSuchSeat)
		case r.Seats[seat].Bot == "":
			return errSame
		case !r.Status.Running():
			return refuse(NotRunning)
		case r.Status == Playing && r.Daily():
			return refuse(DealFixed)
		}
		r.Seats[seat].Bot = ""
		if r.Status == Playing && r.rivals(seat) {
			r.Seats[seat].Kicked = true
		}
		return nil
	})
}

// StandIn makes a bot play for the holder of a seat, who keeps the seat. The holder may call it at any time;
// the host may call it if the holder is absent.
func (l *Lobby) StandIn(ctx context.Context, by identity.Person, table string, seat int, level string, absent bool) (Table, error) {
	return l.withBots(ctx, table, func(r *tableRecord) error {
		if err := r.mayStandIn(by.ID, seat); err != nil {
			return err
		}
		switch {
		case r.Status != Playing:
			return refuse(NotPlaying)
		case r.Daily():
			return refuse(DealFixed)
		case r.Lesson != "":
			return refuse(LessonAlone) // a lesson needs the player's own moves
		case !slices.Contains(Levels(r.Game), level):
			return refuse(UnknownLevel)
		case r.Seats[seat].Standin == level:
			return errSame
		case r.Seats[seat].Holder != by.ID && !absent && r.Seats[seat].Standin == "":
			return refuse(SeatActive)
		}
		r.Seats[seat].Standin = level
		return nil
	})
}

// TakeBack stops the bot that plays for a holder. The holder plays again.
func (l *Lobby) TakeBack(ctx context.Context, by identity.Person, table string, seat int) (Table, error) {
	return l.withBots(ctx, table, func(r *tableRecord) error {
		if err := r.mayStandIn(by.ID, seat); err != nil {
			return err
		}
		if r.Seats[seat].Standin == "" && r.Seats[seat].Missed == 0 {
			return errSame
		}
		r.Seats[seat].Standin, r.Seats[seat].Missed = "", 0
		return nil
	})
}

// mayStandIn returns an error unless the person may decide who plays a seat that has a holder.
func (r *tableRecord) mayStandIn(person string, seat int) error {
	if err := r.admits(person); err != nil {
		return err
	}
	switch {
	case seat < 0 || seat >= len(r.Seats):
		return refuse(NoSuchSeat)
	case r.Seats[seat].Holder == "":
		return refuse(NotHere)
	case r.Seats[seat].Holder != person && r.Host != person:
		return refuse(NotHost)
	}
	return nil
}

// Missed records that some seats let their clock run out. If the table has a takeover, bots may then play for the
// seats' holders. Only the server calls Missed, never a person.
func (l *Lobby) Missed(ctx context.Context, table string, seats engine.Seats) (Table, error) {
	return l.withBots(ctx, table, func(r *tableRecord) error {
		takes := r.TakesOver()
		if takes == nil || r.Status != Playing {
			return errSame
		}
		same := true
		for i := range r.Seats {
			s := &r.Seats[i]
			if !seats.Has(engine.Seat(i)) || s.Holder == "" || s.Standin != "" {
				continue
			}
			same = false
			if s.Missed = min(s.Missed+1, MaxMissed); s.Missed >= takes.After {
				s.Standin = takes.Level
			}
		}
		if same {
			return errSame
		}
		return nil
	})
}

// SetTakeover sets when a bot starts by itself to play for a holder whose clock runs out; nil means never.
func (l *Lobby) SetTakeover(ctx context.Context, by identity.Person, table string, t *Takeover) (Table, error) {
	return l.host(ctx, by, table, func(r *tableRecord) error {
		switch {
		case !r.Status.Running():
			return refuse(NotRunning)
		case r.Daily():
			return refuse(DealFixed)
		case t == nil && r.TakesOver() == nil || t != nil && r.Takeover != nil && *t == *r.Takeover:
			return errSame
		case t == nil:
			r.Takeover = &Takeover{}
			return nil
		case !slices.Contains(Levels(r.Game), t.Level):
			return refuse(UnknownLevel)
		case t.After < 1 || t.After > MaxMissed:
			return refuse(BadClock)
		}
		r.Takeover = t
		return nil
	})
}

// SetPace changes how fast the bots at a table move.
func (l *Lobby) SetPace(ctx context.Context, by identity.Person, table, pace string) (Table, error) {
	if !slices.Contains(Paces(), pace) {
		return Table{}, refuse(BadClock)
	}
	return l.host(ctx, by, table, func(r *tableRecord) error {
		if r.BotPace == pace {
			return errSame
		}
		if !r.Status.Running() {
			return refuse(NotRunning)
		}
		r.BotPace = pace
		return nil
	})
}

// withBots changes a table's record with f.
func (l *Lobby) withBots(ctx context.Context, table string, f func(*tableRecord) error) (Table, error) {
	r, err := l.change(ctx, table, f)
	return r.shown(), err
}

// botsElsewhere counts a person's bots at the other running tables that they host.
func (l *Lobby) botsElsewhere(ctx context.Context, person, table string) (int, error) {
	notes, err := l.marks.Of(ctx, person)
	if err != nil {
		return 0, err
	}
	n := 0
	for _, note := range notes {
		if Status(note.Status).Running() && note.Hosted && note.Table != table {
			n += note.Bots
		}
	}
	return n, nil
}
