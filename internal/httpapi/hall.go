package httpapi

import (
	"context"
	"net/http"
	"time"

	"theriac/engine"
	"theriac/games"
	"theriac/games/entry"
	"theriac/internal/httpapi/admit"
	"theriac/internal/httpapi/live"
	"theriac/internal/httpapi/wire"
	"theriac/internal/lobby"
)

const tagHall = "hall"

// How many tables the hall shows.
const (
	hallTables  = 40
	hallWatched = 6
)

// Wishes are what a person looks for in the hall.
type Wishes struct {
	Game      string   `json:"game,omitempty" maxLength:"64" doc:"Left out: any, or the first one for a new table."`
	Level     string   `json:"level,omitempty" enum:"first,standard,hard" doc:"Left out: any, or the easiest one for a new table."`
	Languages []string `json:"languages,omitempty" maxItems:"8" doc:"The tags of the languages that you read. Left out: any."`
	Pace      string   `json:"pace,omitempty" enum:"live,slow" doc:"Left out: any, or live for a new table."`
	Talk      string   `json:"talk,omitempty" enum:"free,quiet" doc:"Left out: any, or free for a new table."`
	Hidden    bool     `json:"hidden,omitempty" doc:"A new table hides hands, if the game can. Left out: it opens them."`
}

// HallWords are what a public table says of itself.
type HallWords struct {
	Level     string   `json:"level,omitempty" enum:"first,standard,hard"`
	Languages []string `json:"languages,omitempty" maxItems:"8" doc:"The tags of the languages that people read here."`
	Talk      string   `json:"talk,omitempty" enum:"free,quiet"`
}

// HallSeat is one seat of a table in the hall.
type HallSeat struct {
	Holder *wire.Player `json:"holder,omitempty"`
	Bot    *wire.Bot    `json:"bot,omitempty"`
	Kept   bool         `json:"kept,omitempty" doc:"It is kept for somebody who is about to sit down."`
}

// HallTable is a table as the hall shows it.
type HallTable struct {
	wire.TableSummary
	Level     string     `json:"level,omitempty" doc:"Left out: the host chose the options."`
	Languages []string   `json:"languages" doc:"What people read here. Empty: they do not say."`
	Talk      string     `json:"talk" enum:"free,quiet"`
	People    []HallSeat `json:"people" doc:"By seat."`
	Asks      bool       `json:"asks,omitempty" doc:"Those who play are asked before somebody takes a bot's seat, because hands are hidden."`
	Fits      bool       `json:"fits" doc:"It is what you wish."`
	Glance    *Glance    `json:"glance,omitempty" doc:"The state of its game. Left out: it does not play, nobody may watch it, or it cannot be read right now."`
}

// Glance is the state of a running game in a few numbers. It has only what every spectator may see.
type Glance struct {
	Turn   int                       `json:"turn"`
	Goals  []GlanceGoal              `json:"goals,omitempty" doc:"What everybody plays for."`
	Tracks []GlanceTrack             `json:"tracks,omitempty" doc:"How far the game has come."`
	Near   string                    `json:"near,omitempty" doc:"The track that soon ends the game."`
	Cast   []string                  `json:"cast,omitempty" doc:"The id of each seat's role, by seat; empty while it has none."`
	Pieces map[string]map[string]int `json:"pieces,omitempty" doc:"For each kind of piece, how many are at each place of the board."`
}

// GlanceGoal is one of the goals of the players.
type GlanceGoal struct {
	ID    string `json:"id" example:"blue"`
	State string `json:"state" example:"cured"`
}

// GlanceTrack is a count that ends the game, or a part of it, when it reaches its end.
type GlanceTrack struct {
	Name string `json:"name" example:"outbreaks"`
	At   int    `json:"at"`
	Of   int    `json:"of"`
}

// HallGame is a running game that anyone may watch.
type HallGame struct {
	wire.TableSummary
	Glance *Glance `json:"glance,omitempty" doc:"Left out: it cannot be read right now."`
}

// Hall is the answer to what a person looks for.
type Hall struct {
	Tables []HallTable `json:"tables" doc:"Tables that have room and people, those that fit first. To take a seat leads to the first if that one fits, and else to a new table."`
	Watch  []HallGame  `json:"watch" doc:"Running games to watch."`
	People int         `json:"people" doc:"How many people hold a seat at the tables that are listed."`
}

