package lobby

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"theriac/games"
	"theriac/games/entry"
	"theriac/internal/identity"
)

// Hall is what a public table says of itself to people who look for company.
type Hall struct {
	Level     string   `json:"level,omitempty"`     // of games.Entry.Levels; empty if the host chose the options
	Languages []string `json:"languages,omitempty"` // the tags of the languages that the people at the table read
	Quiet     bool     `json:"quiet,omitempty"`     // people here would rather not talk
}

// MaxLanguages is how many languages a table or a wish names.
const MaxLanguages = 8

// Wish is what a person looks for in the hall. An empty field fits every table.
type Wish struct {
	Game      string   `json:"game,omitempty"`
	Level     string   `json:"level,omitempty"`
	Languages []string `json:"languages,omitempty"`
	Pace      string   `json:"pace,omitempty"` // the kind of clock
	Quiet     *bool    `json:"quiet,omitempty"`
	// Hidden asks for a new table with hidden hands, if the wish leads to one.
	Hidden bool `json:"hidden,omitempty"`
}

// The ways in which a wish ends.
const (
	SatDown = "sat"  // on a seat of a table that gathers
	Kept    = "kept" // a bot's seat of a running game is kept for the person
	Opened  = "new"  // at a new table with bots
)

// Found is the answer to a wish.
type Found struct {
	Way   string
	Table Table
	Seat  int
}

// Fits reports whether a table of the list is what a person wishes.
func (w Wish) Fits(s Summary) bool {
	h := Hall{}
	if s.Hall != nil {
		h = *s.Hall
	}
	switch {
	case w.Game != "" && w.Game != s.Game, w.Level != "" && w.Level != h.Level, w.Pace != "" && w.Pace != s.Clock.Kind:
		return false
	case w.Quiet != nil && *w.Quiet != h.Quiet:
		return false
	case len(w.Languages) > 0 && len(h.Languages) > 0 && !slices.ContainsFunc(h.Languages, func(l string) bool { return slices.Contains(w.Languages, l) }):
		return false
	}
	return true
}

// wants reports whether a table of the list has a seat for one more person, and people who are there.
func (s Summary) wants() bool {
	if s.Here == 0 || s.Lesson != "" || s.Puzzle != "" {
		return false
	}
	return s.Status == Gathering && s.People < s.Seats || s.Status == Playing && s.DropIn
}

// Seeking lists the public tables that have room and people, those that fit the wish first. Then come tables with
// more people.
func (l *Lobby) Seeking(ctx context.Context, by identity.Person, w Wish, most int) ([]Summary, error) {
	list := slices.DeleteFunc(l.live.All(), func(s Summary) bool { return !s.wants() })
	slices.SortStableFunc(list, func(a, b Summary) int {
		return cmp.Or(cmp.Compare(rank(w.Fits(a)), rank(w.Fits(b))), cmp.Compare(b.People, a.People), a.Created.Compare(b.Created), cmp.Compare(a.Table, b.Table))
	})
	out := []Summary{}
	for _, s := range list {
		if len(out) == most {
			break
		}
		r, ok := l.recent.get(s.Table, l.now())
		if !ok {
			var err error
			if r, err = l.read(ctx, s.Table); err != nil {
				continue // the table has left the list since
			}
		}
		if r.shut(by.ID) != nil || !r.Held(by.ID).Empty() {
			continue
		}
		if l.conf.Meets != nil {
			err := l.conf.Meets(ctx, by.ID, r.company(), refuse(NoFreeSeat))
			if isRefusal(err) {
				continue
			}
			if err != nil {
				return nil, err
			}
		}
		out = append(out, s)
	}
	return out, nil
}

func rank(fits bool) int {
	if fits {
		return 0
	}
	return 1
}

// Watchable lists public running games that anyone may watch, those with the most people first.
func (l *Lobby) Watchable(most int) []Summary {
	list := slices.DeleteFunc(l.live.All(), func(s Summary) bool {
		return s.Status != Playing || s.Watch == WatchNobody || s.Lesson != "" || s.Puzzle != "" || s.Here == 0
	})
	slices.SortStableFunc(list, func(a, b Summary) int {
		return cmp.Or(cmp.Compare(b.People, a.People), b.Updated.Compare(a.Updated), cmp.Compare(a.Table, b.Table))
	})
	return list[:min(most, len(list))]
}

// maxTries is how many tables Take tries before it opens a new one.
const maxTries = 8

