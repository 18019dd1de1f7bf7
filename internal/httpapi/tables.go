package httpapi

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"

	"theriac/engine"
	"theriac/internal/httpapi/admit"
	"theriac/internal/httpapi/wire"
	"theriac/internal/identity"
	"theriac/internal/lobby"
)

const (
	tagTables = "tables"
	pageSize  = 20
	maxPages  = 1000
)

// NewTable is the request to create a table.
type NewTable struct {
	Game       string            `json:"game" minLength:"1" maxLength:"64" example:"world"`
	Settings   map[string]string `json:"settings,omitempty" maxProperties:"64" doc:"The game's options and their values. Options that are left out have their default."`
	Cards      string            `json:"cards,omitempty" maxLength:"8192" doc:"Your own cards, for games that let a group replace them, in the game's notation."`
	Deal       uint64            `json:"deal,omitempty" maximum:"9007199254740991" doc:"The number of an open deal: the same number is the same cards. Whoever knows it can look them up, so such a table is not listed. Left out: a secret deal."`
	Lesson     string            `json:"lesson,omitempty" maxLength:"64" doc:"A lesson of the game. It brings its settings and its deal, and nobody watches it."`
	Title      string            `json:"title,omitempty" maxLength:"640" doc:"At most 40 characters."`
	Public     bool              `json:"public,omitempty" doc:"Listed, and open to everybody. Otherwise people need a link."`
	OnePerson  bool              `json:"onePerson,omitempty" doc:"Nobody may hold two seats."`
	Listen     bool              `json:"listen,omitempty" doc:"With teams: rivals may read a team's chat."`
	Watch      string            `json:"watch,omitempty" enum:"nobody,hidden,delayed,open" doc:"Left out: hidden."`
	Clock      *wire.Clock       `json:"clock,omitempty"`
	Sit        string            `json:"sit,omitempty" enum:"all,one,none" doc:"The seats that you take. Left out: one."`
	Nonce      string            `json:"nonce,omitempty" maxLength:"64" pattern:"^[!-~]*$" doc:"What your seats add to the shuffle."`
	Start      bool              `json:"start,omitempty" doc:"Start at once; all seats must be held, or given to bots."`
	Bots       []BotSeat         `json:"bots,omitempty" maxItems:"6" doc:"Seats that are given to bots, after you have sat down."`
	BotPace    string            `json:"botPace,omitempty" enum:"at-once,fast,normal,slow" doc:"How fast the bots move. Left out: normal."`
	Takeover   *wire.Takeover    `json:"takeover,omitempty" doc:"Bots stand in by themselves for people whose clock runs out. Left out: at a table where several people play live, at once."`
	NoTakeover bool              `json:"noTakeover,omitempty" doc:"No bot stands in by itself."`
	Advice     *bool             `json:"advice,omitempty" doc:"Who sits at the table may ask what to do. Left out: who plays alone or with bots may."`
	Hall       *HallWords        `json:"hall,omitempty" doc:"What the table says to people who look for company. Of a public table."`
	Links      bool              `json:"links,omitempty" doc:"Also create and return the invitation and the links of free seats."`
}

// TableList is one page of a list of tables.
type TableList struct {
	Tables []wire.TableSummary `json:"tables"`
	Page   int                 `json:"page"`
	More   bool                `json:"more" doc:"There is a next page."`
}

// TablePath is the path of every operation on one table.
type TablePath struct {
	ID string `path:"id" minLength:"1" maxLength:"64" doc:"The table."`
}

// tablesAPI holds the operations that make, list, read and close tables.
type tablesAPI struct{ *core }

func (a tablesAPI) register() {
	wire.Register(a.wire, wire.Operation{
		ID: "create-table", Shed: admit.ShedTables, Method: http.MethodPost, Path: "/api/tables", Tag: tagTables, Status: http.StatusCreated,
		Summary: "Open a table", Limit: admit.ByMake, Errors: []int{http.StatusConflict},
	}, a.createTable)
	wire.Register(a.wire, wire.Operation{
		ID: "list-tables", Method: http.MethodGet, Path: "/api/tables", Tag: tagTables, Anyone: true,
		Summary: "List open, finished or my own tables",
	}, a.listTables)
	wire.Register(a.wire, wire.Operation{
		ID: "get-table", Shed: admit.ShedPlay, Method: http.MethodGet, Path: "/api/tables/{id}", Tag: tagTables, Anyone: true,
		Summary: "Get a table", Errors: []int{http.StatusForbidden, http.StatusNotFound},
	}, func(ctx context.Context, in *TablePath) (*reply[wire.Table], error) {
		access, err := a.conf.Lobby.Access(ctx, admit.PersonOf(ctx), in.ID)
		if lobby.Refused(err) == lobby.NoSuchTable {
			if open, missing := a.conf.Lobby.Opening(ctx, admit.PersonOf(ctx), in.ID); missing == nil {
				access, err = lobby.Access{Table: open}, nil
			}
		}
		if err != nil {
			return nil, err
		}
		return &reply[wire.Table]{a.names.Table(ctx, access.Table, admit.PersonOf(ctx))}, nil
	})
}

