// Package lobby manages tables before, during and after their game: who may take which seat, who may watch, who is
// invited, and the lists of tables.
//
// A table is one record. Every operation on a table reads the record, decides, and writes the record if no other
// writer was faster. The same transaction writes the lists in the store; only their copies in memory may lag.
//
// By design it refuses to know a position or a move, which is the job of package table. It stores no names, only ids
// of people and of seats. It shows a table only to people who were admitted.
package lobby

import (
	"context"
	"fmt"
	"io"
	"sync"
	"time"

	"theriac/engine"
	"theriac/internal/identity"
	"theriac/internal/lobby/lists"
	"theriac/internal/store"
)

// Limits for a table and its parts.
const (
	MaxTitle  = 40        // characters
	MaxCards  = 8192      // bytes
	MaxDeal   = 1<<53 - 1 // the largest integer that every client can represent
	MaxNonce  = 64        // bytes
	MaxText   = 500       // characters of a reason
	MaxGuests = 200
	MaxBanned = 200
	MaxMuted  = 200
	MaxHooks  = 3 // per seat
	MaxURL    = 500
	// MaxTables is how many open tables one person may host, unless the Config sets another limit.
	MaxTables = 500
	// MaxPublic is how many of one person's tables may be on the public list. MaxFrom limits the tables from
	// one network address that this node knows of. Both keep one person from filling the list.
	MaxPublic = 50
	MaxFrom   = 500
	// TableLength and SeatLength are the lengths of the ids of tables and seats.
	TableLength = lists.TableLength
	SeatLength  = 12
	// Stale is the maximum age of a cached record that Access uses. A change on this node is visible
	// immediately, and so is the start of a game on any node.
	Stale = 2 * time.Second
	// Deserted is how long a public table may wait for players without any activity before Tend closes it.
	Deserted = 30 * 24 * time.Hour
)

// The names of the lobby's buckets.
const (
	BucketTables   = "tables"
	BucketMine     = "mine"     // notes about the tables that mention a person
	BucketOpen     = "open"     // public tables whose game has not ended
	BucketFinished = "finished" // public games that are over
	BucketCodes    = "codes"    // the tables that have a code
)

// Config configures a lobby.
type Config struct {
	KV func(bucket string) store.KV
	// Do is the method of the store with these buckets.
	Do     func(context.Context, ...store.Change) (uint64, error)
	People *identity.People
	Now    func() time.Time
	Random io.Reader // crypto/rand.Reader
	// Begin writes the first entry of a table's log, together with the lead, the moves that the game begins with.
	// The lobby calls Begin at least once for every game that starts, always with the same header. If the game has
	// already begun, Begin must change nothing.
	Begin func(ctx context.Context, t Table, h engine.Header, lead []string) error
	// Writes reports whether every node can read a format, so that this node may write it. The format is one that
	// Formats lists. If Writes is nil, all formats may be written.
	Writes func(format string) bool
	// Meets returns an error if a person may not sit with others at a public table: full, if it must look like a
	// table without a free seat. It may be nil.
	Meets func(ctx context.Context, person string, others []string, full error) error
	// Admits returns an error unless a person may see and join public tables, and invite others to their own. If it is
	// nil, everyone may.
	Admits func(ctx context.Context, by identity.Person) error
	// CleanTitle returns a title in its usual form, or the reason why no table may have it. It may be nil.
	CleanTitle func(ctx context.Context, title string) (string, error)
	// TablesOf returns limits on a person's open tables that are lower than MaxTables and MaxPublic; 0 means none. It
	// may be nil.
	TablesOf func(ctx context.Context, by identity.Person) (tables, public int, err error)
	// OnChange is called with each table whose record this node has written. It must not block. It may be nil.
	OnChange func(table string)
	// OnError is called when something failed that the caller cannot repeat, such as following a list. It may be
	// nil.
	OnError func(error)
	// MaxTables, MaxPublic and MaxFrom override the constants of these names; 0 means the constant.
	MaxTables, MaxPublic, MaxFrom int
	// MaxFinished is how many finished games the list holds; 0 means the default.
	MaxFinished int
	// MaxBots is how many bots one person may have; 0 means the constant MaxBots.
	MaxBots int
	// BotsFull reports whether this server already plays its maximum number of bots. It may be nil.
	BotsFull func() bool
}

// Lobby manages all tables of a server.
type Lobby struct {
	conf       Config
	kv         struct{ tables, open, finished, codes store.KV }
	randomness sync.Mutex
	recent     recent
	live       *lists.Live[Summary]
	marks      *lists.Notes
	from       *origins
	taking     sync.Mutex // held while a wish opens a table
}

// New returns a lobby. Its live lists are empty until Run has filled them.
func New(c Config) *Lobby {
	if c.MaxTables == 0 {
		c.MaxTables = MaxTables
	}
	if c.MaxPublic == 0 {
		c.MaxPublic = MaxPublic
	}
	if c.MaxFrom == 0 {
		c.MaxFrom = MaxFrom
	}
	if c.MaxBots == 0 {
		c.MaxBots = MaxBots
	}
	l := &Lobby{conf: c, recent: recent{records: map[string]seen{}}, from: newOrigins(), marks: lists.NewNotes(c.KV(BucketMine))}
	l.kv.tables = c.KV(BucketTables)
	l.kv.open, l.kv.finished, l.kv.codes = c.KV(BucketOpen), c.KV(BucketFinished), c.KV(BucketCodes)
	l.live = lists.NewLive(lists.LiveConfig[Summary]{
		Open: l.kv.open, Finished: l.kv.finished, MaxFinished: c.MaxFinished, Decode: decodeRow, Closed: l.from.drop, Trouble: l.trouble,
	})
	return l
}

// Run keeps the live lists up to date until ctx is done. If a subscription to the store ends, Run starts it again
// after the pause.
func (l *Lobby) Run(ctx context.Context, pause time.Duration) { l.live.Run(ctx, pause) }

// Ready reports whether the live lists have everything that was in the store when Run started.
func (l *Lobby) Ready() bool { return l.live.Ready() }

// Open lists public tables. Tables that wait for players come before those with a running game. In each
// group, the newest come first.
func (l *Lobby) Open(skip, most int) []Summary { return l.live.Open(skip, most) }

// OpenTables returns how many tables are on the public list of open ones.
func (l *Lobby) OpenTables() int { return l.live.OpenCount() }

// Finished lists public finished games, newest first, as far back as the list reaches.
func (l *Lobby) Finished(skip, most int) []Summary { return l.live.Finished(skip, most) }

func (l *Lobby) now() time.Time { return l.conf.Now().UTC() }

func (l *Lobby) trouble(err error) {
	if err != nil && l.conf.OnError != nil {
		l.conf.OnError(err)
	}
}

// newID returns a new id of a table, a seat or a webhook, which all have the same length.
func (l *Lobby) newID() (string, error) {
	l.randomness.Lock()
	defer l.randomness.Unlock()
	return identity.NewID(l.conf.Random, TableLength)
}

func (l *Lobby) newKey() (engine.Key, error) {
	l.randomness.Lock()
	defer l.randomness.Unlock()
	var k engine.Key
	if _, err := io.ReadFull(l.conf.Random, k[:]); err != nil {
		return k, fmt.Errorf("lobby: no randomness: %w", err)
	}
	return k, nil
}
