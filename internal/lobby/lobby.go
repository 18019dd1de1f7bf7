// Package lobby holds the tables before, around and after their game: who may sit
// where, who may watch, who is invited, and the lists of tables.
//
// A table is one record, and every operation is one decision about it: read, decide,
// write if nobody wrote in between. The lists beside it are written before or after
// and may lag; whoever reads them compares with the record. What tables leave that are
// over for a day shares keys with others (Compact).
//
// It refuses to know a position or a move (that is internal/table's), to store a name
// (only ids of people and of seats), and to show a table to people who were not
// admitted.
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

// Limits of a table and of what belongs to it.
const (
	MaxTitle   = 40        // characters
	MaxCards   = 8192      // bytes
	MaxDeal    = 1<<53 - 1 // the numbers that every client can write
	MaxNonce   = 64        // bytes
	MaxText    = 500       // characters of a report
	MaxGuests  = 200
	MaxBanned  = 200
	MaxMuted   = 200
	MaxHooks   = 3 // of a seat
	MaxURL     = 500
	MaxReports = 100 // about one table
	// MaxTables is how many tables one person may have open at once, unless the
	// Config says otherwise.
	MaxTables = 500
	// MaxPublic is how many of them may be on the public list, and MaxFrom how many
	// from one address, as far as a node knows: nobody can fill the list.
	MaxPublic = 50
	MaxFrom   = 500
	// TableLength and SeatLength are the lengths of their ids.
	TableLength = lists.TableLength
	SeatLength  = 12
	// Stale is how old the record may be that Access goes by. A change on this node is
	// visible at once, and so is the start of a game on any.
	Stale = 2 * time.Second
	// Deserted is how long a public table may gather players without anything happening
	// before RepairLists closes it.
	Deserted = 30 * 24 * time.Hour
)

// The names of the buckets.
const (
	BucketTables   = "tables"
	BucketMine     = "mine"     // the tables that mention a person
	BucketVolumes  = "volumes"  // what Compact moves out of the tables
	BucketYears    = "years"    // and out of whom they mention
	BucketOpen     = "open"     // public tables that gather or play
	BucketFinished = "finished" // public games that are over
	BucketReports  = "reports"
)

// Config configures a lobby.
type Config struct {
	KV     func(bucket string) store.KV
	People *identity.People
	Now    func() time.Time
	Random io.Reader // crypto/rand.Reader
	// Begin writes the first entry of the table's log, with the moves that lead to where
	// it plays on. It is called at least once for every game that starts, and always with
	// the same header; a call for a game that has begun changes nothing.
	Begin func(ctx context.Context, t Table, h engine.Header, lead []string) error
	// Writes says whether a form of Forms may be written, because every node can read it.
	// Nil: all of them.
	Writes func(form string) bool
	// OnChange is called with each record that this node wrote. It must not block. May
	// be nil.
	OnChange func(table string)
	// OnError is called when a list could not be updated after its record was written.
	// May be nil.
	OnError func(error)
	// 0 for the constants.
	MaxTables, MaxPublic, MaxFrom int
	// MaxFinished is how many finished games the list holds; 0 for the constant.
	MaxFinished int
	// VolumeRecords is how many records a volume holds before it is split; 0 for the constant.
	VolumeRecords int
	// MaxBots is how many bots one person may have; 0 for the constant.
	MaxBots int
	// BotsFull says that this server has as many bots as it can play. May be nil.
	BotsFull func() bool
}

// Lobby is all tables.
type Lobby struct {
	conf       Config
	kv         struct{ tables, open, finished, reports store.KV }
	randomness sync.Mutex
	recent     recent
	live       *lists.Live[Summary]
	marks      *lists.Notes
	from       *origins
	volumes    *lists.Volumes
	stopAt     func(step string) error // for tests
}

// New opens the lobby. Its live lists are empty until Run has filled them.
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
	l := &Lobby{
		conf: c, recent: recent{records: map[string]seen{}}, from: newOrigins(),
		volumes: lists.NewVolumes(c.KV(BucketVolumes), c.VolumeRecords), marks: lists.NewNotes(c.KV(BucketMine), c.KV(BucketYears)),
	}
	l.kv.tables, l.kv.reports = c.KV(BucketTables), c.KV(BucketReports)
	l.kv.open, l.kv.finished = c.KV(BucketOpen), c.KV(BucketFinished)
	l.live = lists.NewLive(lists.LiveConfig[Summary]{
		Open: l.kv.open, Finished: l.kv.finished, MaxFinished: c.MaxFinished, Decode: decodeRow, Closed: l.from.drop, Trouble: l.trouble,
	})
	return l
}

// Run keeps the live lists up to date until the context ends. If a watch of the store ends,
// it begins again after the pause.
func (l *Lobby) Run(ctx context.Context, pause time.Duration) { l.live.Run(ctx, pause) }

// Ready reports whether the live lists are complete.
func (l *Lobby) Ready() bool { return l.live.Ready() }

// Open lists the public tables that gather or play: those that gather first, the newest
// first of each.
func (l *Lobby) Open(skip, most int) []Summary { return l.live.Open(skip, most) }

// Finished lists public games that are over, the newest first, as far back as the list goes.
func (l *Lobby) Finished(skip, most int) []Summary { return l.live.Finished(skip, most) }

func (l *Lobby) now() time.Time { return l.conf.Now().UTC() }

func (l *Lobby) trouble(err error) {
	if err != nil && l.conf.OnError != nil {
		l.conf.OnError(err)
	}
}

func (l *Lobby) newID(length int) (string, error) {
	l.randomness.Lock()
	defer l.randomness.Unlock()
	return identity.NewID(l.conf.Random, length)
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
