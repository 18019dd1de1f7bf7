package lobby

import (
	"cmp"
	"context"
	"slices"

	"theriac/engine"
	"theriac/games"
	"theriac/internal/identity"
)

// Limits of bots at a table.
const (
	// MaxBots is how many seats one person may have given to bots, at all running
	// tables that they host together, unless the Config says otherwise.
	MaxBots = 60
	// MaxMissed is how often at most a seat may let its clock run out before a
	// takeover.
	MaxMissed = 9
)

// The paces of bots, from none to the longest pause before a move.
const (
	PaceAtOnce = "at-once"
	PaceFast   = "fast"
	PaceNormal = "normal"
	PaceSlow   = "slow"
)

// Paces lists them. A table that names none has the normal one.
func Paces() []string { return []string{PaceAtOnce, PaceFast, PaceNormal, PaceSlow} }

// Takeover says that a bot stands in for a person who lets their clock run out.
type Takeover struct {
	Level string `json:"level"`
	After int    `json:"after"` // how many times in a row
}

// BotSeat is a seat to be given to a bot.
type BotSeat struct {
	Seat  int // AnySeat: the next free one
	Level string
}

// Levels are the levels of the bots that can sit at tables of a game, the weakest
// first.
func Levels(game string) []string {
	e, _ := games.FindEntry(game)
	list := []string{}
	for _, l := range e.Bots {
		list = append(list, l.Name)
	}
	return list
}

// Level is the level of the bot that plays a seat now: its own bot or a stand-in;
// empty where a person plays it, or nobody.
func (s *Seat) Level() string {
	if s.Standin != "" {
		return s.Standin
	}
	return s.Bot
}

// Bots is the seats that bots play now, stand-ins among them.
func (t *Table) Bots() engine.Seats {
	var set engine.Seats
	for i := range t.Seats {
		if t.Seats[i].Level() != "" {
			set = set.With(engine.Seat(i))
		}
	}
	return set
}

// Played says which seats of a table bots play, and whether bots take over by
// themselves, as far as this node remembers. It reads no store.
func (l *Lobby) Played(table string) (bots engine.Seats, takeover, known bool) {
	r, ok := l.recent.get(table, l.now())
	if !ok {
		return 0, false, false
	}
	return r.Bots(), r.Takeover != nil, true
}

// botCount is how many seats are given to bots. Stand-ins count too: they cost the
// same. Those of a puzzle cost nothing: they do not think.
func (t *Table) botCount() int {
	if t.Puzzle != "" {
		return 0
	}
	return t.Bots().Len()
}

// rivals says whether a seat has opponents: whoever sees its hand and another one
// knows too much.
func (r *record) rivals(at int) bool {
	game, ok := games.Find(r.Game)
	return ok && !engine.RivalsOf(game, r.Settings, engine.Seat(at)).Empty()
}

// GiveSeats gives free seats to bots: before the game and in it. A seat that a bot has
// gets the new level.
func (l *Lobby) GiveSeats(ctx context.Context, by identity.Person, table string, bots []BotSeat) (Table, error) {
	if l.conf.BotsFull != nil && l.conf.BotsFull() {
		return Table{}, refuse(BotLimit)
	}
	others, err := l.botsElsewhere(ctx, by.ID, table)
	if err != nil {
		return Table{}, err
	}
	bots = slices.Clone(bots)
	slices.SortStableFunc(bots, func(a, b BotSeat) int { return cmp.Compare(b.Seat, a.Seat) }) // named seats first, then any
	return l.withBots(ctx, table, func(r *record) error {
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

// giveSeat gives one seat to a bot. It says whether the bot has it already.
func (r *record) giveSeat(b BotSeat) (same bool, err error) {
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

// FreeSeat takes a bot off its seat. In a running game the seat is then free to be
// taken by its link; where there are opponents, by somebody who has no seat.
func (l *Lobby) FreeSeat(ctx context.Context, by identity.Person, table string, seat int) (Table, error) {
	return l.withBots(ctx, table, func(r *record) error {
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

// StandIn lets a bot play for the holder of a seat, who keeps it. The holder may ask
// for it at any time, the host where the holder is absent.
func (l *Lobby) StandIn(ctx context.Context, by identity.Person, table string, seat int, level string, absent bool) (Table, error) {
	return l.withBots(ctx, table, func(r *record) error {
		if err := r.mayStandIn(by.ID, seat); err != nil {
			return err
		}
		switch {
		case r.Status != Playing:
			return refuse(NotPlaying)
		case r.Daily():
			return refuse(DealFixed)
		case r.Lesson != "":
			return refuse(LessonAlone) // its guide makes the moves that it tells of
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

// TakeBack ends a stand-in: the holder plays again.
func (l *Lobby) TakeBack(ctx context.Context, by identity.Person, table string, seat int) (Table, error) {
	return l.withBots(ctx, table, func(r *record) error {
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

// mayStandIn says whether a person may decide who plays a seat that somebody holds.
func (r *record) mayStandIn(person string, seat int) error {
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

// Missed notes that some seats let their clock run out, and lets bots stand in where
// the table is set to. The server calls it.
func (l *Lobby) Missed(ctx context.Context, table string, seats engine.Seats) (Table, error) {
	return l.withBots(ctx, table, func(r *record) error {
		if r.Takeover == nil || r.Status != Playing {
			return errSame
		}
		same := true
		for i := range r.Seats {
			s := &r.Seats[i]
			if !seats.Has(engine.Seat(i)) || s.Holder == "" || s.Standin != "" {
				continue
			}
			same = false
			if s.Missed = min(s.Missed+1, MaxMissed); s.Missed >= r.Takeover.After {
				s.Standin = r.Takeover.Level
			}
		}
		if same {
			return errSame
		}
		return nil
	})
}

// SetTakeover says when bots stand in by themselves; nil: never.
func (l *Lobby) SetTakeover(ctx context.Context, by identity.Person, table string, t *Takeover) (Table, error) {
	return l.host(ctx, by, table, func(r *record) error {
		switch {
		case !r.Status.Running():
			return refuse(NotRunning)
		case r.Daily():
			return refuse(DealFixed)
		case t == nil && r.Takeover == nil || t != nil && r.Takeover != nil && *t == *r.Takeover:
			return errSame
		case t != nil && !slices.Contains(Levels(r.Game), t.Level):
			return refuse(UnknownLevel)
		case t != nil && (t.After < 1 || t.After > MaxMissed):
			return refuse(BadClock)
		}
		r.Takeover = t
		return nil
	})
}

// SetPace changes how fast the bots of a table move.
func (l *Lobby) SetPace(ctx context.Context, by identity.Person, table, pace string) (Table, error) {
	if !slices.Contains(Paces(), pace) {
		return Table{}, refuse(BadClock)
	}
	return l.host(ctx, by, table, func(r *record) error {
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

// withBots changes a record and then updates the note of its host, which counts the
// bots.
func (l *Lobby) withBots(ctx context.Context, table string, f func(*record) error) (Table, error) {
	before := 0
	r, err := l.change(ctx, table, func(r *record) error {
		before = r.botCount()
		return f(r)
	})
	if err == nil && r.botCount() != before && r.Host != "" {
		l.trouble(l.updateNote(ctx, r.Host, &r))
	}
	return r.shown(), err
}

// botsElsewhere counts the bots of a person at the other running tables that they host.
func (l *Lobby) botsElsewhere(ctx context.Context, person, table string) (int, error) {
	notes, err := l.marks.Recent(ctx, person)
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
