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
	"theriac/internal/store"
)

// Draft describes a table for Create. Empty fields mean the defaults.
type Draft struct {
	// ID is the id of the table, from NewTable. Only callers that must know the id before the table exists set
	// it.
	ID        string
	Game      string
	Settings  engine.Settings
	Title     string
	Public    bool
	OnePerson bool
	Listen    bool // whether teams may read each other's chats
	Watch     Watch
	Clock     Clock
	// Cards are a group's own cards, for games whose cards can be replaced.
	Cards string
	// Deal is the number of an open deal; 0 means a secret deal, as in Table.
	Deal uint64
	// Lesson is the lesson to play. It determines the settings and the deal.
	Lesson string
	// Shared is a deal that the table shares with others.
	Shared *SharedDeal
	// Puzzle is the puzzle to solve. It determines the settings and the deal.
	Puzzle string
	// Lead lists moves that the game begins with, each as "seat move". Players continue after them.
	Lead []string
	// Branch is the game that the table continues, or nil.
	Branch *BranchDeal
	// BotPace is how fast bots move. Takeover determines when a bot plays for a holder whose clock runs out,
	// as in Table.
	BotPace  string
	Takeover *Takeover
	// Advised is the host's decision whether players may ask for advice; nil means none, as in Table.
	Advised *bool
	// Hall is what the table says to people who look for company, or nil.
	Hall *Hall
	// From is the caller's network address, for the limit per address. It is kept only in memory, and only
	// while the table is on the public list.
	From string
}

// Create opens a table. If the settings are not valid for the game, it returns the engine's own error.
func (l *Lobby) Create(ctx context.Context, by identity.Person, d Draft) (Table, error) {
	r, err := d.record(l.Revision)
	if err != nil {
		return Table{}, err
	}
	if d.Public {
		if err := l.inside(ctx, by); err != nil {
			return Table{}, err
		}
	}
	if r.Title != "" && l.conf.CleanTitle != nil {
		if r.Title, err = l.conf.CleanTitle(ctx, r.Title); err != nil {
			return Table{}, err
		}
		if r.Title, err = identity.CleanLine(r.Title, MaxTitle); err != nil { // the usual form may be longer
			return Table{}, refuse(BadTitle)
		}
	}
	if err := l.mayHost(ctx, by, d.Public); err != nil {
		return Table{}, err
	}
	r.Host = by.ID
	id := d.ID
	if id == "" {
		if id, err = l.newID(); err != nil {
			return Table{}, err
		}
	}
	if d.Public && !l.from.add(id, d.From, l.conf.MaxFrom) {
		return Table{}, refuse(TooManyPublic)
	}
	made, err := l.create(ctx, id, r)
	if err != nil {
		l.from.drop(id) // no record was written, so no other code would drop the address
	}
	return made.shown(), err
}

// NewTable returns an id for a table.
func (l *Lobby) NewTable() (string, error) { return l.newID() }

// mayHost returns an error if the person has too many tables to host one more.
func (l *Lobby) mayHost(ctx context.Context, by identity.Person, public bool) error {
	mostTables, mostPublic := l.conf.MaxTables, l.conf.MaxPublic
	if l.conf.TablesOf != nil {
		tables, public, err := l.conf.TablesOf(ctx, by)
		if err != nil {
			return err
		}
		if tables > 0 {
			mostTables, mostPublic = min(mostTables, tables), min(mostPublic, public)
		}
	}
	notes, err := l.marks.Of(ctx, by.ID)
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
	case open >= mostTables:
		return refuse(TooManyTables)
	case public && listed >= mostPublic:
		return refuse(TooManyPublic)
	}
	return nil
}

// create gives a new record its secrets and writes it. If a record with that id exists, it returns that record.
func (l *Lobby) create(ctx context.Context, id string, r tableRecord) (tableRecord, error) {
	r.ID, r.Created, r.Updated = id, l.now(), l.now()
	if r.Status == "" {
		r.Status = Gathering
	}
	r.Links = make([]seatKeys, len(r.Seats))
	for i := range r.Seats {
		seat, err := l.newID()
		if err != nil {
			return tableRecord{}, err
		}
		r.Seats[i].ID = seat
	}
	if err := l.newSecret(&r); err != nil {
		return tableRecord{}, err
	}
	for {
		err := l.write(ctx, &r, nil)
		if store.Retryable(ctx, err) {
			// Another call may have written the record, and this node may not see it yet.
			there, err := l.read(ctx, id)
			if Refused(err) == NoSuchTable {
				continue
			}
			return there, err
		}
		if err != nil {
			return tableRecord{}, err
		}
		return r, nil
	}
}