// SeatFound is the answer to a wish for a seat.
type SeatFound struct {
	Way   string     `json:"way" enum:"sat,kept,new" doc:"sat: you sit at a table that waits for players; kept: a bot's seat is kept for you; new: you sit at a new table with bots."`
	Seat  int        `json:"seat"`
	Until time.Time  `json:"until,omitzero" doc:"Of kept: until when."`
	Table wire.Table `json:"table"`
}

// TableCode is a short text that people say to each other.
type TableCode struct {
	Code  string    `json:"code"`
	Until time.Time `json:"until"`
}

// KeepSeat is the request to keep a bot's seat.
type KeepSeat struct {
	Seat *int `json:"seat,omitempty" minimum:"0" maximum:"5" doc:"Left out: any."`
}

// Shutting is the request to keep bots' seats for bots, or to open them to people.
type Shutting struct {
	Shut bool `json:"shut"`
}

// PersonOnly is a request that names a person.
type PersonOnly struct {
	Person string `json:"person" minLength:"1" maxLength:"64"`
}

// The ways to talk at a table.
const (
	talkFree  = "free"
	talkQuiet = "quiet"
)

func (w Wishes) lobby() lobby.Wish {
	out := lobby.Wish{Game: w.Game, Level: w.Level, Languages: w.Languages, Pace: w.Pace, Hidden: w.Hidden}
	if w.Talk != "" {
		quiet := w.Talk == talkQuiet
		out.Quiet = &quiet
	}
	return out
}

// hallAPI holds the operations by which strangers find a table together.
type hallAPI struct{ *core }

func (a hallAPI) register() {
	wire.Register(a.wire, wire.Operation{
		ID: "hall", Method: http.MethodGet, Path: "/api/hall", Tag: tagHall, Anyone: true, Summary: "Get the tables where people play together",
	}, a.hall)
	wire.Register(a.wire, wire.Operation{
		ID: "take-seat", Shed: admit.ShedTables, Method: http.MethodPost, Path: "/api/hall", Tag: tagHall, Limit: admit.ByMake,
		Summary: "Take a seat among people", About: "If no table fits, a new one is opened with bots on the other seats, which stay open to people.",
		Errors: refusals(),
	}, a.take)
	keep := at("keep-seat", "keep", "Keep a bot's seat of a running game for a minute").As(admit.ShedPlay)
	wire.Register(a.wire, keep, a.keep)
	letGo := at("let-seat-go", "keep", "Let the kept seat go").As(admit.ShedPlay)
	letGo.Method = http.MethodDelete
	wire.Register(a.wire, letGo, func(ctx context.Context, in *TablePath) (*noContent, error) {
		_, err := a.conf.Lobby.LetGo(ctx, admit.PersonOf(ctx), in.ID)
		return &noContent{}, err
	})
	dropIn := at("drop-in", "dropin", "Take the kept seat").As(admit.ShedPlay)
	dropIn.About = "While the seat's bot has to answer, it is refused (bot-moves): ask again after its turn. If hands are hidden, those who play " +
		"can refuse for 15 seconds (asking)."
	wire.Register(a.wire, dropIn, a.dropIn)
	wire.Register(a.wire, at("turn-away", "turnaway", "Refuse a person who wants to take a bot's seat at a table with hidden hands"),
		func(ctx context.Context, in *tableWith[PersonOnly]) (*reply[wire.Table], error) {
			t, err := a.conf.Lobby.TurnAway(ctx, admit.PersonOf(ctx), in.ID, in.Body.Person)
			return a.changed(ctx, t, err)
		})
	wire.Register(a.wire, at("give-to-bot", "givetobot", "Give up a seat of a running game to a bot, which goes on").As(admit.ShedPlay),
		func(ctx context.Context, in *tableWith[SeatOnly]) (*reply[wire.Table], error) {
			t, err := a.conf.Lobby.GiveToBot(ctx, admit.PersonOf(ctx), in.ID, in.Body.Seat)
			return a.changed(ctx, t, err)
		})
	a.codes()
	shut := at("shut-seats", "shut", "Choose whether people may take bots' seats")
	shut.Method = http.MethodPut
	wire.Register(a.wire, shut, func(ctx context.Context, in *tableWith[Shutting]) (*reply[wire.Table], error) {
		t, err := a.conf.Lobby.SetShut(ctx, admit.PersonOf(ctx), in.ID, in.Body.Shut)
		return a.changed(ctx, t, err)
	})
}

