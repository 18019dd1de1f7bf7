package httpapi

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"time"

	"theriac/internal/daily"
	"theriac/internal/httpapi/admit"
	"theriac/internal/httpapi/live"
	"theriac/internal/httpapi/wire"
	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/internal/notices"
	"theriac/internal/order"
	"theriac/internal/puzzles"
	"theriac/internal/signin"
	"theriac/internal/store"
)

// Export is everything that the server stores about a person.
type Export struct {
	Person   Person         `json:"person"`
	Seen     time.Time      `json:"seen" doc:"The day of the last request."`
	Sessions []Session      `json:"sessions"`
	Links    []ExportLink   `json:"links" doc:"Links of theirs that still work. The secrets are not stored."`
	SignIn   OwnSignIn      `json:"signIn" doc:"What they can sign in with. Private keys and codes are not stored."`
	Tables   []ExportTable  `json:"tables"`
	Order    ExportOrder    `json:"order" doc:"Whom they block, what they reported, and decisions about them."`
	Talk     []ExportTalk   `json:"talk"`
	Games    PersonHistory  `json:"games" doc:"What they have played, added up."`
	Days     []ExportDay    `json:"days" doc:"Deals of the day that they began."`
	Puzzles  []ExportPuzzle `json:"puzzles" doc:"That they began, with how the first try went."`
	Notices  ExportNotices  `json:"notices" doc:"What is kept to tell them that a table waits for them."`
	Records  map[string]any `json:"records,omitempty" doc:"What else is stored, by the kind of record."`
}

// ExportDay is one deal of the day that a person began, with the result.
type ExportDay struct {
	Day     string     `json:"day"`
	Game    string     `json:"game"`
	Table   string     `json:"table" doc:"The one that counts."`
	Started time.Time  `json:"started"`
	Company string     `json:"company"`
	Result  *DayResult `json:"result,omitempty" doc:"Left out while it is played, or where it came too late."`
}

// ExportPuzzle is a puzzle that a person began, with the result.
type ExportPuzzle struct {
	Puzzle  string    `json:"puzzle"`
	Table   string    `json:"table"`
	Again   string    `json:"again,omitempty" doc:"A later table, which does not count."`
	Verdict string    `json:"verdict"`
	At      time.Time `json:"at"`
	Before  float64   `json:"before,omitempty" doc:"The rating before."`
	After   float64   `json:"after,omitempty"`
}

// ExportLink is a link that a person made.
type ExportLink struct {
	Kind    string    `json:"kind" enum:"device,seat,invite"`
	Table   string    `json:"table,omitempty"`
	Seat    string    `json:"seat,omitempty"`
	Created time.Time `json:"created"`
	Expires time.Time `json:"expires,omitzero"`
}

// ExportTable is the data about a person in the record of a table.
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

// ExportTalk is a chat message that a person wrote.
type ExportTalk struct {
	Table string `json:"table"`
	At    uint64 `json:"at" doc:"Its place: later messages have higher ones."`
	Said  string `json:"said" doc:"As it is stored."`
	live.Room
}

// exportAPI holds the operation that exports a person's data.
type exportAPI struct{ *core }

func (a exportAPI) register() {
	wire.Register(a.wire, wire.Operation{
		ID: "export-me", Shed: admit.ShedReads, Method: http.MethodGet, Path: "/api/me/export", Tag: tagPeople,
		Summary: "Export my data", Limit: admit.ByMake,
	}, a.exportMe)
}

// exportMe collects the caller's data from every bucket that can export it.
func (a exportAPI) exportMe(ctx context.Context, _ *nothing) (*reply[Export], error) {
	person := admit.PersonOf(ctx).ID
	out := Export{
		Tables: []ExportTable{}, Talk: []ExportTalk{}, Days: []ExportDay{}, Puzzles: []ExportPuzzle{},
		Notices: ExportNotices{Devices: []ExportDevice{}, Owed: []string{}}, Records: map[string]any{},
	}
	for _, b := range a.conf.Buckets {
		if b.Export == nil {
			continue
		}
		held, err := b.Export(ctx, person)
		if err != nil {
			return nil, err
		}
		if !a.include(ctx, &out, held) {
			out.Records[b.Name] = held
		}
	}
	who, err := a.conf.Identity.Get(ctx, person)
	if err == nil {
		out.Games, err = a.historyAPI().history(ctx, who, true)
	}
	return &reply[Export]{out}, err
}

// include adds one bucket's data about a person to the export. It returns false for a type that the
// API cannot represent.
func (a exportAPI) include(ctx context.Context, out *Export, held any) bool {
	switch held := held.(type) {
	case identity.Export:
		out.Person, out.Seen, out.Sessions = a.shownPerson(held.Person), held.Person.Seen, shownSessions(held.Sessions)
		out.Links = make([]ExportLink, 0, len(held.Links))
		for _, l := range held.Links {
			out.Links = append(out.Links, ExportLink{Kind: l.Kind, Table: l.Table, Seat: l.Seat, Created: l.Created, Expires: l.Expires})
		}
	case signin.Ways:
		out.SignIn = shownWays(held)
	case lobby.Export:
		for _, t := range held.Tables {
			out.Tables = append(out.Tables, a.exportTable(ctx, t))
		}
	case order.Export:
		out.Order = a.exportOrder(ctx, held)
	case []store.Said:
		for _, l := range held {
			if a.conf.Order.Removed(l.Table, l.At) {
				continue
			}
			out.Talk = append(out.Talk, ExportTalk{Table: l.Table, At: l.At, Room: live.ReadMessage(l.ChatLine).Room, Said: messageText(l.Data)})
		}
	case []daily.Own:
		for _, d := range held {
			out.Days = append(out.Days, ExportDay{Day: d.Day, Game: d.Game, Table: d.Table, Started: d.Started, Company: d.Company, Result: todayAPI(a).ownResult(d, nil)})
		}
	case puzzles.Progress:
		for _, id := range slices.Sorted(maps.Keys(held.Attempts)) {
			t := held.Attempts[id]
			out.Puzzles = append(out.Puzzles, ExportPuzzle{
				Puzzle: id, Table: t.Table, Again: t.Again, Verdict: string(t.Verdict), At: t.At, Before: t.Before, After: t.After,
			})
		}
	case notices.Export:
		out.Notices.show(held)
	default:
		return false
	}
	return true
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

// messageText returns the text of a stored chat message. If it cannot be decoded, it returns the
// stored form.
func messageText(data []byte) string {
	var line struct {
		Text string `json:"text"`
	}
	if json.Unmarshal(data, &line) == nil && line.Text != "" {
		return line.Text
	}
	return string(data)
}