// Take finds a seat for a person: at a table that fits the wish, or else at a new table with bots on the other seats.
// One node opens one table at a time, so that two people do not open a table each.
func (l *Lobby) Take(ctx context.Context, by identity.Person, from From, w Wish, address string) (Found, error) {
	if f, err := l.takeOpen(ctx, by, from, w); err != nil || f.Way != "" {
		return f, err
	}
	l.taking.Lock()
	defer l.taking.Unlock()
	if f, err := l.takeOpen(ctx, by, from, w); err != nil || f.Way != "" {
		return f, err
	}
	return l.openTable(ctx, by, w, address)
}

// takeOpen finds a seat at a table that is there already. It returns an empty Found if none fits.
func (l *Lobby) takeOpen(ctx context.Context, by identity.Person, from From, w Wish) (Found, error) {
	list, err := l.Seeking(ctx, by, w, maxTries)
	if err != nil {
		return Found{}, err
	}
	for _, s := range list {
		if !w.Fits(s) {
			break // those that fit come first
		}
		f, err := l.takeAt(ctx, by, from, s)
		if err == nil {
			return f, nil
		}
		if !isRefusal(err) {
			return Found{}, err
		}
	}
	return Found{}, nil
}

func (l *Lobby) takeAt(ctx context.Context, by identity.Person, from From, s Summary) (Found, error) {
	now, err := l.Known(ctx, s.Table) // the list may lag
	if err != nil {
		return Found{}, err
	}
	if now.Status == Gathering {
		t, seat, err := l.SitFrom(ctx, by, from, s.Table, AnySeat, "")
		return Found{SatDown, t, seat}, err
	}
	t, seat, err := l.Keep(ctx, by, from, s.Table, AnySeat)
	return Found{Kept, t, seat}, err
}

// openTable opens a public table on which bots hold all seats but one, and starts its game.
func (l *Lobby) openTable(ctx context.Context, by identity.Person, w Wish, address string) (Found, error) {
	d, err := w.draft()
	if err != nil {
		return Found{}, err
	}
	d.From = address
	t, err := l.Create(ctx, by, d)
	if err != nil {
		return Found{}, err
	}
	seat := 0
	steps := []func() error{
		func() (err error) { t, seat, err = l.Sit(ctx, by, t.ID, AnySeat, ""); return err },
		func() (err error) {
			bots := make([]BotSeat, 0, len(t.Seats))
			for range len(t.Seats) - 1 {
				bots = append(bots, BotSeat{Seat: AnySeat, Level: UsualLevel(t.Game)})
			}
			t, err = l.GiveSeats(ctx, by, t.ID, bots)
			return err
		},
		func() (err error) { t, err = l.Start(ctx, by, t.ID); return err },
	}
	for _, step := range steps {
		if err := step(); err != nil {
			_, closing := l.Close(ctx, by, t.ID)
			if isRefusal(closing) {
				closing = nil
			}
			return Found{}, errors.Join(err, closing)
		}
	}
	l.live.Await(ctx, t.ID, func(s Summary) bool { return s.Status == Playing })
	return Found{Opened, t, seat}, nil
}

// draft returns the public table that fits a wish.
func (w Wish) draft() (Draft, error) {
	e, ok := games.FindEntry(cmp.Or(w.Game, games.Default()))
	if !ok {
		return Draft{}, refuse(NoSuchGame)
	}
	level := e.LevelOf(w.Level)
	settings := slices.Clone(level.Settings)
	if !w.Hidden {
		settings = append(settings, e.OpenHands...)
	}
	return Draft{
		Game: e.Rules.Name(), Settings: settings, Public: true, OnePerson: true, Clock: Clock{Kind: cmp.Or(w.Pace, ClockLive)},
		Hall: &Hall{Level: level.Name, Languages: w.Languages, Quiet: w.Quiet != nil && *w.Quiet},
	}, nil
}

// PeopleHere returns how many people are at the public tables.
func (l *Lobby) PeopleHere() (n int) {
	for _, s := range l.live.All() {
		n += s.Here
	}
	return n
}

// heldSeats returns how many seats people hold.
func (t *Table) heldSeats() int {
	n := 0
	for _, s := range t.Seats {
		if s.Holder != "" {
			n++
		}
	}
	return n
}

// here returns how many of the people with a seat are at the table.
func (t *Table) here() int {
	n := 0
	for _, p := range t.Present {
		if !p.Away && !t.Held(p.Person).Empty() {
			n++
		}
	}
	return n
}

// cleanHall checks what a table says of itself.
func (d *Draft) checkHall() error {
	if d.Hall == nil {
		return nil
	}
	known, _ := games.FindEntry(d.Game)
	if len(d.Hall.Languages) > MaxLanguages || d.Hall.Level != "" && !slices.ContainsFunc(known.Levels, func(l entry.Level) bool { return l.Name == d.Hall.Level }) {
		return refuse(BadWish)
	}
	return nil
}
