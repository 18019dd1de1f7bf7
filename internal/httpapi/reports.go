package httpapi

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"time"

	"theriac/internal/httpapi/admit"
	"theriac/internal/httpapi/live"
	"theriac/internal/httpapi/wire"
	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/internal/order"
	"theriac/internal/store"
	"theriac/internal/table"
)

// NewReport is the request to report a person to the moderators.
type NewReport struct {
	About string `json:"about,omitempty" maxLength:"64" doc:"The person it is about. Left out: whoever wrote the line, or hosts the table."`
	Kind  string `json:"kind" enum:"hurtful,spam,cheating,stopped,name,title,other"`
	Line  uint64 `json:"line,omitempty" maximum:"9007199254740991" doc:"The place of the chat message."`
	Text  string `json:"text,omitempty" maxLength:"4000" doc:"At most 500 characters."`
}

// Reported is the response to a new report.
type Reported struct {
	ID string `json:"id"`
}

// Report is a person's report, as moderators see it.
type Report struct {
	ID       string       `json:"id"`
	By       *wire.Player `json:"by,omitempty" doc:"Left out once they are forgotten. The person concerned never learns it."`
	Kind     string       `json:"kind" enum:"hurtful,spam,cheating,stopped,name,title,other"`
	Table    string       `json:"table"`
	Line     uint64       `json:"line,omitempty" doc:"The reported line."`
	Text     string       `json:"text,omitempty"`
	At       time.Time    `json:"at"`
	Evidence Evidence     `json:"evidence"`
	Decision string       `json:"decision,omitempty" doc:"The decision that closed it."`
	Closed   time.Time    `json:"closed,omitzero"`
}

// Evidence is what everybody at a table could see when a report was made. It has no hands.
type Evidence struct {
	Name  string         `json:"name,omitempty" doc:"What the person was called."`
	Title string         `json:"title,omitempty" doc:"Of the table."`
	Game  string         `json:"game,omitempty"`
	Seats []EvidenceSeat `json:"seats"`
	Lines []EvidenceLine `json:"lines" doc:"Chat messages around the reported one, oldest first."`
	Steps []Step         `json:"steps" doc:"Entries of the game's log from the same time, as a spectator sees them."`
}

// EvidenceSeat is a seat with its holder at that time.
type EvidenceSeat struct {
	Seat   int          `json:"seat"`
	Person *wire.Player `json:"person,omitempty"`
}

// EvidenceLine is a chat message in the evidence.
type EvidenceLine struct {
	Line   uint64       `json:"line"`
	At     int64        `json:"at" doc:"Milliseconds since 1970."`
	Person *wire.Player `json:"person,omitempty"`
	Text   string       `json:"text"`
}

// How much evidence a report has.
const (
	linesRead   = 2000 // newest messages among which the reported one must be
	linesAround = 20
	stepsAround = 20
	stepsRead   = 400
)

// reportsAPI holds the operation with which people report others.
type reportsAPI struct{ *core }

func (a reportsAPI) register() {
	report := at("report", "report", "Report to the moderators")
	report.Limit, report.Status, report.Tag = admit.ByMake, http.StatusCreated, tagOrder
	report.About = "The server adds the evidence: the messages around the line and the public steps of the game, and nobody's hand. " +
		"To send the same report again has no effect while the first is open."
	wire.Register(a.wire, report, a.report)
}

func (a reportsAPI) report(ctx context.Context, in *tableWith[NewReport]) (*reply[Reported], error) {
	by := admit.PersonOf(ctx)
	access, err := a.conf.Lobby.Access(ctx, by, in.ID)
	if err != nil {
		return nil, err
	}
	r := order.Report{By: by.ID, About: in.Body.About, Kind: in.Body.Kind, Table: in.ID, Line: in.Body.Line, Text: in.Body.Text}
	lines, err := a.linesAt(ctx, by, access, in.ID)
	if err != nil {
		return nil, err
	}
	if r.Evidence, err = a.evidence(ctx, access, lines, &r); err != nil {
		return nil, err
	}
	made, err := a.conf.Order.Report(ctx, r)
	return &reply[Reported]{Reported{ID: made.ID}}, err
}

// linesAt returns the messages of a table that the person may read.
func (a reportsAPI) linesAt(ctx context.Context, by identity.Person, access lobby.Access, id string) ([]store.ChatLine, error) {
	if !live.MayFollow(access) {
		return nil, nil
	}
	return a.live.Readable(ctx, by, id, linesRead)
}

// evidence collects what everybody at the table can see, and finds out whom the report is about.
func (a reportsAPI) evidence(ctx context.Context, access lobby.Access, lines []store.ChatLine, r *order.Report) (order.Evidence, error) {
	t := access.Table
	out := order.Evidence{Title: t.Title, Game: t.Game}
	for i, s := range t.Seats {
		out.Seats = append(out.Seats, order.Seat{Seat: i, Person: s.Holder})
	}
	when, room := a.conf.Now(), live.Room{}
	at := len(lines)
	if r.Line != 0 {
		if at = slices.IndexFunc(lines, func(l store.ChatLine) bool { return l.At == r.Line }); at < 0 {
			return out, wire.NewProblem(http.StatusNotFound, "no-such-line")
		}
		said := live.ReadMessage(lines[at])
		when, room = time.UnixMilli(said.When), said.Room
		r.About = lines[at].Person
	}
	if r.About == "" {
		r.About = t.Host
	}
	met := r.About != "" && (r.About == t.Host || !t.Held(r.About).Empty())
	met = met || slices.ContainsFunc(lines, func(l store.ChatLine) bool { return l.Person == r.About })
	if !met {
		return out, lobby.Refusal{ID: lobby.NotHere}
	}
	if p := a.names.Player(ctx, r.About); p != nil {
		out.Name = p.Name
	}
	for _, l := range lines[max(0, at-linesAround):min(len(lines), at+linesAround+1)] {
		said := live.ReadMessage(l)
		if !said.Whole() && !said.Same(room) {
			continue // not everybody could see it
		}
		out.Lines = append(out.Lines, order.Shown{Line: l.At, At: said.When, Person: l.Person, Text: said.Text})
	}
	var err error
	out.Steps, err = a.steps(ctx, access, when)
	return out, err
}

