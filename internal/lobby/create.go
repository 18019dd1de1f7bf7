package lobby

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"time"

	"theriac/engine"
	"theriac/games"
	"theriac/internal/identity"
	"theriac/internal/lobby/lists"
	"theriac/internal/store"
)

// Draft describes a new table. Empty fields are the defaults.
type Draft struct {
	// ID is the table's, where others have to know it before it exists (NewTable).
	ID        string
	Game      string
	Settings  engine.Settings
	Title     string
	Public    bool
	OnePerson bool
	Listen    bool // with teams: rivals may read a team's chat
	Watch     Watch
	Clock     Clock
	// Cards are the group's own, for games whose cards can be replaced.
	Cards string
	// Deal is as in Table.
	Deal uint64
	// Lesson is the lesson of the game that is played. It brings its settings and its deal.
	Lesson string
	// Shared is a deal that the table shares with others.
	Shared *SharedDeal
	// Puzzle is the puzzle that is solved at the table. Its settings and its deal come with it.
	Puzzle string
	// Lead is the moves that are made with the deal, each "seat move": the table plays on
	// from there.
	Lead []string
	// Branch is the game that the table goes on from.
	Branch *BranchDeal
	// BotPace and Takeover are as in Table.
	BotPace  string
	Takeover *Takeover
	// Advised is as in Table.
	Advised *bool
	// From is the caller's address, for the limit per address. It stays in memory only,
	// and no longer than the table is on the public list.
	From string
}

// Create opens a table. Settings that the game's options do not allow come back as
// the engine's own error.
func (l *Lobby) Create(ctx context.Context, by identity.Person, d Draft) (Table, error) {
	r, err := d.record(l.Revision)
	if err != nil {
		return Table{}, err
	}
	if err := l.mayHost(ctx, by.ID, d.Public); err != nil {
		return Table{}, err
	}
	r.Host = by.ID
	id := d.ID
	if id == "" {
		if id, err = l.newID(TableLength); err != nil {
			return Table{}, err
		}
	}
	if d.Public && !l.from.add(id, d.From, l.conf.MaxFrom) {
		return Table{}, refuse(TooManyPublic)
	}
	made, err := l.create(ctx, id, r)
	if err != nil {
		l.from.drop(id) // nothing else would ever drop it
	}
	return made.shown(), err
}

// NewTable is an id for a table.
func (l *Lobby) NewTable() (string, error) { return l.newID(TableLength) }

// mayHost refuses one more table to a person who has reached the limit.
func (l *Lobby) mayHost(ctx context.Context, person string, public bool) error {
	notes, err := l.marks.Recent(ctx, person)
	if err != nil {
		return err
	}
	open, listed := 0, 0
	for _, n := range notes {
		if Status(n.Status).Running() && n.Hosted {
			open++
			if n.Public {
				listed++
			}
		}
	}
	switch {
	case open >= l.conf.MaxTables:
		return refuse(TooManyTables)
	case public && listed >= l.conf.MaxPublic:
		return refuse(TooManyPublic)
	}
	return nil
}

// create gives a new record its secrets and writes it, unless it exists.
func (l *Lobby) create(ctx context.Context, id string, r record) (record, error) {
	if there, err := l.fromVolume(ctx, id); err == nil || !errors.Is(err, store.ErrAbsent) {
		return there, err // made, played and moved long ago
	}
	r.ID, r.Created, r.Updated = id, l.now(), l.now()
	if r.Status == "" {
		r.Status = Gathering
	}
	r.Links = make([]seatKeys, len(r.Seats))
	for i := range r.Seats {
		seat, err := l.newID(SeatLength)
		if err != nil {
			return record{}, err
		}
		r.Seats[i].ID = seat
	}
	if err := l.newSecret(&r); err != nil {
		return record{}, err
	}
	for {
		err := l.write(ctx, &r, nil)
		if lists.Retryable(ctx, err) {
			// Another call's record may be on its way and not visible yet.
			there, err := l.read(ctx, id)
			if Refused(err) == NoSuchTable {
				continue
			}
			return there, err
		}
		if err != nil {
			return record{}, err
		}
		l.trouble(l.updateLists(ctx, r, nil))
		return r, nil
	}
}

// newSecret gives a record a seed of its own, unless it shares one.
func (l *Lobby) newSecret(r *record) error {
	if r.Secret != "" {
		return nil
	}
	secret, err := l.newKey()
	if err != nil {
		return err
	}
	salt, err := l.newKey()
	if err != nil {
		return err
	}
	seed := engine.NewSeed(secret, salt)
	r.Secret, r.Salt = hex.EncodeToString(secret[:]), hex.EncodeToString(salt[:])
	if r.Deal == 0 {
		r.Commitment = hex.EncodeToString(seed.Commitment[:])
	}
	return nil
}

