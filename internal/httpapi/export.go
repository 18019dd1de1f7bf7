package httpapi

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"time"

	"theriac/internal/httpapi/admit"
	"theriac/internal/httpapi/live"
	"theriac/internal/httpapi/wire"
	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/internal/store"
)

// Export is all that the server knows of a person.
type Export struct {
	Person   Person         `json:"person"`
	Seen     time.Time      `json:"seen" doc:"The day of the last request."`
	Sessions []Session      `json:"sessions"`
	Links    []ExportLink   `json:"links" doc:"Links of theirs that still work. The secrets are not stored."`
	SignIn   OwnSignIn      `json:"signIn" doc:"What they can sign in with. Private keys and codes are not stored."`
	Tables   []ExportTable  `json:"tables"`
	Reports  []ExportReport `json:"reports" doc:"Their own."`
	Talk     []ExportTalk   `json:"talk"`
	Games    PersonHistory  `json:"games" doc:"What they have played, added up."`
	Days     []ExportDay    `json:"days" doc:"Deals of the day that they began."`
	Puzzles  []ExportPuzzle `json:"puzzles" doc:"That they began, with how the first try went."`
	Notices  ExportNotices  `json:"notices" doc:"What is kept to tell them that a table waits for them."`
}

// ExportDay is the person's part in a deal of the day.
type ExportDay struct {
	Day     string     `json:"day"`
	Game    string     `json:"game"`
	Table   string     `json:"table" doc:"The one that counts."`
	Started time.Time  `json:"started"`
	Company string     `json:"company"`
	Result  *DayResult `json:"result,omitempty" doc:"Left out while it is played, or where it came too late."`
}

// ExportPuzzle is a puzzle that the person began.
type ExportPuzzle struct {
	Puzzle  string    `json:"puzzle"`
	Table   string    `json:"table"`
	Again   string    `json:"again,omitempty" doc:"A later table, which does not count."`
	Verdict string    `json:"verdict"`
	At      time.Time `json:"at"`
	Before  float64   `json:"before,omitempty" doc:"The rating before."`
	After   float64   `json:"after,omitempty"`
}

// ExportLink is a link that the person made.
type ExportLink struct {
	Kind    string    `json:"kind" enum:"device,seat,invite"`
	Table   string    `json:"table,omitempty"`
	Seat    string    `json:"seat,omitempty"`
	Created time.Time `json:"created"`
	Expires time.Time `json:"expires,omitzero"`
}

// ExportTable is the person's part in a table.
type ExportTable struct {
	Table    wire.TableSummary `json:"table"`
	Hosted   bool              `json:"hosted"`
	Seats    []int             `json:"seats"`
	Nonces   []string          `json:"nonces" doc:"What they added to the shuffle, seat by seat."`
	Stood    []int             `json:"stood,omitempty" doc:"Seats that they left and may come back to."`
	Left     []int             `json:"left,omitempty" doc:"Teams of which they gave up a seat, while the game runs."`
	Guest    bool              `json:"guest"`
	Muted    bool              `json:"muted"`
	Banned   bool              `json:"banned"`
	Webhooks []wire.Webhook    `json:"webhooks"`
}

// ExportReport is a report that the person wrote.
type ExportReport struct {
	Table    string    `json:"table"`
	Text     string    `json:"text"`
	At       time.Time `json:"at"`
	Resolved time.Time `json:"resolved,omitzero"`
}

// ExportTalk is a chat message of the person.
type ExportTalk struct {
	Table string `json:"table"`
	At    uint64 `json:"at" doc:"Its place: later messages have higher ones."`
	Team  *int   `json:"team,omitempty" doc:"For that team alone."`
	Said  string `json:"said" doc:"As it is stored."`
}

// exportAPI is the operations of handing out all that is kept of a person.
type exportAPI struct{ *core }

func (a exportAPI) register() {
	wire.Register(a.wire, wire.Operation{
		ID: "export-me", Shed: admit.ShedReads, Method: http.MethodGet, Path: "/api/me/export", Tag: tagPeople,
		Summary: "Export my data", Limit: admit.ByMake,
	}, a.exportMe)
}

