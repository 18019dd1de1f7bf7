package httpapi

import (
	"context"
	"fmt"
	"net/http"

	"theriac/engine"
	"theriac/internal/httpapi/admit"
	"theriac/internal/httpapi/wire"
	"theriac/internal/lobby"
	"theriac/internal/store"
	"theriac/internal/table"
)

// checksAtOnce is how many uploaded games a node verifies concurrently.
const checksAtOnce = 2

// BroughtGame is an uploaded game that was begun in a browser, without a server.
type BroughtGame struct {
	Device  string   `json:"device" pattern:"^device-[0-9a-z]{1,16}$" doc:"The table's id there, which its chain begins with."`
	Entries []string `json:"entries" minItems:"1" maxItems:"4000" doc:"The whole log: each entry with the chain that ties it to those before."`
	Bots    []string `json:"bots" minItems:"1" maxItems:"6" doc:"By seat: the level of its bot, or nothing for a seat of yours."`
	BotPace string   `json:"botPace,omitempty" enum:"at-once,fast,normal,slow" doc:"How fast the bots move. Left out: normal."`
}

// BroughtBack holds the entries that a device wrote after it took over a game.
type BroughtBack struct {
	Entries []string `json:"entries" maxItems:"4000" doc:"All entries since, each with its chain. None gives the copy up: the game goes on here where it was taken along."`
}

// HandedOver is a game that a device takes over from the server, to play it offline.
type HandedOver struct {
	Table   wire.Table `json:"table"`
	Entries []string   `json:"entries" doc:"Its log with the seed, each entry with the chain that ties it to those before. The table's id begins the chain."`
}

// carriedAPI holds the operations for games that are played on people's own devices.
type carriedAPI struct{ *core }

func (a carriedAPI) register() {
	away := at("take-along", "away", "Take a game along to your device")
	away.Limit = admit.ByMake
	away.About = "The game of a table at which you play alone or with bots, and in which nobody else has a part: the answer is its log with the seed. " +
		"From then on the table takes no move until the game is back, its links are void, nobody else can ever sit there, and it counts for nothing that people compare. " +
		"To call it again answers with the same log. After 90 days the table goes on without what was taken along."
	away.Errors = append(away.Errors, http.StatusLocked)
	wire.Register(a.wire, away, a.takeAlong)
	back := at("bring-back", "back", "Bring a game back, or give the copy up")
	back.Limit, back.Large = admit.ByMake, true
	back.About = "The server plays the entries by its own rules behind those that it handed over. One course of the game is taken, once; to bring the same again changes nothing."
	back.Errors = append(back.Errors, http.StatusUnprocessableEntity, http.StatusLocked)
	wire.Register(a.wire, back, a.bringBack)
	wire.Register(a.wire, wire.Operation{
		ID: "take-in", Method: http.MethodPost, Path: "/api/device-games", Tag: tagTables, Limit: admit.ByMake, Large: true,
		Summary: "Bring a game that you began in a browser without a server",
		About: "The server plays every entry again by its own rules, and refuses a game that does not follow them. It becomes a table of yours that goes on " +
			"where the game stood, or is in your finished games. The same game becomes one table: to bring it again answers with that, and what came first stays. " +
			"Its seed was known to you, so nobody else can sit there and it counts for nothing that people compare.",
		Errors: []int{http.StatusConflict, http.StatusUnprocessableEntity},
	}, a.takeIn)
}

func (a carriedAPI) takeIn(ctx context.Context, in *struct{ Body BroughtGame }) (*reply[wire.Table], error) {
	g, err := a.checkBrought(ctx, in.Body)
	if err != nil {
		return nil, err
	}
	by := admit.PersonOf(ctx)
	t, err := a.conf.Lobby.TakeIn(ctx, by, lobby.CarriedGame{
		Origin: g.Origin, Begun: g.Begun, Lead: g.Lead, Over: g.Over, Bots: in.Body.Bots, BotPace: in.Body.BotPace,
	})
	if err != nil {
		return nil, err
	}
	if t.Status == lobby.Playing {
		if t, err = a.settled(ctx, t); err != nil {
			return nil, err
		}
	}
	return &reply[wire.Table]{a.names.Table(ctx, t, by)}, nil
}

// checkBrought verifies an uploaded game by replaying it, if the caller's rate limits allow that.
func (a carriedAPI) checkBrought(ctx context.Context, body BroughtGame) (*table.BroughtGame, error) {
	b, done, err := a.readBrought(ctx, body.Entries)
	if err != nil {
		return nil, err
	}
	defer done()
	return b.Check(body.Device)
}