// steps returns the entries of a game around a moment, as a spectator sees them who sees no hand.
func (a reportsAPI) steps(ctx context.Context, access lobby.Access, when time.Time) ([]json.RawMessage, error) {
	if s := access.Table.Status; s != lobby.Playing && s != lobby.Finished || !live.MayFollow(access) {
		return nil, nil
	}
	t, err := a.conf.Tables.Open(ctx, access.Table.ID)
	if err != nil {
		return nil, err
	}
	defer t.Release()
	s := t.State()
	var update struct {
		Steps []json.RawMessage `json:"steps"`
	}
	if err := json.Unmarshal(s.AppendUpdate(nil, table.Viewer{}, max(-1, s.N-stepsRead)), &update); err != nil {
		return nil, err
	}
	at := 0
	for i, raw := range update.Steps {
		var step struct {
			At int64 `json:"at"`
		}
		if json.Unmarshal(raw, &step) == nil && step.At <= when.UnixMilli() {
			at = i
		}
	}
	return update.Steps[max(0, at-stepsAround):min(len(update.Steps), at+stepsAround/2)], nil
}

// shownReport converts a report to the form that moderators see.
func (a *core) shownReport(ctx context.Context, r order.Report) Report {
	out := Report{
		ID: r.ID, By: a.names.Player(ctx, r.By), Kind: r.Kind, Table: r.Table, Line: r.Line, Text: r.Text, At: r.At, Decision: r.Decision, Closed: r.Closed,
		Evidence: Evidence{
			Name: r.Evidence.Name, Title: r.Evidence.Title, Game: r.Evidence.Game, Seats: []EvidenceSeat{}, Lines: []EvidenceLine{}, Steps: []Step{},
		},
	}
	for _, s := range r.Evidence.Seats {
		out.Evidence.Seats = append(out.Evidence.Seats, EvidenceSeat{Seat: s.Seat, Person: a.names.Player(ctx, s.Person)})
	}
	for _, l := range r.Evidence.Lines {
		out.Evidence.Lines = append(out.Evidence.Lines, EvidenceLine{Line: l.Line, At: l.At, Person: a.names.Player(ctx, l.Person), Text: l.Text})
	}
	for _, raw := range r.Evidence.Steps {
		var s Step
		if json.Unmarshal(raw, &s) == nil {
			out.Evidence.Steps = append(out.Evidence.Steps, s)
		}
	}
	return out
}

const tagOrder = "order"

// Block is one person whom the caller blocks.
type Block struct {
	Person wire.Player `json:"person"`
	At     time.Time   `json:"at"`
}

// blockPath names the person in the path of an operation on one block.
type blockPath struct {
	Person string `path:"person" maxLength:"64" doc:"The other person."`
}

// blocksAPI holds the operations on the caller's blocks.
type blocksAPI struct{ *core }

func (a blocksAPI) register() {
	wire.Register(a.wire, wire.Operation{
		ID: "list-blocks", Method: http.MethodGet, Path: "/api/me/blocks", Tag: tagOrder, Summary: "List whom I block",
	}, a.listBlocks)
	block := wire.Operation{
		ID: "block", Method: http.MethodPut, Path: "/api/me/blocks/{person}", Tag: tagOrder, Status: http.StatusNoContent, Limit: admit.ByMake,
		Summary: "Block a person", Errors: []int{http.StatusNotFound, http.StatusConflict},
		About: "At most 200. Public tables do not seat you together, and you get nothing that they write or draw. They are not told. " +
			"A game that runs goes on, and private tables do not change.",
	}
	wire.Register(a.wire, block, func(ctx context.Context, in *blockPath) (*noContent, error) {
		return a.blocked(ctx, a.conf.Order.Block(ctx, admit.PersonOf(ctx).ID, in.Person))
	})
	wire.Register(a.wire, wire.Operation{
		ID: "unblock", Method: http.MethodDelete, Path: "/api/me/blocks/{person}", Tag: tagOrder, Status: http.StatusNoContent,
		Summary: "Unblock a person",
	}, func(ctx context.Context, in *blockPath) (*noContent, error) {
		return a.blocked(ctx, a.conf.Order.Unblock(ctx, admit.PersonOf(ctx).ID, in.Person))
	})
}

func (a blocksAPI) listBlocks(ctx context.Context, _ *nothing) (*reply[[]Block], error) {
	list, err := a.conf.Order.Blocks(ctx, admit.PersonOf(ctx).ID)
	if err != nil {
		return nil, err
	}
	out := make([]Block, 0, len(list))
	for _, b := range list {
		out = append(out, Block{Person: *a.names.Player(ctx, b.Person), At: b.At})
	}
	return &reply[[]Block]{out}, nil
}

// blocked makes the caller's streams show who is hidden from them now.
func (a blocksAPI) blocked(ctx context.Context, err error) (*noContent, error) {
	if err == nil {
		a.live.BlocksChanged(admit.PersonOf(ctx).ID)
	}
	return &noContent{}, err
}
