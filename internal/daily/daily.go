// Package daily keeps the deals that several tables share, and what people made of
// them: the deal of each day, its board, everybody's streaks, and duplicates.
//
// A secret is made long before its day and only its commitment is told. A result is
// what the log of the person's first table says; nothing that a client sends can make,
// change or repeat one.
//
// It refuses to know a position or a move, to believe any clock but the server's, and
// to store a name or an address.
package daily

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"theriac/engine"
	"theriac/games"
	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/internal/store"
)

const (
	// Ahead is how many coming days have their commitments published.
	Ahead = 7
	// Grace is how long after its day a game that was begun in time still counts. The
	// deal opens when it has passed, and not before: nobody can look cards up and win.
	Grace = 3 * time.Hour
	// MaxFrom is how many people of one address a deal counts for, as far as a node
	// remembers.
	MaxFrom = 20
	// kept is how many boards a node keeps in memory.
	kept = 24
)

// The names of the buckets.
const (
	BucketDeals   = "deals"
	BucketResults = "results"
)

// Config configures the deals.
type Config struct {
	KV      func(bucket string) store.KV
	Lobby   *lobby.Lobby
	Now     func() time.Time
	Zone    *time.Location // of the days
	Random  io.Reader      // crypto/rand.Reader
	MaxFrom int            // 0 for the constant
	OnError func(error)    // may be nil
}

// Daily is all shared deals.
type Daily struct {
	conf Config
	kv   struct{ deals, results store.KV }
	stop context.CancelFunc
	ctx  context.Context //nolint:containedctx // that of the boards, which outlive a request

	mu     sync.Mutex
	deals  map[string]deal   // by key; they never change
	boards map[string]*board // by the same
	from   map[string]map[string]int
}

// New opens the deals. Close ends their watches.
func New(c Config) *Daily {
	if c.MaxFrom == 0 {
		c.MaxFrom = MaxFrom
	}
	if c.Zone == nil {
		c.Zone = time.UTC
	}
	ctx, stop := context.WithCancel(context.Background())
	d := &Daily{conf: c, ctx: ctx, stop: stop, deals: map[string]deal{}, boards: map[string]*board{}, from: map[string]map[string]int{}}
	d.kv.deals, d.kv.results = c.KV(BucketDeals), c.KV(BucketResults)
	return d
}

// Close ends what runs in the background.
func (d *Daily) Close() { d.stop() }

func (d *Daily) trouble(err error) {
	if err != nil && d.ctx.Err() == nil && d.conf.OnError != nil {
		d.conf.OnError(err)
	}
}

// Zone is where the days begin and end.
func (d *Daily) Zone() *time.Location { return d.conf.Zone }

// Now is the server's time.
func (d *Daily) Now() time.Time { return d.conf.Now() }

const dayForm = "2006-01-02"

// Today is the day that it is in the server's zone.
func (d *Daily) Today() string { return d.conf.Now().In(d.conf.Zone).Format(dayForm) }

// Bounds are when a day begins and ends, and when its deals open; false where the text
// is no day.
func (d *Daily) Bounds(day string) (from, until, opens time.Time, ok bool) {
	t, err := time.ParseInLocation(dayForm, day, d.conf.Zone)
	if err != nil || t.Format(dayForm) != day {
		return from, until, opens, false
	}
	until = time.Date(t.Year(), t.Month(), t.Day()+1, 0, 0, 0, 0, d.conf.Zone)
	return t, until, until.Add(Grace), true
}

// After is the day that many days after another.
func (d *Daily) After(day string, n int) string {
	t, err := time.ParseInLocation(dayForm, day, d.conf.Zone)
	if err != nil {
		return ""
	}
	return time.Date(t.Year(), t.Month(), t.Day()+n, 12, 0, 0, 0, d.conf.Zone).Format(dayForm)
}

// Deal is what may be known of a day's deal. Its secret is told once it has opened.
type Deal struct {
	Day, Game, Name string
	Settings        engine.Settings
	Revision        int
	Commitment      string
	Made, Opens     time.Time
	Open            bool
	Secret, Salt    string // only where it is open
}

// Deal is the deal of a day: the past, today's, or a coming one whose commitment is
// published.
func (d *Daily) Deal(ctx context.Context, day, game string) (Deal, error) {
	made, err := d.deal(ctx, day, game)
	if err != nil {
		return Deal{}, err
	}
	out := Deal{
		Day: day, Game: game, Name: made.Name, Settings: made.settings(), Revision: made.Revision, Commitment: made.Commitment,
		Made: made.Made, Opens: made.Opens, Open: !d.conf.Now().Before(made.Opens),
	}
	if out.Open {
		out.Secret, out.Salt = made.Secret, made.Salt
	}
	return out, nil
}