func (a tablesAPI) createTable(ctx context.Context, in *struct{ Body NewTable }) (*reply[wire.Table], error) {
	by, want := admit.PersonOf(ctx), in.Body
	if want.Public {
		if err := a.public(by); err != nil {
			return nil, err
		}
	}
	if _, err := lobby.CleanNonce(want.Nonce); err != nil {
		return nil, err
	}
	draft := lobby.Draft{
		Game: want.Game, Title: want.Title, Public: want.Public, OnePerson: want.OnePerson, Listen: want.Listen,
		Watch: lobby.Watch(want.Watch), Cards: want.Cards, Deal: want.Deal, Lesson: want.Lesson, BotPace: want.BotPace, Takeover: want.Takeover.Lobby(),
		Advised: want.Advice,
	}
	if h := want.Hall; h != nil && want.Public {
		draft.Hall = &lobby.Hall{Level: h.Level, Languages: h.Languages, Quiet: h.Talk == talkQuiet}
	}
	if want.NoTakeover {
		draft.Takeover = &lobby.Takeover{}
	}
	draft.Settings = settingsOf(want.Settings)
	if want.Clock != nil {
		draft.Clock = want.Clock.Lobby()
	}
	if who := admit.CallerOf(ctx); !who.Trusted && who.Addr.IsValid() {
		draft.From = who.Addr.String()
	}
	t, err := a.conf.Lobby.Create(ctx, by, draft)
	if err != nil {
		return nil, err
	}
	shown, err := a.setUp(ctx, by, t, want)
	if err != nil {
		return nil, errors.Join(err, a.closeAgain(ctx, by, t.ID))
	}
	return &reply[wire.Table]{shown}, nil
}

// closeAgain closes a new table that could not be set up as requested.
func (a *core) closeAgain(ctx context.Context, by identity.Person, id string) error {
	_, err := a.conf.Lobby.Close(ctx, by, id)
	if lobby.Refused(err) != "" {
		return nil
	}
	return err
}

// settingsOf returns the settings of a request in a fixed order.
func settingsOf(values map[string]string) engine.Settings {
	var list engine.Settings
	for name, value := range values {
		list = append(list, engine.Setting{Name: name, Value: value})
	}
	slices.SortFunc(list, func(a, b engine.Setting) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// setUp completes a new table: it assigns seats and bots, creates links, and starts the game if the
// request asks for that.
func (a *core) setUp(ctx context.Context, by identity.Person, t lobby.Table, want NewTable) (wire.Table, error) {
	seats := map[string]int{"all": len(t.Seats), "": 1, "one": 1}[want.Sit]
	var err error
	for _, i := range ownSeats(len(t.Seats), seats, want.Bots) {
		if t, _, err = a.conf.Lobby.Sit(ctx, by, t.ID, i, want.Nonce); err != nil {
			return wire.Table{}, err
		}
	}
	if len(want.Bots) > 0 {
		if t, err = a.conf.Lobby.GiveSeats(ctx, by, t.ID, botSeats(want.Bots)); err != nil {
			return wire.Table{}, err
		}
	}
	var links *wire.Links
	if want.Links {
		if links, err = a.allLinks(ctx, by, t); err != nil {
			return wire.Table{}, err
		}
	}
	if want.Start {
		if t, err = a.conf.Lobby.Start(ctx, by, t.ID); err != nil {
			return wire.Table{}, err
		}
	}
	shown := a.names.Table(ctx, t, by)
	shown.Links = links
	return shown, nil
}

// allLinks creates an invitation link, and a link for every free seat.
func (a *core) allLinks(ctx context.Context, by identity.Person, t lobby.Table) (*wire.Links, error) {
	secret, err := a.conf.Lobby.InviteLink(ctx, by, t.ID)
	if err != nil {
		return nil, err
	}
	out := &wire.Links{Invite: a.origin.Link(secret), Seats: []wire.SeatLink{}}
	for i, s := range t.Seats {
		if s.Holder != "" || s.Bot != "" {
			continue
		}
		if secret, err = a.conf.Lobby.SeatLink(ctx, by, t.ID, i); err != nil {
			return nil, err
		}
		out.Seats = append(out.Seats, wire.SeatLink{Seat: i, Link: a.origin.Link(secret)})
	}
	return out, nil
}

func (a tablesAPI) listTables(ctx context.Context, in *struct {
	List string `query:"list" enum:"open,mine,finished" default:"open"`
	Page int    `query:"page" minimum:"0" maximum:"1000" default:"0"`
}) (*reply[TableList], error) {
	out := TableList{Tables: []wire.TableSummary{}, Page: in.Page}
	skip := in.Page * pageSize
	var list []lobby.Summary
	if in.List != "mine" {
		if err := a.mayEnter(ctx); err != nil {
			return nil, err
		}
	}
	switch in.List {
	case "mine":
		return a.listMine(ctx, out, skip)
	case "finished":
		list = a.conf.Lobby.Finished(skip, pageSize+1)
	default:
		list = a.conf.Lobby.Open(skip, pageSize+1)
	}
	out.More = len(list) > pageSize && in.Page < maxPages
	for _, s := range list[:min(len(list), pageSize)] {
		apart, err := a.conf.Order.Apart(ctx, admit.PersonOf(ctx).ID, []string{s.Host})
		if err != nil {
			return nil, err
		}
		if len(apart) > 0 {
			continue // they do not meet at public tables
		}
		out.Tables = append(out.Tables, a.names.Summary(ctx, s))
	}
	return &reply[TableList]{out}, nil
}

func (a tablesAPI) listMine(ctx context.Context, out TableList, skip int) (*reply[TableList], error) {
	by, err := admit.RequirePerson(ctx)
	if err != nil {
		return nil, err
	}
	list, total, err := a.conf.Lobby.Mine(ctx, by.ID, skip, pageSize)
	if err != nil {
		return nil, err
	}
	out.More = total > skip+pageSize && out.Page < maxPages
	for _, own := range list {
		s := a.names.Summary(ctx, own.Summary)
		s.Mine, s.Hosted, s.Next = wire.SeatList(own.Mine), own.Hosted, own.Next
		out.Tables = append(out.Tables, s)
	}
	return &reply[TableList]{out}, nil
}