// codes registers the operations on the short codes by which people join.
func (a hallAPI) codes() {
	show := at("show-code", "code", "Get the code by which people join")
	show.About = "A person who sits at the table, or hosts it, may. The code lives for fifteen minutes, and on while you ask again. At a private " +
		"table it only knocks: the host has to agree."
	show.Limit = admit.ByMake
	wire.Register(a.wire, show, func(ctx context.Context, in *TablePath) (*reply[TableCode], error) {
		code, until, err := a.conf.Lobby.ShowCode(ctx, admit.PersonOf(ctx), in.ID)
		if err != nil {
			return nil, err
		}
		return &reply[TableCode]{TableCode{Code: code, Until: until}}, nil
	})
	wire.Register(a.wire, wire.Operation{
		ID: "use-code", Method: http.MethodPost, Path: "/api/codes", Tag: tagHall, Limit: admit.ByCode,
		Summary: "Find a table by its code", About: "While the host of a private table has not agreed, it is refused (knocking): ask again.",
		Errors: []int{http.StatusForbidden, http.StatusNotFound, http.StatusConflict},
	}, a.useCode)
}

func (a hallAPI) useCode(ctx context.Context, in *struct{ Body DoorCode }) (*reply[wire.Table], error) {
	by := admit.PersonOf(ctx)
	t, known, err := a.conf.Lobby.UseCode(ctx, by, a.from(ctx), in.Body.Code)
	if known {
		a.gate.Guessed(admit.CallerOf(ctx))
	}
	return a.changed(ctx, t, err)
}

func (a hallAPI) hall(ctx context.Context, in *struct {
	Game      string   `query:"game" maxLength:"64"`
	Level     string   `query:"level" enum:"first,standard,hard"`
	Languages []string `query:"languages" maxItems:"8"`
	Pace      string   `query:"pace" enum:"live,slow"`
	Talk      string   `query:"talk" enum:"free,quiet"`
}) (*reply[Hall], error) {
	by := admit.PersonOf(ctx)
	if err := a.mayEnter(ctx); err != nil {
		return nil, err
	}
	wish := Wishes{Game: in.Game, Level: in.Level, Languages: in.Languages, Pace: in.Pace, Talk: in.Talk}.lobby()
	list, err := a.conf.Lobby.Seeking(ctx, by, wish, hallTables)
	if err != nil {
		return nil, err
	}
	out := Hall{Tables: []HallTable{}, Watch: []HallGame{}}
	soon, cancel := context.WithTimeout(ctx, glancing)
	defer cancel()
	for _, s := range list {
		t, err := a.conf.Lobby.Known(ctx, s.Table)
		if err != nil {
			continue // it has ended since
		}
		out.People += s.People
		row := a.hallTable(ctx, s, t, wish.Fits(s))
		row.Glance = a.glance(soon, t)
		out.Tables = append(out.Tables, row)
	}
	for _, s := range a.conf.Lobby.Watchable(hallWatched) {
		apart, err := a.conf.Order.Apart(ctx, by.ID, []string{s.Host})
		if err != nil {
			return nil, err
		}
		t, err := a.conf.Lobby.Known(ctx, s.Table)
		if err == nil && len(apart) == 0 && t.Watch != lobby.WatchNobody {
			out.Watch = append(out.Watch, HallGame{a.names.Summary(ctx, s), a.glance(soon, t)})
		}
	}
	return &reply[Hall]{out}, nil
}

// mayEnter returns an error unless the caller may see public tables.
func (a *core) mayEnter(ctx context.Context) error {
	by := admit.PersonOf(ctx)
	if err := a.public(by); err != nil {
		return err
	}
	return a.conf.Doors.Admits(ctx, by)
}

func (a hallAPI) hallTable(ctx context.Context, s lobby.Summary, t lobby.Table, fits bool) HallTable {
	out := HallTable{TableSummary: a.names.Summary(ctx, s), Languages: []string{}, Talk: talkFree, People: make([]HallSeat, len(t.Seats)), Asks: t.Status == lobby.Playing && t.Asks(), Fits: fits}
	if h := s.Hall; h != nil {
		out.Level, out.Languages = h.Level, append(out.Languages, h.Languages...)
		if h.Quiet {
			out.Talk = talkQuiet
		}
	}
	now := a.conf.Now()
	for i := range t.Seats {
		seat := &t.Seats[i]
		out.People[i] = HallSeat{Holder: a.names.Player(ctx, seat.Holder), Kept: seat.KeptFor(now) != ""}
		if seat.Bot != "" {
			out.People[i].Bot = &wire.Bot{Level: seat.Bot}
		}
	}
	return out
}