// Prepare makes the secrets of the coming days. Every node may: the first one's stay.
func (d *Daily) Prepare(ctx context.Context) error {
	today := d.Today()
	for _, g := range games.All {
		for n := range Ahead + 1 {
			if _, err := d.deal(ctx, d.After(today, n), g.Name()); err != nil {
				return err
			}
		}
	}
	return nil
}

// Run prepares the coming days until the context ends.
func (d *Daily) Run(ctx context.Context, every time.Duration) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		if err := d.Prepare(ctx); ctx.Err() == nil {
			d.trouble(err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// Play opens a table with today's deal for one person, who holds all seats, or one
// beside bots of a level. Counts says whether the result will count: it is the
// person's first table of the deal, and their address has not had too many.
func (d *Daily) Play(ctx context.Context, by identity.Person, game, level, from string) (t lobby.Table, counts bool, err error) {
	day := d.Today()
	made, err := d.deal(ctx, day, game)
	if err != nil {
		return t, false, err
	}
	if again, err := d.resume(ctx, by, made); err != nil || again.ID != "" {
		return again, err == nil, err
	}
	if level == "" && rivals(made) {
		return t, false, lobby.Refusal{ID: lobby.UnknownLevel} // alone there is nobody to beat
	}
	shared, err := made.shared()
	if err != nil {
		return t, false, err
	}
	t, err = d.conf.Lobby.Create(ctx, by, lobby.Draft{Game: game, Settings: made.settings(), Shared: shared, Title: made.Day})
	if err != nil {
		return t, false, err
	}
	if err = d.seat(ctx, by, t, level); err == nil {
		counts, err = d.claim(ctx, by.ID, made, claim{Table: t.ID, Started: d.conf.Now().UTC(), Company: company(level)}, from)
	}
	if err == nil {
		t, err = d.conf.Lobby.Start(ctx, by, t.ID)
	}
	return t, counts, err
}

// resume starts the person's first table where it could not be started before.
func (d *Daily) resume(ctx context.Context, by identity.Person, made deal) (lobby.Table, error) {
	c, _, err := d.claimed(ctx, by.ID, made.Day, made.Game)
	if err != nil || c.Table == "" {
		return lobby.Table{}, err
	}
	t, err := d.conf.Lobby.Get(ctx, c.Table)
	if err != nil || t.Status != lobby.Gathering {
		return lobby.Table{}, ignoreMissing(err)
	}
	return d.conf.Lobby.Start(ctx, by, t.ID)
}

func ignoreMissing(err error) error {
	if lobby.Refused(err) == lobby.NoSuchTable {
		return nil
	}
	return err
}

// seat gives the person their seats, and the others to bots.
func (d *Daily) seat(ctx context.Context, by identity.Person, t lobby.Table, level string) error {
	own := len(t.Seats)
	if level != "" {
		own = 1
	}
	for i := range own {
		if _, _, err := d.conf.Lobby.Sit(ctx, by, t.ID, i, ""); err != nil {
			return err
		}
	}
	var bots []lobby.BotSeat
	for i := own; i < len(t.Seats); i++ {
		bots = append(bots, lobby.BotSeat{Seat: i, Level: level})
	}
	if len(bots) == 0 {
		return nil
	}
	_, err := d.conf.Lobby.GiveSeats(ctx, by, t.ID, bots)
	return err
}

// Rivals says whether the seats of a game's daily deal play against each other: it is
// then played against bots.
func (d *Daily) Rivals(deal Deal) bool { return opposed(deal.Game, deal.Settings) }

func rivals(made deal) bool { return opposed(made.Game, made.settings()) }

func opposed(name string, s engine.Settings) bool {
	game, ok := games.Find(name)
	return ok && !engine.RivalsOf(game, s, 0).Empty()
}

func company(level string) string {
	if level == "" {
		return "alone"
	}
	return "bots-" + level
}

// retryable says whether to read and decide again.
func retryable(ctx context.Context, err error) bool {
	return (errors.Is(err, store.ErrConflict) || errors.Is(err, store.ErrUncertain)) && ctx.Err() == nil
}

func wrap(what string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("daily: %s: %w", what, err)
}
