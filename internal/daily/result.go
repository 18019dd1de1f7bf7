package daily

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/internal/store"
)

// Result is a person's result in a day's deal, taken from the log of their first table.
type Result struct {
	Table   string         `json:"table"`
	At      time.Time      `json:"at"` // time of the log's last entry
	Won     bool           `json:"won"`
	GivenUp bool           `json:"given-up,omitempty"`
	Cause   string         `json:"cause"`
	Turns   int            `json:"turns"`
	Figures []lobby.Figure `json:"figures,omitempty"`
	Company string         `json:"company"` // "alone", or the level of the bots that played along
}

// claim records which table counts for a person in a deal: the first table at which they began to
// play the deal. It is written before the cards are dealt. The result is added when the game ends.
type claim struct {
	Table   string    `json:"table"`
	Started time.Time `json:"started"`
	Company string    `json:"company"`
	Result  *Result   `json:"result,omitempty"`
	// Moved is set if this person was a guest who has signed in. It is a hash of the id of the
	// person who has the result now. On the leaderboard the row still names the guest.
	Moved string `json:"moved,omitempty"`
}

func ownKey(person, day, game string) string   { return "of." + person + "." + day + "." + game }
func boardKey(day, game, person string) string { return "on." + day + "." + game + "." + person }

// claim makes c's table the one that counts for a person in a deal. It returns false if another
// table already counts, or if too many people have played from this address.
func (d *Daily) claim(ctx context.Context, person string, made deal, c claim, from string) (bool, error) {
	data, err := json.Marshal(c)
	if err != nil {
		return false, err
	}
	for {
		was, _, err := d.claimed(ctx, person, made.Day, made.Game)
		if err != nil || was.Table != "" {
			return was.Table == c.Table, err
		}
		if !d.counts(made, from) {
			return false, nil
		}
		_, err = d.kv.results.Put(ctx, ownKey(person, made.Day, made.Game), 0, data)
		if err == nil {
			return true, nil
		}
		if !store.Retryable(ctx, err) {
			return false, wrap("claim", err)
		}
	}
}

