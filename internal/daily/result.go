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

// Result is what a person made of a day's deal, from the log of their first table.
type Result struct {
	Table   string         `json:"table"`
	At      time.Time      `json:"at"` // the last entry of the log
	Won     bool           `json:"won"`
	GivenUp bool           `json:"given-up,omitempty"`
	Cause   string         `json:"cause"`
	Turns   int            `json:"turns"`
	Figures []lobby.Figure `json:"figures,omitempty"`
	Company string         `json:"company"` // alone, or with bots of a level
}

// claim says which table of a deal counts for a person: the first that they began.
// It is written before the cards are dealt, and the result added when the game ends.
type claim struct {
	Table   string    `json:"table"`
	Started time.Time `json:"started"`
	Company string    `json:"company"`
	Result  *Result   `json:"result,omitempty"`
	// Moved says that the result is in another person's list now, by a hash of their id:
	// this was a guest, who signed in. On the board it stays the guest's.
	Moved string `json:"moved,omitempty"`
}

func ownKey(person, day, game string) string   { return "of." + person + "." + day + "." + game }
func boardKey(day, game, person string) string { return "on." + day + "." + game + "." + person }

// claim makes a table the one that counts for a person, unless they have one, or
// their address has had too many people.
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
		if !retryable(ctx, err) {
			return false, wrap("claim", err)
		}
	}
}

// counts counts one more person of an address, in memory only.
func (d *Daily) counts(made deal, from string) bool {
	if from == "" {
		return true
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	key := dealKey(made.Day, made.Game)
	if d.from[key] == nil {
		for old := range d.from { // addresses of days that have passed are forgotten
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

// Finish takes in the end of a game of a day's deal, as its log has it: o and at are
// those of the log. It counts if it is the person's first table and ended before the
// deal opened. It may be called again.
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
			if _, err = d.kv.results.Put(ctx, ownKey(t.Host, day, game), version, data); retryable(ctx, err) {
				continue
			} else if err != nil {
				return wrap("result", err)
			}
		}
		return d.publish(ctx, t.Host, day, game, c.Result)
	}
}

// publish puts a result on the board.
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
		if errors.Is(err, store.ErrConflict) { // it is there: results never change
			return nil
		}
		return wrap("board", err)
	}
}

// dayOf is the day and the game of a table with a day's deal.
func (d *Daily) dayOf(t lobby.Table) (day, game string, ok bool) {
	name := t.Shared.Deal
	if len(name) < len(dayForm)+2 {
		return "", "", false
	}
	day, game = name[:len(dayForm)], name[len(dayForm)+1:]
	return day, game, game == t.Game
}

// Own is a person's part in a deal.
type Own struct {
	Day, Game string
	Table     string // the one that counts
	Started   time.Time
	Company   string
	Result    *Result // nil while it is played, or where it came too late
	moved     bool
}

// Own lists a person's deals, the newest first.
func (d *Daily) Own(ctx context.Context, person string) ([]Own, error) {
	list, err := d.all(ctx, person)
	return slices.DeleteFunc(list, func(o Own) bool { return o.moved }), err
}

// all is Own with the deals whose results have moved to another person.
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

// Streak is on how many days in a row a person finished a deal: up to today or
// yesterday, and at best.
type Streak struct{ Now, Best int }

// StreakOf counts a person's streak.
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

// Buckets declares what is stored of shared deals.
func (d *Daily) Buckets() []store.Bucket {
	return []store.Bucket{
		{Name: BucketResults, Export: store.Exports(d.Own), Forget: d.Forget, Missed: func(ctx context.Context, person string) (bool, error) {
			list, err := d.Own(ctx, person)
			return len(list) > 0, err
		}},
		{Name: BucketDeals, Impersonal: "a deal is made for everybody, or for tables by their ids"},
	}
}

// Forget removes a person's results, from boards too.
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
