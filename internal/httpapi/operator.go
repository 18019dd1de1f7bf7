package httpapi

import (
	"context"
	"net/http"
	"time"

	"theriac/internal/httpapi/admit"
	"theriac/internal/httpapi/wire"
	"theriac/internal/lobby"
)

const tagOperator = "operator"

// OperatorKey makes an operator of the session that presents it.
type OperatorKey struct {
	Key string `json:"key" minLength:"1" maxLength:"256"`
}

// Report is a report as operators see it.
type Report struct {
	ID       string       `json:"id"`
	Table    string       `json:"table"`
	By       *wire.Player `json:"by,omitempty"`
	About    *wire.Player `json:"about,omitempty"`
	Line     uint64       `json:"line,omitempty"`
	Text     string       `json:"text"`
	At       time.Time    `json:"at"`
	Resolved time.Time    `json:"resolved,omitzero"`
	Note     string       `json:"note,omitempty"`
}

// Resolving says how a report was resolved.
type Resolving struct {
	Note string `json:"note,omitempty" maxLength:"4000" doc:"At most 500 characters."`
}

// Takedown hides a table from everybody.
type Takedown struct {
	Reason string `json:"reason,omitempty" maxLength:"4000" doc:"At most 500 characters; shown to the people of the table."`
}

// Damage is something that was lost or cannot be read.
type Damage struct {
	Where string `json:"where" doc:"A table, or a stream and the place in it."`
	What  string `json:"what"`
}

// Node is a node of the cluster.
type Node struct {
	ID      string   `json:"id"`
	Name    string   `json:"name,omitempty" doc:"As its operator named it."`
	Version string   `json:"version,omitempty" doc:"Of its program."`
	Here    bool     `json:"here,omitempty" doc:"It is the one that answers."`
	Lacks   []string `json:"lacks" doc:"The forms of data that another node knows and this one does not. Such a form is written only once no node lacks it."`
}

// Repairing says where the sound part of a damaged table ends.
type Repairing struct {
	N int `json:"n" minimum:"0" doc:"The last sound entry; those behind it are left out."`
}

// operates is an operation that only operators may use.
func operates(id, method, path, summary string) wire.Operation {
	return wire.Operation{
		ID: id, Method: method, Path: "/api/operator" + path, Tag: tagOperator, Summary: summary,
		Errors: []int{http.StatusForbidden, http.StatusNotFound, http.StatusConflict},
	}
}

// operatorAPI is the operations of operators.
type operatorAPI struct{ *core }

func (a operatorAPI) register() {
	elevate := operates("become-operator", http.MethodPost, "", "Become an operator").As(admit.ShedPlay)
	elevate.Limit = admit.ByGuess
	elevate.About = "The rights belong to the calling session, and end at operatorUntil. The key renews them."
	wire.Register(a.wire, elevate, func(ctx context.Context, in *struct{ Body OperatorKey }) (*reply[Person], error) {
		who, err := a.conf.Identity.Elevate(ctx, admit.CallerOf(ctx).Token, in.Body.Key)
		return &reply[Person]{shownPerson(who)}, err
	})
	wire.Register(a.wire, operates("list-reports", http.MethodGet, "/reports", "List reports, the newest first"), a.listReports)
	wire.Register(a.wire, operates("resolve-report", http.MethodPost, "/reports/{report}/resolve", "Resolve a report"), a.resolve)
	wire.Register(a.wire, operates("take-down", http.MethodPost, "/tables/{id}/takedown", "Hide a table from everybody").As(admit.ShedPlay),
		func(ctx context.Context, in *tableWith[*Takedown]) (*reply[wire.Table], error) {
			reason := ""
			if in.Body != nil {
				reason = in.Body.Reason
			}
			t, err := a.conf.Lobby.TakeDown(ctx, admit.PersonOf(ctx), in.ID, reason)
			return a.changed(ctx, t, err)
		})
	nodes := operates("list-nodes", http.MethodGet, "/nodes", "List the nodes of the cluster")
	nodes.About = "Also those that are down: a node is listed for a day after it was last heard."
	wire.Register(a.wire, nodes, a.listNodes)
	forget := operates("forget-node", http.MethodDelete, "/nodes/{node}", "Forget a node that has gone for good")
	forget.About = "New forms of data do not wait for it any more. A node that still runs comes back by itself."
	wire.Register(a.wire, forget, a.forgetNode)
	wire.Register(a.wire, operates("list-damaged", http.MethodGet, "/damaged", "List damaged data").As(admit.ShedPlay), a.listDamaged)
	wire.Register(a.wire, operates("repair-table", http.MethodPost, "/tables/{id}/repair", "Repair a table by leaving out damaged entries").As(admit.ShedPlay), a.repair)
}

