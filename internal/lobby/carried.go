package lobby

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"theriac/engine"
	"theriac/games"
	"theriac/internal/identity"
	"theriac/internal/store"
)

// Carried marks a game that is, or once was, on its host's own device. The device has the seed, so the host
// could know what is hidden. Therefore no other person may ever sit at the table, and its result is not
// compared with others.
type Carried struct {
	// Origin identifies a game that began on a device. It is the chain hash of the game's first entry.
	Origin string `json:"origin,omitempty"`
}

// CarriedGame is a game that began on a device and has passed table.Brought.Check.
type CarriedGame struct {
	Origin string
	Begun  engine.Header // includes the seed
	Lead   []string      // the moves that were not taken back
	Over   bool
	// Bots has the level of the bot on each seat, or "" for the seats of the person.
	Bots    []string
	BotPace string
}

// carriedID returns the id of the table for a game that began on a device. It depends only on the game, so
// one game always becomes one table, even if the player uploads it several times with different moves.
func carriedID(origin string) (string, error) {
	sum := sha256.Sum256([]byte("theriac carried\n" + origin))
	return identity.NewID(&sumReader{sum[:]}, TableLength)
}

type sumReader struct{ rest []byte }

func (r *sumReader) Read(p []byte) (int, error) {
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// TakeIn creates a table from a game that began on a person's device. If the game is uploaded again, TakeIn returns
// the existing table and does not change its moves.
func (l *Lobby) TakeIn(ctx context.Context, by identity.Person, g CarriedGame) (Table, error) {
	id, err := carriedID(g.Origin)
	if err != nil {
		return Table{}, err
	}
	r, err := l.read(ctx, id)
	if Refused(err) == NoSuchTable {
		r, err = l.newCarried(ctx, by, id, g)
	}
	if err != nil {
		return Table{}, err
	}
	if r.Carried == nil || r.Carried.Origin != g.Origin || r.Host != by.ID {
		return Table{}, refuse(BroughtBefore)
	}
	if err := r.admits(by.ID); err != nil {
		return Table{}, err
	}
	r, err = l.begin(ctx, r)
	return r.shown(), err
}

// newCarried writes the record for a game that began on a device. Its status is Playing from the first write,
// so that its options and seats can never change.
func (l *Lobby) newCarried(ctx context.Context, by identity.Person, id string, g CarriedGame) (tableRecord, error) {
	h := g.Begun
	if rules, ok := games.Find(h.Game); ok && h.Revision > l.Revision(rules) {
		return tableRecord{}, fmt.Errorf("lobby: %w: not every node knows the rules of that game yet", store.ErrUnavailable)
	}
	r, err := Draft{Game: h.Game, Settings: h.Settings, Watch: WatchNobody, BotPace: g.BotPace}.record(engine.Game.Revision)
	if err != nil {
		return tableRecord{}, err
	}
	if len(g.Bots) != len(h.Seats) || len(r.Seats) != len(h.Seats) {
		return tableRecord{}, refuse(NoSuchSeat)
	}
	for i, level := range g.Bots {
		if level == "" {
			r.Seats[i].Holder = by.ID
		} else if _, err := r.giveSeat(BotSeat{Seat: i, Level: level}); err != nil {
			return tableRecord{}, err
		}
	}
	if r.Held(by.ID).Empty() {
		return tableRecord{}, refuse(SeatsEmpty)
	}
	if err := r.sidesHold(); err != nil {
		return tableRecord{}, err
	}
	if !g.Over {
		if err := l.mayCarry(ctx, by, r.botCount()); err != nil {
			return tableRecord{}, err
		}
	}
	r.Carried = &Carried{Origin: g.Origin}
	r.Host, r.Status, r.Started = by.ID, Playing, l.now()
	r.Revision, r.Settings, r.Lead = h.Revision, slices.Clone(h.Settings), g.Lead
	r.Secret, r.Salt = hex.EncodeToString(h.Seed.Secret[:]), hex.EncodeToString(h.Seed.Salt[:])
	r.Commitment = hex.EncodeToString(h.Seed.Commitment[:])
	return l.create(ctx, id, r)
}

// mayCarry returns an error if the person has too many running tables or too many bots for this game.
func (l *Lobby) mayCarry(ctx context.Context, by identity.Person, bots int) error {
	if err := l.mayHost(ctx, by, false); err != nil || bots == 0 {
		return err
	}
	others, err := l.botsElsewhere(ctx, by.ID, "")
	if err != nil {
		return err
	}
	if others+bots > l.conf.MaxBots || l.conf.BotsFull != nil && l.conf.BotsFull() {
		return refuse(BotLimit)
	}
	return nil
}

// notCarried returns an error if the game is or was on its host's device, so that the host may know what is
// hidden. Operations that could let another person sit at the table call it.
func (r *tableRecord) notCarried() error {
	if r.Carried != nil {
		return refuse(SeedKnown)
	}
	return nil
}

// Carry records that a person moves the game of a table to their device, together with its seed. Only a host
// who plays alone or with bots can do so, at a table where no other person has a part. So the host's
// knowledge of the seed harms no one.
//
// From this write on, no other person can get a seat on any node, and existing links are void. This cannot be
// undone, because the host may have seen the cards.
func (l *Lobby) Carry(ctx context.Context, by identity.Person, table string) (Table, error) {
	var void []string
	r, err := l.change(ctx, table, func(r *tableRecord) error {
		void = nil
		if err := r.hosts(by.ID); err != nil {
			return err
		}
		if err := r.portable(by.ID); err != nil {
			return err
		}
		for i := range r.Links {
			void = append(void, r.Links[i].Link, r.Links[i].Offer)
			r.Links[i] = seatKeys{}
		}
		void = slices.DeleteFunc(append(void, r.Invite), func(key string) bool { return key == "" })
		r.Invite, r.Invites = "", nil
		if r.Carried != nil && len(void) == 0 {
			return errSame
		}
		if r.Carried == nil {
			r.Carried = &Carried{}
		}
		return nil
	})
	if err != nil {
		return Table{}, err
	}
	for _, key := range void {
		l.trouble(l.conf.People.RevokeLink(ctx, key))
	}
	return r.shown(), nil
}

// portable returns the reason why a person cannot move the game of a table to a device, or nil.
func (r *tableRecord) portable(person string) error {
	switch {
	case r.Status != Playing || !r.begun():
		return refuse(NotPlaying)
	case r.Shared != nil:
		return refuse(DealFixed) // other tables play the same cards and compare results
	case r.Puzzle != "" || r.Lesson != "" || r.Branch != nil || r.Cards != "":
		return refuse(StaysHere)
	case r.Public || !slices.Equal(r.mentions(), []string{person}):
		return refuse(NotAlone)
	}
	for _, s := range r.Seats {
		if s.Holder != person && s.Bot == "" || s.Kicked {
			return refuse(NotAlone) // another person sat at the table, or could sit there
		}
	}
	if r.Held(person).Empty() {
		return refuse(NotAlone)
	}
	return nil
}
