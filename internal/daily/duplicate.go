package daily

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"theriac/engine"
	"theriac/games"
	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/internal/store"
)

// Limits for the number of teams in a duplicate.
const (
	MinTeams = 2
	MaxTeams = 8
)

// Duplicate is one deal that several teams play, each at its own table. Its record is written once
// and never changed; all other data is in the records of its tables.
type Duplicate struct {
	ID         string      `json:"id"`
	Game       string      `json:"game"`
	Name       string      `json:"name"` // name of the deal
	Settings   [][2]string `json:"settings"`
	Commitment string      `json:"commitment"`
	Tables     []string    `json:"tables"`
	Made       time.Time   `json:"made"`
}

func duplicateKey(id string) string { return "duplicate." + id }

// NewDuplicate opens a table with the same cards for each team. The person who creates the
// duplicate hosts all tables and can sit at one. Only the records of the tables hold the secret.
func (d *Daily) NewDuplicate(ctx context.Context, by identity.Person, draft lobby.Draft, teams int) (Duplicate, []lobby.Table, error) {
	game, ok := games.Find(draft.Game)
	if !ok {
		return Duplicate{}, nil, lobby.Refusal{ID: lobby.NoSuchGame}
	}
	id, err := d.conf.Lobby.NewTable()
	if err != nil {
		return Duplicate{}, nil, err
	}
	out := Duplicate{ID: id, Game: draft.Game, Name: "duplicate-" + id, Made: d.conf.Now().UTC()}
	seed, err := d.newSeed(out.Name)
	if err != nil {
		return Duplicate{}, nil, err
	}
	out.Commitment = seed.Commitment.String()
	for range min(max(teams, MinTeams), MaxTeams) {
		table, err := d.conf.Lobby.NewTable()
		if err != nil {
			return Duplicate{}, nil, err
		}
		out.Tables = append(out.Tables, table)
	}
	draft.Shared = &lobby.SharedDeal{
		Shared: lobby.Shared{Deal: out.Name, Group: out.Tables}, Secret: seed.Secret, Salt: seed.Salt, Revision: d.conf.Lobby.Revision(game),
	}
	made := []lobby.Table{}
	for _, table := range out.Tables {
		draft.ID = table
		t, err := d.conf.Lobby.Create(ctx, by, draft)
		if err != nil {
			return Duplicate{}, nil, errors.Join(err, d.closeAll(ctx, by, made))
		}
		made = append(made, t)
	}
	for _, s := range made[0].Settings {
		out.Settings = append(out.Settings, [2]string{s.Name, s.Value})
	}
	data, err := json.Marshal(out)
	if err != nil {
		return Duplicate{}, nil, err
	}
	if _, err := d.kv.deals.Put(ctx, duplicateKey(id), 0, data); err != nil && !errors.Is(err, store.ErrUncertain) {
		return Duplicate{}, nil, errors.Join(wrap("duplicate", err), d.closeAll(ctx, by, made))
	}
	return out, made, nil
}

// closeAll closes the tables of a duplicate after NewDuplicate failed to create all of them.
func (d *Daily) closeAll(ctx context.Context, by identity.Person, tables []lobby.Table) error {
	var all []error
	for _, t := range tables {
		_, err := d.conf.Lobby.Close(ctx, by, t.ID)
		all = append(all, err)
	}
	return errors.Join(all...)
}

// Duplicate returns a duplicate, its tables in their current state, and whether its deal is open. A
// deal is open when no team is still playing it.
func (d *Daily) Duplicate(ctx context.Context, id string) (Duplicate, []lobby.Table, bool, error) {
	if !identity.IsID(id, lobby.TableLength) {
		return Duplicate{}, nil, false, lobby.Refusal{ID: lobby.NoSuchDeal}
	}
	rec, err := d.kv.deals.Get(ctx, duplicateKey(id))
	if errors.Is(err, store.ErrAbsent) {
		return Duplicate{}, nil, false, lobby.Refusal{ID: lobby.NoSuchDeal}
	}
	var out Duplicate
	if err == nil {
		err = json.Unmarshal(rec.Data, &out)
	}
	if err != nil {
		return Duplicate{}, nil, false, wrap("duplicate", err)
	}
	open, tables := true, []lobby.Table{}
	for _, table := range out.Tables {
		t, err := d.conf.Lobby.Get(ctx, table)
		if err != nil {
			return Duplicate{}, nil, false, err
		}
		open = open && !t.Status.Running()
		tables = append(tables, t)
	}
	return out, tables, open, nil
}

// Options returns the settings that all tables in a duplicate share.
func (m Duplicate) Options() engine.Settings {
	d := deal{Settings: m.Settings}
	return d.settings()
}

// ResultOf returns the result of the team that played at a table.
func ResultOf(t lobby.Table) Result {
	o := t.Outcome
	return Result{Table: t.ID, At: t.Finished, Won: !o.Won.Empty(), GivenUp: o.Cause == lobby.GivenUp, Cause: o.Cause, Turns: o.Turns, Figures: o.Figures}
}

// RankTables compares the tables in a duplicate by their results. It calls rank with each table's
// index and its rank.
func RankTables(tables []lobby.Table, rank func(table, rank int)) {
	for i, t := range tables {
		mine, before := &Row{Result: ResultOf(t)}, 0
		for _, other := range tables {
			if other.Status == lobby.Finished && better(&Row{Result: ResultOf(other)}, mine) < 0 {
				before++
			}
		}
		rank(i, before+1)
	}
}