// mustOperate refuses a caller who is no operator.
func mustOperate(ctx context.Context) error {
	if !admit.PersonOf(ctx).Operator {
		return lobby.Refusal{ID: lobby.NotOperator}
	}
	return nil
}

func (a operatorAPI) listReports(ctx context.Context, in *struct {
	All  bool `query:"all" doc:"Also those that are resolved."`
	Page int  `query:"page" minimum:"0" maximum:"1000"`
}) (*reply[[]Report], error) {
	list, err := a.conf.Lobby.Reports(ctx, admit.PersonOf(ctx), in.All, in.Page*pageSize, pageSize)
	if err != nil {
		return nil, err
	}
	out := make([]Report, 0, len(list))
	for _, r := range list {
		out = append(out, a.shownReport(ctx, r))
	}
	return &reply[[]Report]{out}, nil
}

func (a operatorAPI) shownReport(ctx context.Context, r lobby.Report) Report {
	return Report{
		ID: r.ID, Table: r.Table, By: a.names.Player(ctx, r.By), About: a.names.Player(ctx, r.About), Line: r.Line, Text: r.Text, At: r.At,
		Resolved: r.Resolved, Note: r.Note,
	}
}

func (a operatorAPI) resolve(ctx context.Context, in *struct {
	Report string `path:"report" maxLength:"64"`
	Body   *Resolving
}) (*reply[Report], error) {
	note := ""
	if in.Body != nil {
		note = in.Body.Note
	}
	r, err := a.conf.Lobby.Resolve(ctx, admit.PersonOf(ctx), in.Report, note)
	if err != nil {
		return nil, err
	}
	return &reply[Report]{a.shownReport(ctx, r)}, nil
}

func (a operatorAPI) listDamaged(ctx context.Context, _ *nothing) (*reply[[]Damage], error) {
	if err := mustOperate(ctx); err != nil {
		return nil, err
	}
	list, err := a.conf.Health.Damages(ctx)
	if err != nil {
		return nil, err
	}
	if a.conf.Broken != nil {
		list = append(list, a.conf.Broken()...)
	}
	out := make([]Damage, 0, len(list))
	for _, d := range list {
		out = append(out, Damage{Where: d.Where, What: d.What})
	}
	return &reply[[]Damage]{out}, nil
}

func (a operatorAPI) listNodes(ctx context.Context, _ *nothing) (*reply[[]Node], error) {
	if err := mustOperate(ctx); err != nil {
		return nil, err
	}
	out := []Node{}
	if a.conf.Nodes == nil {
		return &reply[[]Node]{out}, nil
	}
	for _, n := range a.conf.Nodes.Nodes() {
		out = append(out, Node{ID: n.ID, Name: n.Name, Version: n.Version, Here: n.Here, Lacks: append([]string{}, n.Lacks...)})
	}
	return &reply[[]Node]{out}, nil
}

func (a operatorAPI) forgetNode(ctx context.Context, in *struct {
	Node string `path:"node" maxLength:"64"`
}) (*noContent, error) {
	if err := mustOperate(ctx); err != nil {
		return nil, err
	}
	if a.conf.Nodes == nil {
		return &noContent{}, nil
	}
	return &noContent{}, a.conf.Nodes.Forget(ctx, in.Node)
}

func (a operatorAPI) repair(ctx context.Context, in *tableWith[Repairing]) (*noContent, error) {
	if err := mustOperate(ctx); err != nil {
		return nil, err
	}
	t, err := a.conf.Tables.Open(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	defer t.Release()
	return &noContent{}, t.Repair(ctx, in.Body.N)
}