// readBrought reads entries, counts the cost of verifying them against the caller's rate limits,
// and waits until a verification slot is free. The caller must call done to release the slot.
func (a carriedAPI) readBrought(ctx context.Context, entries []string) (b *table.Brought, done func(), err error) {
	if b, err = table.ReadBrought(entries); err != nil {
		return nil, nil, err
	}
	if err := a.gate.Spend(admit.CallerOf(ctx), admit.ReadUnits(0, len(entries))+b.Moves()/admit.EntriesPerUnit); err != nil {
		return nil, nil, err
	}
	select {
	case a.checks <- struct{}{}:
		return b, func() { <-a.checks }, nil
	case <-ctx.Done():
		return nil, nil, fmt.Errorf("%w: %w", store.ErrUnavailable, ctx.Err())
	}
}

// settled finishes the table if its game is over, and returns the table's current record.
func (a carriedAPI) settled(ctx context.Context, t lobby.Table) (lobby.Table, error) {
	game, err := a.conf.Tables.Open(ctx, t.ID)
	if err != nil {
		return t, err
	}
	defer game.Release()
	if !game.State().Over {
		return t, nil
	}
	if err := a.conf.Tables.Settle(ctx, t.ID); err != nil {
		return t, err
	}
	return a.conf.Lobby.Get(ctx, t.ID)
}

func (a carriedAPI) takeAlong(ctx context.Context, in *TablePath) (*reply[HandedOver], error) {
	by := admit.PersonOf(ctx)
	// Change the table's record before handing over the game. After the change, no one else can sit
	// down at the table.
	t, err := a.conf.Lobby.Carry(ctx, by, in.ID)
	if err != nil {
		return nil, err
	}
	game, err := a.conf.Tables.Open(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	defer game.Release()
	if err := a.gate.Spend(admit.CallerOf(ctx), admit.ReadUnits(game.State().WholeCost())); err != nil {
		return nil, err
	}
	if err := game.Fresh(ctx); err != nil {
		return nil, err
	}
	done, err := game.Do(ctx, "", table.TakeAlong{By: t.Held(by.ID)})
	if err != nil {
		return nil, err
	}
	log, err := done.State.HandOver()
	if err != nil {
		return nil, err
	}
	return &reply[HandedOver]{HandedOver{Table: a.names.Table(ctx, t, by), Entries: log}}, nil
}

func (a carriedAPI) bringBack(ctx context.Context, in *tableWith[BroughtBack]) (*reply[wire.Table], error) {
	by := admit.PersonOf(ctx)
	access, err := a.conf.Lobby.AccessNow(ctx, by, in.ID)
	switch {
	case err != nil:
		return nil, err
	case !access.Host:
		return nil, lobby.Refusal{ID: lobby.NotHost}
	case access.Table.Carried == nil:
		return nil, &table.Refusal{ID: table.RefusedNotAway}
	}
	game, err := a.conf.Tables.Open(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	defer game.Release()
	if err := game.Fresh(ctx); err != nil {
		return nil, err
	}
	key, c := "", table.Return{By: access.Seats}
	if len(in.Body.Entries) > 0 {
		if key, c, err = a.checkBack(ctx, game.State(), access.Seats, in.Body.Entries); err != nil {
			return nil, err
		}
	}
	if _, err := game.Do(ctx, key, c); err != nil {
		return nil, err
	}
	t, err := a.settled(ctx, access.Table)
	if err != nil {
		return nil, err
	}
	return &reply[wire.Table]{a.names.Table(ctx, t, by)}, nil
}

// checkBack replays the entries that a device wrote, to verify them. The returned key makes the
// command idempotent: uploading the same moves again has no further effect.
func (a carriedAPI) checkBack(ctx context.Context, s *table.State, by engine.Seats, entries []string) (key string, c table.Return, err error) {
	if err := a.gate.Spend(admit.CallerOf(ctx), admit.ReadUnits(0, s.N)); err != nil {
		return "", c, err
	}
	b, done, err := a.readBrought(ctx, entries)
	if err != nil {
		return "", c, err
	}
	defer done()
	key = "back-" + b.Last()
	if !s.Away() {
		return key, table.Return{By: by}, nil // the table rejects this Return unless it repeats an earlier upload
	}
	c, err = s.CheckReturn(by, b)
	return key, c, err
}