// counts adds one more person to the count for an address, in memory only. It returns false if
// there are too many.
func (d *Daily) counts(made deal, from string) bool {
	if from == "" {
		return true
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	key := dealKey(made.Day, made.Game)
	if d.from[key] == nil {
		for old := range d.from { // delete the addresses of past days
			if !strings.HasPrefix(old, made.Day) {
				delete(d.from, old)
			}
		}
		d.from[key] = map[string]int{}
	}
	if d.from[key][from] >= d.conf.MaxFrom {
		return false
	}
	d.from[key][from]++
	return true
}

func (d *Daily) claimed(ctx context.Context, person, day, game string) (claim, uint64, error) {
	if !identity.IsID(person, identity.PersonLength) {
		return claim{}, 0, nil
	}
	rec, err := d.kv.results.Get(ctx, ownKey(person, day, game))
	if errors.Is(err, store.ErrAbsent) {
		return claim{}, 0, nil
	}
	if err != nil {
		return claim{}, 0, wrap("claim", err)
	}
	var c claim
	if json.Unmarshal(rec.Data, &c) != nil {
		return claim{}, 0, wrap("claim", store.ErrDamaged)
	}
	return c, rec.Version, nil
}

// Finish records the end of a game of a day's deal. The outcome and the time are from the table's
// log. The game counts if it is the person's first table and ended before the deal opened. Finish
// can be called again for the same game.
func (d *Daily) Finish(ctx context.Context, t lobby.Table, o lobby.Outcome, at time.Time) error {
	if !t.Daily() || t.Host == "" {
		return nil
	}
	day, game, ok := d.dayOf(t)
	if !ok || !at.Before(t.Shared.Opens) {
		return nil
	}
	for {
		c, version, err := d.claimed(ctx, t.Host, day, game)
		if err != nil || c.Table != t.ID {
			return err
		}
		if c.Result == nil {
			c.Result = &Result{
				Table: t.ID, At: at.UTC(), Won: o.Won&t.Held(t.Host) != 0, GivenUp: o.Cause == lobby.GivenUp, Cause: o.Cause,
				Turns: o.Turns, Figures: o.Figures, Company: c.Company,
			}
			data, err := json.Marshal(c)
			if err != nil {
				return err
			}
			if _, err = d.kv.results.Put(ctx, ownKey(t.Host, day, game), version, data); store.Retryable(ctx, err) {
				continue
			} else if err != nil {
				return wrap("result", err)
			}
		}
		return d.publish(ctx, t.Host, day, game, c.Result)
	}
}

// publish puts a person's result on the leaderboard of a deal.
func (d *Daily) publish(ctx context.Context, person, day, game string, r *Result) error {
	data, err := json.Marshal(r)
	if err != nil {
		return err
	}
	for {
		_, err := d.kv.results.Put(ctx, boardKey(day, game, person), 0, data)
		if errors.Is(err, store.ErrUncertain) && ctx.Err() == nil {
			continue
		}
		if errors.Is(err, store.ErrConflict) { // the result was published before, and results never change
			return nil
		}
		return wrap("board", err)
	}
}

// dayOf returns the day and the game that a table's deal belongs to, or false for other tables.
func (d *Daily) dayOf(t lobby.Table) (day, game string, ok bool) {
	name := t.Shared.Deal
	if len(name) < len(dayLayout)+2 {
		return "", "", false
	}
	day, game = name[:len(dayLayout)], name[len(dayLayout)+1:]
	return day, game, game == t.Game
}

// Own is one deal that a person has begun, with the result.
type Own struct {
	Day, Game string
	Table     string // the table that counts for the person
	Started   time.Time
	Company   string
	Result    *Result // nil while the game is being played, or if the game ended too late
	moved     bool
}

// Own lists the deals that a person has begun, newest first.
func (d *Daily) Own(ctx context.Context, person string) ([]Own, error) {
	list, err := d.all(ctx, person)
	return slices.DeleteFunc(list, func(o Own) bool { return o.moved }), err
}

// all lists the same deals as Own, and also those whose results have moved to another person.
func (d *Daily) all(ctx context.Context, person string) ([]Own, error) {
	list := []Own{}
	if !identity.IsID(person, identity.PersonLength) {
		return list, nil
	}
	recs, err := d.kv.results.List(ctx, "of."+person)
	if err != nil {
		return nil, wrap("results", err)
	}
	for _, rec := range recs {
		parts := strings.Split(rec.Key, ".")
		var c claim
		if len(parts) != 4 || json.Unmarshal(rec.Data, &c) != nil {
			continue
		}
		list = append(list, Own{Day: parts[2], Game: parts[3], Table: c.Table, Started: c.Started, Company: c.Company, Result: c.Result, moved: c.Moved != ""})
	}
	slices.SortFunc(list, func(a, b Own) int { return cmp.Or(cmp.Compare(b.Day, a.Day), cmp.Compare(a.Game, b.Game)) })
	return list, nil
}

// Streak counts consecutive days on which a person finished a deal. Now is the streak that lasts
// until today or yesterday, and Best is the longest streak.
type Streak struct{ Now, Best int }

// StreakOf computes a person's streak from the list of their deals.
func (d *Daily) StreakOf(list []Own) (s Streak) {
	done := map[string]bool{}
	for _, o := range list {
		if o.Result != nil && !o.Result.GivenUp {
			done[o.Day] = true
		}
	}
	for day := range done {
		if done[d.After(day, -1)] {
			continue
		}
		n := 0
		for ; done[d.After(day, n)]; n++ {
		}
		s.Best = max(s.Best, n)
		if last := d.After(day, n-1); last >= d.After(d.Today(), -1) {
			s.Now = n
		}
	}
	return s
}

// Buckets declares the buckets in which this package stores its records.
func (d *Daily) Buckets() []store.Bucket {
	return []store.Bucket{
		{Name: BucketResults, Export: store.Exports(d.Own), Forget: d.Forget, Missed: func(ctx context.Context, person string) (bool, error) {
			list, err := d.Own(ctx, person)
			return len(list) > 0, err
		}},
		{Name: BucketDeals, Impersonal: "a deal is made for everybody, or for tables by their ids"},
	}
}

// Forget removes a person's results, including those on leaderboards.
func (d *Daily) Forget(ctx context.Context, person string) error {
	list, err := d.all(ctx, person)
	if err != nil {
		return err
	}
	for _, o := range list {
		for _, key := range []string{boardKey(o.Day, o.Game, person), ownKey(person, o.Day, o.Game)} {
			if err := d.kv.results.Delete(ctx, key); err != nil {
				return wrap("forget", err)
			}
		}
	}
	return nil
}
