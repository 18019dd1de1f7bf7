package daily

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"theriac/engine"
	"theriac/games"
	"theriac/internal/lobby"
	"theriac/internal/store"
)

// deal is a day's deal as stored. It is written once and never changed.
type deal struct {
	Day        string      `json:"day"`
	Game       string      `json:"game"`
	Name       string      `json:"name"` // the deal's name, which the commitment covers
	Revision   int         `json:"revision"`
	Settings   [][2]string `json:"settings"`
	Secret     string      `json:"secret"`
	Salt       string      `json:"salt"`
	Commitment string      `json:"commitment"`
	Made       time.Time   `json:"made"`
	Opens      time.Time   `json:"opens"`
}

func (m *deal) settings() engine.Settings {
	var list engine.Settings
	for _, s := range m.Settings {
		list = append(list, engine.Setting{Name: s[0], Value: s[1]})
	}
	return list
}

// shared converts the deal to the form used in the draft of a table.
func (m *deal) shared() (*lobby.SharedDeal, error) {
	secret, ok := engine.ParseKey(m.Secret)
	salt, salted := engine.ParseKey(m.Salt)
	if !ok || !salted || engine.SharedSeed(m.Name, secret, salt).Commitment.String() != m.Commitment {
		return nil, wrap("deal", store.ErrDamaged)
	}
	return &lobby.SharedDeal{Shared: lobby.Shared{Deal: m.Name, Opens: m.Opens}, Secret: secret, Salt: salt, Revision: m.Revision}, nil
}

func dealKey(day, game string) string { return day + "." + game }

// deal reads the deal of a day. If the deal is missing, it creates the deal, unless the day is in
// the past.
func (d *Daily) deal(ctx context.Context, day, game string) (deal, error) {
	g, known := games.Find(game)
	_, _, opens, ok := d.Bounds(day)
	if !known || !ok {
		return deal{}, lobby.Refusal{ID: lobby.NoSuchGame}
	}
	key := dealKey(day, game)
	d.mu.Lock()
	m, cached := d.deals[key]
	d.mu.Unlock()
	if cached {
		return m, nil
	}
	for {
		rec, err := d.kv.deals.Get(ctx, key)
		if err == nil {
			if err := json.Unmarshal(rec.Data, &m); err != nil || m.Day != day || m.Game != game {
				return deal{}, wrap("deal", store.ErrDamaged)
			}
			d.remember(key, m)
			return m, nil
		}
		if !errors.Is(err, store.ErrAbsent) {
			return deal{}, wrap("deal", err)
		}
		if today := d.Today(); day < today || day > d.After(today, Ahead) {
			return deal{}, lobby.Refusal{ID: lobby.NoSuchDeal}
		}
		if m, err = d.newDeal(day, g, opens); err != nil {
			return deal{}, err
		}
		data, err := json.Marshal(m)
		if err != nil {
			return deal{}, err
		}
		// Only the first node's write succeeds, so every node reads the stored deal afterwards.
		if _, err := d.kv.deals.Put(ctx, key, 0, data); err != nil && !store.Retryable(ctx, err) {
			return deal{}, wrap("deal", err)
		}
	}
}

func (d *Daily) remember(key string, m deal) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.deals) > 1000 {
		clear(d.deals)
	}
	d.deals[key] = m
}

func (d *Daily) newDeal(day string, g engine.Game, opens time.Time) (deal, error) {
	// Any node can create the deal in advance, so use a revision of the rules that every node
	// knows.
	revision := max(d.conf.Lobby.Revision(g), 1)
	settings, err := engine.Resolve(engine.OptionsAt(g.Options(), revision), nil)
	if err != nil {
		return deal{}, wrap("deal", err)
	}
	m := deal{Day: day, Game: g.Name(), Name: day + "-" + g.Name(), Revision: revision, Made: d.conf.Now().UTC(), Opens: opens.UTC()}
	for _, s := range settings {
		m.Settings = append(m.Settings, [2]string{s.Name, s.Value})
	}
	seed, err := d.newSeed(m.Name)
	m.Secret, m.Salt, m.Commitment = hex.EncodeToString(seed.Secret[:]), hex.EncodeToString(seed.Salt[:]), seed.Commitment.String()
	return m, err
}

// newSeed returns a new secret seed for the deal with this name.
func (d *Daily) newSeed(name string) (engine.Seed, error) {
	var secret, salt engine.Key
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, k := range []*engine.Key{&secret, &salt} {
		if _, err := io.ReadFull(d.conf.Random, k[:]); err != nil {
			return engine.Seed{}, fmt.Errorf("daily: no randomness: %w", err)
		}
	}
	return engine.SharedSeed(name, secret, salt), nil
}