func (a hallAPI) take(ctx context.Context, in *struct{ Body Wishes }) (*reply[SeatFound], error) {
	by := admit.PersonOf(ctx)
	if err := a.mayEnter(ctx); err != nil {
		return nil, err
	}
	address := ""
	if who := admit.CallerOf(ctx); !who.Trusted && who.Addr.IsValid() {
		address = who.Addr.String()
	}
	f, err := a.conf.Lobby.Take(ctx, by, a.from(ctx), in.Body.lobby(), address)
	if err != nil {
		return nil, err
	}
	return &reply[SeatFound]{a.found(ctx, f)}, nil
}

func (a hallAPI) found(ctx context.Context, f lobby.Found) SeatFound {
	out := SeatFound{Way: f.Way, Seat: f.Seat, Table: a.names.Table(ctx, f.Table, admit.PersonOf(ctx))}
	if k := f.Table.Seats[f.Seat].Kept; k != nil {
		out.Until = k.Until
	}
	return out
}

func (a hallAPI) keep(ctx context.Context, in *tableWith[*KeepSeat]) (*reply[SeatFound], error) {
	by, seat := admit.PersonOf(ctx), lobby.AnySeat
	if in.Body != nil && in.Body.Seat != nil {
		seat = *in.Body.Seat
	}
	if err := a.maySit(ctx, in.ID); err != nil {
		return nil, err
	}
	t, got, err := a.conf.Lobby.Keep(ctx, by, a.from(ctx), in.ID, seat)
	if err != nil {
		return nil, err
	}
	return &reply[SeatFound]{a.found(ctx, lobby.Found{Way: lobby.Kept, Table: t, Seat: got})}, nil
}

// dropIn gives the caller the seat that is kept for them, unless its bot has to answer now.
func (a hallAPI) dropIn(ctx context.Context, in *tableWith[SeatOnly]) (*reply[Seated], error) {
	by := admit.PersonOf(ctx)
	if err := a.maySit(ctx, in.ID); err != nil {
		return nil, err
	}
	access, err := a.conf.Lobby.Access(ctx, by, in.ID)
	if err != nil {
		return nil, err
	}
	if access.Seats.Empty() && access.Table.Status == lobby.Playing {
		game, err := a.conf.Tables.Open(ctx, in.ID)
		if err != nil {
			return nil, err
		}
		owing := game.State().Pos.Decision().Owing()
		game.Release()
		if owing.Has(engine.Seat(in.Body.Seat)) {
			return nil, lobby.Refusal{ID: lobby.BotMoves}
		}
	}
	t, err := a.conf.Lobby.DropIn(ctx, by, a.from(ctx), in.ID, in.Body.Seat)
	if err != nil {
		return nil, err
	}
	return &reply[Seated]{Seated{Seat: in.Body.Seat, Table: a.names.Table(ctx, t, by)}}, nil
}

// glancing is how long an answer waits for games that this node does not have in memory.
const glancing = time.Second

// glance returns the state of a running game. It returns nil if spectators may not watch it, or if it cannot be read
// before ctx is done.
func (a hallAPI) glance(ctx context.Context, t lobby.Table) *Glance {
	e, ok := games.FindEntry(t.Game)
	if !ok || e.Glance == nil || t.Status != lobby.Playing || t.Watch == lobby.WatchNobody || ctx.Err() != nil {
		return nil
	}
	read := make(chan *Glance, 1)
	go func() { // a load goes on after ctx is done
		game, err := a.conf.Tables.Open(ctx, t.ID)
		if err != nil {
			read <- nil
			return
		}
		defer game.Release()
		state := game.State().For(live.ViewerOf(lobby.Access{Watch: t.Watch}))
		if state.Pos == nil || state.Over {
			read <- nil
			return
		}
		// Even if spectators see all hands, the list shows what no hand tells.
		read <- shownGlance(e.Glance(state.Pos.View(0)))
	}()
	select {
	case g := <-read:
		return g
	case <-ctx.Done():
		return nil
	}
}

func shownGlance(g entry.Glance) *Glance {
	out := &Glance{Turn: g.Turn, Near: g.Near, Cast: g.Cast, Pieces: g.Pieces}
	for _, goal := range g.Goals {
		out.Goals = append(out.Goals, GlanceGoal(goal))
	}
	for _, track := range g.Tracks {
		out.Tracks = append(out.Tracks, GlanceTrack(track))
	}
	return out
}
