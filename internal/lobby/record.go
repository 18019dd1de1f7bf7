package lobby

import (
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"theriac/engine"
	"theriac/internal/store"
)

// tableRecord is the stored form of a table. It holds the seed and the lead only until the game's log has them. It
// also holds the keys of all valid links.
type tableRecord struct {
	Table
	Secret string   `json:"secret,omitempty"`
	Salt   string   `json:"salt,omitempty"`
	Lead   []string `json:"lead,omitempty"` // the moves with which the log begins, each as "seat move"
	// Known is the knowledge from which the initial position is drawn; empty means the game's set-up.
	Known   string       `json:"known,omitempty"`
	Invite  string       `json:"invite,omitempty"`
	Invites []memberLink `json:"invites,omitempty"` // of people who sit at the table
	Links   []seatKeys   `json:"links"`             // one item for each seat, in the order of the seats

	version uint64
	newer   bool // the record has fields that this program does not know, so the program must not write it
}

// seatKeys holds the keys of one seat's links. Link gives a person the seat while it is free. Offer transfers
// the seat from its holder to another person, once.
type seatKeys struct {
	Link  string `json:"link,omitempty"`
	Offer string `json:"offer,omitempty"`
}

// clone returns a copy that can be changed independently.
func (r *tableRecord) clone() tableRecord {
	c := *r
	c.Settings = slices.Clone(r.Settings)
	c.Seats = slices.Clone(r.Seats)
	c.Guests = slices.Clone(r.Guests)
	c.Muted = slices.Clone(r.Muted)
	c.Banned = slices.Clone(r.Banned)
	c.Removed = slices.Clone(r.Removed)
	c.Present = slices.Clone(r.Present)
	c.Knocks, c.Arrived = slices.Clone(r.Knocks), slices.Clone(r.Arrived)
	c.Admitted, c.Helpers = slices.Clone(r.Admitted), slices.Clone(r.Helpers)
	c.Left, c.Came = slices.Clone(r.Left), slices.Clone(r.Came)
	c.Dealt, c.Ready, c.Invites = slices.Clone(r.Dealt), slices.Clone(r.Ready), slices.Clone(r.Invites)
	c.Webhooks = slices.Clone(r.Webhooks)
	c.Links = slices.Clone(r.Links)
	if r.Carried != nil {
		own := *r.Carried
		c.Carried = &own
	}
	if r.Takeover != nil {
		own := *r.Takeover
		c.Takeover = &own
	}
	if r.Advised != nil {
		own := *r.Advised
		c.Advised = &own
	}
	if r.Gallery != nil {
		own := *r.Gallery
		c.Gallery = &own
	}
	return c
}

// shown returns a copy of the table for callers.
func (r *tableRecord) shown() Table { return r.clone().Table }

// begun reports whether the game has begun. Its log then has the seed, and the record does not.
func (r *tableRecord) begun() bool { return r.Secret == "" }

// header returns the header of the game. It depends only on the record, and does not change once the game
// runs.
func (r *tableRecord) header() (engine.Header, error) {
	secret, ok := key(r.Secret)
	salt, ok2 := key(r.Salt)
	if !ok || !ok2 {
		return engine.Header{}, fmt.Errorf("lobby: seed: %w", store.ErrDamaged)
	}
	seed := engine.NewSeed(secret, salt)
	switch {
	case r.Shared != nil:
		seed = engine.SharedSeed(r.Shared.Deal, secret, salt)
	case r.Branch != nil && !r.Branch.Fresh:
		seed = r.Branch.seed(secret, salt)
	}
	dealt := r.Shared != nil || r.Branch != nil && !r.Branch.Fresh || r.Carried != nil // the seats contribute nothing to the shuffle
	if r.Deal == 0 && hex.EncodeToString(seed.Commitment[:]) != r.Commitment {
		return engine.Header{}, fmt.Errorf("lobby: the seed is not the promised one: %w", store.ErrDamaged)
	}
	h := engine.Header{Game: r.Game, Revision: r.Revision, Settings: slices.Clone(r.Settings)}
	h.SetContent(r.Cards)
	for _, s := range r.Seats {
		h.Seats = append(h.Seats, s.ID)
		if !dealt {
			seed.Nonces = append(seed.Nonces, s.Nonce)
		}
	}
	h.Seed = seed
	if r.Known != "" {
		h.Known = []byte(r.Known)
	}
	if r.Deal > 0 {
		h.Seed = engine.NumberedSeed(r.Deal)
	}
	return h, nil
}

func key(text string) (engine.Key, bool) {
	var k engine.Key
	raw, err := hex.DecodeString(text)
	if err != nil || len(raw) != len(k) {
		return k, false
	}
	copy(k[:], raw)
	return k, true
}

func decode(data []byte) (tableRecord, error) {
	r, newer, err := store.Decode[tableRecord](data)
	if err == nil && isTable(r.ID) {
		if what := r.unfamiliar(); what != nil {
			return tableRecord{}, fmt.Errorf("lobby: table: %w: %w", store.ErrNewer, what)
		}
	}
	if err == nil {
		err = r.check()
	}
	if err != nil {
		return tableRecord{}, fmt.Errorf("lobby: table: %w: %w", store.ErrDamaged, err)
	}
	r.newer = newer
	return r, nil
}

// unfamiliar returns an error if a record has values that this program does not know. A newer version may have
// written them.
func (r *tableRecord) unfamiliar() error {
	switch {
	case r.Status != "" && !slices.Contains([]Status{Gathering, Playing, Finished, Closed, TakenDown}, r.Status):
		return fmt.Errorf("the status %q", r.Status)
	case r.Watch != "" && !slices.Contains(watches(), r.Watch):
		return fmt.Errorf("the way to watch %q", r.Watch)
	}
	return nil
}

// check returns an error if no operation could have written the record.
func (r *tableRecord) check() error {
	switch {
	case !isTable(r.ID):
		return errors.New("no id")
	case len(r.Seats) == 0 || len(r.Seats) > engine.MaxSeats || len(r.Links) != len(r.Seats):
		return errors.New("seats and links do not fit")
	case !slices.Contains([]Status{Gathering, Playing, Finished, Closed, TakenDown}, r.Status):
		return errors.New("unknown status")
	case !slices.Contains(watches(), r.Watch):
		return errors.New("unknown way to watch")
	case len(r.Guests) > MaxGuests || len(r.Muted) > MaxMuted || len(r.Banned) > MaxBanned || len(r.Left) > MaxGuests || len(r.Removed) > MaxRemoved || len(r.Knocks) > MaxKnocks || len(r.Ready) > len(r.Seats) || len(r.Invites) > len(r.Seats):
		return errors.New("too many people")
	case len(r.Webhooks) > MaxHooks*engine.MaxSeats:
		return errors.New("too many hooks")
	}
	if b := r.Branch; b != nil && (!isTable(b.Table) || b.At < 0 || b.Deal != "" && !engine.IsDeal(b.Deal)) {
		return errors.New("a branch of no game")
	}
	if r.Shared != nil && (!engine.IsDeal(r.Shared.Deal) || r.Shared.Opens.IsZero() == (len(r.Shared.Group) == 0)) {
		return errors.New("a shared deal that never opens")
	}
	for _, h := range r.Webhooks {
		if h.Seat < 0 || h.Seat >= len(r.Seats) {
			return errors.New("a hook of no seat")
		}
	}
	return nil
}
