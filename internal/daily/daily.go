// Package daily manages deals that several tables share, and their results: the deal of each day,
// its leaderboard, people's streaks, and duplicates.
//
// The secret of a deal is generated long before its day. At first, only a commitment to the secret
// is published. The deal opens, meaning that the secret is published, when no game can count any
// more. The server reads a result from the log of the person's first table, so clients cannot make,
// change or repeat a result.
//
// By design it refuses to interpret positions and moves, to trust any clock but the server's, and
// to store names or addresses.
package daily

import (
	"context"
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
	// Ahead is the number of coming days whose commitments are published.
	Ahead = 7
	// Grace is how long after the end of a deal's day a game may end and still count, if it began
	// on that day. The deal opens only then, so that no player can look up the cards and win.
	Grace = 3 * time.Hour
	// MaxFrom is how many people from one network address can have a result that counts in one
	// deal. Each node counts these people in memory only.
	MaxFrom = 20
	// kept is how many leaderboards a node holds in memory.
	kept = 24
)

// The names of the buckets in the store.
const (
	BucketDeals   = "deals"
	BucketResults = "results"
)

// Config configures a Daily.
type Config struct {
	KV      func(bucket string) store.KV
	Lobby   *lobby.Lobby
	Now     func() time.Time
	Zone    *time.Location // the time zone in which days begin
	Random  io.Reader      // crypto/rand.Reader
	MaxFrom int            // 0 means the constant MaxFrom
	OnError func(error)    // may be nil
}

// Daily manages all shared deals of a server.
type Daily struct {
	conf Config
	kv   struct{ deals, results store.KV }
	stop context.CancelFunc
	ctx  context.Context //nolint:containedctx // the context of the leaderboards, which outlive a request

	mu     sync.Mutex
	deals  map[string]deal   // deals by day and game; a deal never changes
	boards map[string]*board // leaderboards by day and game
	from   map[string]map[string]int
}

// New returns a Daily. Close ends its background work.
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

// Close ends the subscriptions to results.
func (d *Daily) Close() { d.stop() }

func (d *Daily) trouble(err error) {
	if err != nil && d.ctx.Err() == nil && d.conf.OnError != nil {
		d.conf.OnError(err)
	}
}

// Zone returns the time zone that determines when a day begins.
func (d *Daily) Zone() *time.Location { return d.conf.Zone }

// Now returns the current time by the server's clock.
func (d *Daily) Now() time.Time { return d.conf.Now() }

const dayLayout = "2006-01-02"

// Today returns the current day in the server's time zone.
func (d *Daily) Today() string { return d.conf.Now().In(d.conf.Zone).Format(dayLayout) }

// Bounds returns when a day begins and ends, and when its deals open. ok is false if day is not a
// valid date.
func (d *Daily) Bounds(day string) (from, until, opens time.Time, ok bool) {
	t, err := time.ParseInLocation(dayLayout, day, d.conf.Zone)
	if err != nil || t.Format(dayLayout) != day {
		return from, until, opens, false
	}
	until = time.Date(t.Year(), t.Month(), t.Day()+1, 0, 0, 0, 0, d.conf.Zone)
	return t, until, until.Add(Grace), true
}

// After returns the date n days after a day.
func (d *Daily) After(day string, n int) string {
	t, err := time.ParseInLocation(dayLayout, day, d.conf.Zone)
	if err != nil {
		return ""
	}
	return time.Date(t.Year(), t.Month(), t.Day()+n, 12, 0, 0, 0, d.conf.Zone).Format(dayLayout)
}

// Deal is the public part of a day's deal. It includes the secret once the deal has opened.
type Deal struct {
	Day, Game, Name string
	Settings        engine.Settings
	Revision        int
	Commitment      string
	Made, Opens     time.Time
	Open            bool
	Secret, Salt    string // only if Open
}

// Deal returns the deal of a past day, of today, or of a future day whose commitment is published.
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

// Prepare creates the secrets for the deals of today and the coming days. Every node calls it. For
// each deal, the secret that is stored first is the one that counts.
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

// Run calls Prepare repeatedly until the context is done.
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

// Play opens a table with today's deal for one person. Without a level, the person holds all seats.
// With a level, they hold one seat and bots of that level play the others. The result counts if
// this is the person's first table with this deal, and MaxFrom is not reached for their address.
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
		return t, false, lobby.Refusal{ID: lobby.UnknownLevel} // this game needs opponents, so a level is required
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

// resume returns the person's first table of a deal. If an earlier attempt failed to start the game
// there, resume starts it.
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

// seat gives the person their seats, and gives the remaining seats to bots.
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

// Rivals reports whether the seats of a deal play against each other. If they do, the person plays
// against bots.
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

func wrap(what string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("daily: %s: %w", what, err)
}