func (a exportAPI) exportMe(ctx context.Context, _ *nothing) (*reply[Export], error) {
	person := admit.PersonOf(ctx).ID
	own, err := a.conf.Identity.Export(ctx, person)
	if err != nil {
		return nil, err
	}
	part, err := a.conf.Lobby.Export(ctx, person)
	if err != nil {
		return nil, err
	}
	ways, err := a.conf.SignIn.WaysOf(ctx, person)
	if err != nil {
		return nil, err
	}
	out := Export{
		SignIn: shownWays(ways), Person: shownPerson(own.Person), Seen: own.Person.Seen, Sessions: shownSessions(own.Sessions),
		Links: make([]ExportLink, 0, len(own.Links)), Tables: make([]ExportTable, 0, len(part.Tables)),
		Reports: make([]ExportReport, 0, len(part.Reports)), Talk: []ExportTalk{}, Days: []ExportDay{}, Puzzles: []ExportPuzzle{},
	}
	for _, l := range own.Links {
		out.Links = append(out.Links, ExportLink{Kind: l.Kind, Table: l.Table, Seat: l.Seat, Created: l.Created, Expires: l.Expires})
	}
	for _, t := range part.Tables {
		out.Tables = append(out.Tables, a.exportTable(ctx, t))
	}
	for _, r := range part.Reports {
		out.Reports = append(out.Reports, ExportReport{Table: r.Table, Text: r.Text, At: r.At, Resolved: r.Resolved})
	}
	err = a.conf.Talk.LinesBy(ctx, person, func(table string, l store.ChatLine) {
		out.Talk = append(out.Talk, ExportTalk{Table: table, At: l.At, Team: live.StoredLine(l).Team, Said: messageText(l.Data)})
	})
	if err != nil {
		return nil, err
	}
	if err := a.noticesAPI().exportNotices(ctx, person, &out); err != nil {
		return nil, err
	}
	if err = a.exportPlayed(ctx, own.Person, &out); err != nil {
		return nil, err
	}
	return &reply[Export]{out}, nil
}

// exportPlayed adds what a person has played, day by day and puzzle by puzzle.
func (a exportAPI) exportPlayed(ctx context.Context, who identity.Person, out *Export) (err error) {
	if out.Games, err = a.historyAPI().history(ctx, who, true); err != nil {
		return err
	}
	days, err := a.conf.Daily.Own(ctx, who.ID)
	if err != nil {
		return err
	}
	for _, d := range days {
		out.Days = append(out.Days, ExportDay{Day: d.Day, Game: d.Game, Table: d.Table, Started: d.Started, Company: d.Company, Result: todayAPI{a.core}.ownResult(d, nil)})
	}
	tried, err := a.conf.Puzzles.Get(ctx, who.ID)
	if err != nil {
		return err
	}
	for _, id := range slices.Sorted(maps.Keys(tried.Attempts)) {
		t := tried.Attempts[id]
		out.Puzzles = append(out.Puzzles, ExportPuzzle{
			Puzzle: id, Table: t.Table, Again: t.Again, Verdict: string(t.Verdict), At: t.At, Before: t.Before, After: t.After,
		})
	}
	return nil
}

func (a exportAPI) exportTable(ctx context.Context, p lobby.Part) ExportTable {
	t := ExportTable{
		Table: a.names.Summary(ctx, p.Summary), Hosted: p.Hosted, Seats: wire.SeatList(p.Seats), Nonces: p.Nonces,
		Stood: wire.SeatList(p.Stood), Left: p.Left, Guest: p.Guest, Muted: p.Muted, Banned: p.Banned, Webhooks: []wire.Webhook{},
	}
	if t.Nonces == nil {
		t.Nonces = []string{}
	}
	for _, h := range p.Hooks {
		t.Webhooks = append(t.Webhooks, wire.ShownHook(h))
	}
	return t
}

// messageText is the text of a message, or its stored form where it has another one.
func messageText(data []byte) string {
	var line struct {
		Text string `json:"text"`
	}
	if json.Unmarshal(data, &line) == nil && line.Text != "" {
		return line.Text
	}
	return string(data)
}
