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

// Carried says that a game is or was on its host's own device, which has its seed: the
// host knows what is hidden. So nobody else ever sits there, and its result counts for
// nothing that people compare.
type Carried struct {
	// Origin names a game that began on a device, where it did: the chain of its opening.
	Origin string `json:"origin,omitempty"`
}

// CarriedGame is a game that began on a device, checked.
type CarriedGame struct {
	Origin string
	Begun  engine.Header // with the seed
	Lead   []string      // the moves that stand
	Over   bool
	// Bots is the level of each seat's bot; empty for the seats of the person.
	Bots    []string
	BotPace string
}

// carriedID is the table that a game of a device becomes. It follows from the game alone,
// so that one game becomes one table, however often and with whatever moves it is brought.
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

// TakeIn makes a table of a game that began on a person's device. To bring the same game
// again leads to the same table, which keeps the moves that came first.
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

// newCarried writes the record of a game that began on a device. It plays from the first
// write on: there is no moment at which its options or seats could be changed.
func (l *Lobby) newCarried(ctx context.Context, by identity.Person, id string, g CarriedGame) (record, error) {
	h := g.Begun
	if rules, ok := games.Find(h.Game); ok && h.Revision > l.Revision(rules) {
		return record{}, fmt.Errorf("lobby: %w: not every node knows the rules of that game yet", store.ErrUnavailable)
	}
	r, err := Draft{Game: h.Game, Settings: h.Settings, Watch: WatchNobody, BotPace: g.BotPace}.record(engine.Game.Revision)
	if err != nil {
		return record{}, err
	}
	if len(g.Bots) != len(h.Seats) || len(r.Seats) != len(h.Seats) {
		return record{}, refuse(NoSuchSeat)
	}
	for i, level := range g.Bots {
		if level == "" {
			r.Seats[i].Holder = by.ID
		} else if _, err := r.giveSeat(BotSeat{Seat: i, Level: level}); err != nil {
			return record{}, err
		}
	}
	if r.Held(by.ID).Empty() {
		return record{}, refuse(SeatsEmpty)
	}
	if err := r.sidesHold(); err != nil {
		return record{}, err
	}
	if !g.Over {
		if err := l.mayCarry(ctx, by, r.botCount()); err != nil {
			return record{}, err
		}
	}
	r.Carried = &Carried{Origin: g.Origin}
	r.Host, r.Status, r.Started = by.ID, Playing, l.now()
	r.Revision, r.Settings, r.Lead = h.Revision, slices.Clone(h.Settings), g.Lead
	r.Secret, r.Salt = hex.EncodeToString(h.Seed.Secret[:]), hex.EncodeToString(h.Seed.Salt[:])
	r.Commitment = hex.EncodeToString(h.Seed.Commitment[:])
	return l.create(ctx, id, r)
}

// mayCarry refuses one more running table, or its bots, to a person who has reached the limit.
func (l *Lobby) mayCarry(ctx context.Context, by identity.Person, bots int) error {
	if err := l.mayHost(ctx, by.ID, false); err != nil || bots == 0 {
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

// notCarried refuses what would let somebody sit opposite a person who knows what is
// hidden.
func (r *record) notCarried() error {
	if r.Carried != nil {
		return refuse(SeedKnown)
	}
	return nil
}

// Carry notes that a person takes the game of a table along to their device, with its
// seed. Only the host can, who plays there alone or with bots, at a table that nobody else
// has a part in: what is hidden there is then nobody's secret but theirs. From this write
// on nobody else can come to a seat, on whatever node, and the links that there were are
// void. It cannot be taken back: what was seen was seen.
func (l *Lobby) Carry(ctx context.Context, by identity.Person, table string) (Table, error) {
	var void []string
	r, err := l.change(ctx, table, func(r *record) error {
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
		r.Invite = ""
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

// portable says why a person cannot take the game of a table along, or nil.
func (r *record) portable(person string) error {
	switch {
	case r.Status != Playing || !r.begun():
		return refuse(NotPlaying)
	case r.Shared != nil:
		return refuse(DealFixed) // others play the same cards, and compare
	case r.Puzzle != "" || r.Lesson != "" || r.Branch != nil || r.Cards != "":
		return refuse(StaysHere)
	case r.Public || !slices.Equal(r.mentions(), []string{person}):
		return refuse(NotAlone)
	}
	for _, s := range r.Seats {
		if s.Holder != person && s.Bot == "" || s.Kicked {
			return refuse(NotAlone) // somebody sat there, or somebody could
		}
	}
	if r.Held(person).Empty() {
		return refuse(NotAlone)
	}
	return nil
}