// record checks a draft and makes its record, by a revision of the rules.
func (d Draft) record(revisionOf func(engine.Game) int) (record, error) {
	game, ok := games.Find(d.Game)
	if !ok {
		return record{}, refuse(NoSuchGame)
	}
	revision := revisionOf(game)
	if revision == 0 {
		return record{}, refuse(NoSuchGame)
	}
	if err := d.teach(); err != nil {
		return record{}, err
	}
	settings, err := engine.Resolve(engine.OptionsAt(game.Options(), revision), d.Settings)
	if err != nil {
		return record{}, fmt.Errorf("lobby: options: %w", err)
	}
	n := SeatCount(settings)
	if n > engine.MaxSeats {
		return record{}, refuse(NoSuchSeat)
	}
	title, err := identity.CleanLine(d.Title, MaxTitle)
	if err != nil {
		return record{}, refuse(BadTitle)
	}
	clock, err := d.Clock.resolve()
	if err != nil {
		return record{}, err
	}
	if d.Watch == "" {
		d.Watch = WatchHidden
	}
	if !slices.Contains(watches(), d.Watch) {
		return record{}, refuse(BadWatch)
	}
	// Some options fail only in combination, when the game is set up: better now than
	// when everybody sits.
	tried := trial(game, revision, settings)
	if _, err := game.New(tried); err != nil {
		return record{}, fmt.Errorf("lobby: options: %w", err)
	}
	if len(d.Cards) > MaxCards {
		return record{}, refuse(BadCards)
	}
	tried.SetContent(d.Cards)
	if _, err := game.New(tried); err != nil {
		return record{}, fmt.Errorf("lobby: %w: %w", ErrCards, err)
	}
	if d.Deal > MaxDeal {
		return record{}, refuse(BadDeal)
	}
	if d.Deal > 0 && d.Public {
		return record{}, refuse(DealNotPublic)
	}
	r := record{Table: Table{
		Game: d.Game, Settings: settings, Title: title, Public: d.Public, OnePerson: d.OnePerson, Listen: d.Listen,
		Watch: d.Watch, Clock: clock, Seats: make([]Seat, n), Cards: string(tried.Content), Deal: d.Deal,
		Lesson: d.Lesson, Puzzle: d.Puzzle,
	}, Lead: d.Lead}
	if d.BotPace != "" && !slices.Contains(Paces(), d.BotPace) {
		return record{}, refuse(BadClock)
	}
	if t := d.Takeover; t != nil {
		if !slices.Contains(Levels(d.Game), t.Level) {
			return record{}, refuse(UnknownLevel)
		}
		if t.After < 1 || t.After > MaxMissed {
			return record{}, refuse(BadClock)
		}
	}
	r.BotPace, r.Takeover, r.Advised = d.BotPace, d.Takeover, d.Advised
	if d.Listen && len(r.Teams()) == 0 {
		return record{}, refuse(NoTeams)
	}
	r.share(d.Shared)
	return r, r.branch(d.Branch)
}

// teach gives a draft what its lesson brings.
func (d *Draft) teach() error {
	if d.Lesson == "" {
		return nil
	}
	l, ok := games.Lesson(d.Game, d.Lesson)
	if !ok {
		return refuse(NoSuchLesson)
	}
	if len(d.Settings) > 0 || d.Deal != 0 || d.Cards != "" || d.Public || d.Takeover != nil {
		return refuse(LessonAlone)
	}
	d.Settings, d.Deal, d.Watch = l.List(), l.Deal, WatchNobody
	return nil
}

// resolve fills in a clock's defaults and checks it.
func (c Clock) resolve() (Clock, error) {
	least, most, normal := time.Hour, 14*24*time.Hour, 72*time.Hour
	switch c.Kind {
	case "":
		if c.Limit != 0 {
			return c, refuse(BadClock)
		}
		c.Kind = ClockSlow
	case ClockLive:
		least, most, normal = 15*time.Second, time.Hour, 120*time.Second
	case ClockSlow:
	default:
		return c, refuse(BadClock)
	}
	if c.Limit == 0 {
		c.Limit = normal
	}
	if c.Limit < least || c.Limit > most || c.Limit%time.Second != 0 {
		return c, refuse(BadClock)
	}
	return c, nil
}

// CleanNonce accepts what a seat may add to the shuffle: up to 64 characters of ASCII
// without spaces, or nothing.
func CleanNonce(nonce string) (string, error) {
	if len(nonce) > MaxNonce {
		return "", refuse(BadNonce)
	}
	for _, c := range []byte(nonce) {
		if c <= ' ' || c > '~' {
			return "", refuse(BadNonce)
		}
	}
	return nonce, nil
}
