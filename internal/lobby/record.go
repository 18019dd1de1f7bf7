package lobby

import (
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"theriac/engine"
	"theriac/internal/store"
)

// record is the stored form of a table: with seed and lead until the game's log has them,
// and with the keys of the valid links.
type record struct {
	Table
	Secret string   `json:"secret,omitempty"`
	Salt   string   `json:"salt,omitempty"`
	Lead   []string `json:"lead,omitempty"` // the moves that the log begins with, each "seat move"
	// Known is what is known of the position that the game begins with; empty: its set-up.
	Known  string     `json:"known,omitempty"`
	Invite string     `json:"invite,omitempty"`
	Links  []seatKeys `json:"links"` // as the seats

	version uint64
	moved   bool // it comes from a volume: its key is free
	newer   bool // it has fields that this program does not know: it is not written back
}

// seatKeys are the links of one seat. Link seats a person while it is free, Offer
// puts a person in the holder's place, once.
type seatKeys struct {
	Link  string `json:"link,omitempty"`
	Offer string `json:"offer,omitempty"`
}

// clone is the same record, to be changed apart.
func (r *record) clone() record {
	c := *r
	c.Settings = slices.Clone(r.Settings)
	c.Seats = slices.Clone(r.Seats)
	c.Guests = slices.Clone(r.Guests)
	c.Muted = slices.Clone(r.Muted)
	c.Banned = slices.Clone(r.Banned)
	c.Left = slices.Clone(r.Left)
	c.Dealt = slices.Clone(r.Dealt)
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
	return c
}

// shown is the table that callers get: a copy.
func (r *record) shown() Table { return r.clone().Table }

// begun says whether the log has the seed, and the record no longer.
func (r *record) begun() bool { return r.Secret == "" }

// header is how the game begins. It follows from the record alone, and does not
// change once the game runs.
func (r *record) header() (engine.Header, error) {
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
	dealt := r.Shared != nil || r.Branch != nil && !r.Branch.Fresh || r.Carried != nil // elsewhere: no seat adds to it
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

func decode(data []byte) (record, error) {
	r, newer, err := store.Decode[record](data)
	if err == nil && isTable(r.ID) {
		if what := r.unfamiliar(); what != nil {
			return record{}, fmt.Errorf("lobby: table: %w: %w", store.ErrNewer, what)
		}
	}
	if err == nil {
		err = r.check()
	}
	if err != nil {
		return record{}, fmt.Errorf("lobby: table: %w: %w", store.ErrDamaged, err)
	}
	r.newer = newer
	return r, nil
}

// unfamiliar says that a record has values that this program does not know, as one of
// a newer version may.
func (r *record) unfamiliar() error {
	switch {
	case r.Status != "" && !slices.Contains([]Status{Gathering, Playing, Finished, Closed, TakenDown}, r.Status):
		return fmt.Errorf("the status %q", r.Status)
	case r.Watch != "" && !slices.Contains(watches(), r.Watch):
		return fmt.Errorf("the way to watch %q", r.Watch)
	}
	return nil
}

// check refuses a record that no operation could have written.
func (r *record) check() error {
	switch {
	case !isTable(r.ID):
		return errors.New("no id")
	case len(r.Seats) == 0 || len(r.Seats) > engine.MaxSeats || len(r.Links) != len(r.Seats):
		return errors.New("seats and links do not fit")
	case !slices.Contains([]Status{Gathering, Playing, Finished, Closed, TakenDown}, r.Status):
		return errors.New("unknown status")
	case !slices.Contains(watches(), r.Watch):
		return errors.New("unknown way to watch")
	case len(r.Guests) > MaxGuests || len(r.Muted) > MaxMuted || len(r.Banned) > MaxBanned || len(r.Left) > MaxGuests:
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