// newSecret gives a record its own seed, unless it shares the seed of other tables.
func (l *Lobby) newSecret(r *tableRecord) error {
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

// record checks a draft and converts it to the record of a table. revisionOf returns the revision of the rules to
// use for a game.
func (d Draft) record(revisionOf func(engine.Game) int) (tableRecord, error) {
	game, ok := games.Find(d.Game)
	if !ok {
		return tableRecord{}, refuse(NoSuchGame)
	}
	revision := revisionOf(game)
	if revision == 0 {
		return tableRecord{}, refuse(NoSuchGame)
	}
	if err := errors.Join(d.teach(), d.checkHall()); err != nil {
		return tableRecord{}, err
	}
	settings, err := engine.Resolve(engine.OptionsAt(game.Options(), revision), d.Settings)
	if err != nil {
		return tableRecord{}, fmt.Errorf("lobby: options: %w", err)
	}
	n := SeatCount(settings)
	if n > engine.MaxSeats {
		return tableRecord{}, refuse(NoSuchSeat)
	}
	title, err := identity.CleanLine(d.Title, MaxTitle)
	if err != nil {
		return tableRecord{}, refuse(BadTitle)
	}
	clock, err := d.Clock.resolve()
	if err != nil {
		return tableRecord{}, err
	}
	if d.Watch == "" {
		d.Watch = WatchHidden
	}
	if !slices.Contains(watches(), d.Watch) {
		return tableRecord{}, refuse(BadWatch)
	}
	// Some combinations of options fail only when the game is set up. Set it up now, so that it does not fail
	// after everyone has taken a seat.
	tried := trial(game, revision, settings)
	if _, err := game.New(tried); err != nil {
		return tableRecord{}, fmt.Errorf("lobby: options: %w", err)
	}
	if len(d.Cards) > MaxCards {
		return tableRecord{}, refuse(BadCards)
	}
	tried.SetContent(d.Cards)
	if _, err := game.New(tried); err != nil {
		return tableRecord{}, fmt.Errorf("lobby: %w: %w", ErrCards, err)
	}
	if d.Deal > MaxDeal {
		return tableRecord{}, refuse(BadDeal)
	}
	if d.Deal > 0 && d.Public {
		return tableRecord{}, refuse(DealNotPublic)
	}
	r := tableRecord{Table: Table{
		Game: d.Game, Settings: settings, Title: title, Public: d.Public, OnePerson: d.OnePerson, Listen: d.Listen,
		Watch: d.Watch, Clock: clock, Seats: make([]Seat, n), Cards: string(tried.Content), Deal: d.Deal,
		Lesson: d.Lesson, Puzzle: d.Puzzle,
	}, Lead: d.Lead}
	if d.BotPace != "" && !slices.Contains(Paces(), d.BotPace) {
		return tableRecord{}, refuse(BadClock)
	}
	if t := d.Takeover; t != nil && *t != (Takeover{}) {
		if !slices.Contains(Levels(d.Game), t.Level) {
			return tableRecord{}, refuse(UnknownLevel)
		}
		if t.After < 1 || t.After > MaxMissed {
			return tableRecord{}, refuse(BadClock)
		}
	}
	r.BotPace, r.Takeover, r.Advised, r.Hall = d.BotPace, d.Takeover, d.Advised, d.Hall
	if d.Listen && len(r.Teams()) == 0 {
		return tableRecord{}, refuse(NoTeams)
	}
	r.share(d.Shared)
	return r, r.branch(d.Branch)
}

// teach sets the fields of the draft that its lesson determines.
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

// resolve returns the clock with its defaults filled in, or an error if it is invalid.
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

// CleanNonce checks a seat's contribution to the shuffle. It may have up to 64 ASCII characters without spaces,
// or be empty.
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
