package httpapi

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"theriac/internal/httpapi/admit"
	"theriac/internal/httpapi/wire"
	"theriac/internal/order"
)

const tagOperator = "operator"

// Damage is one stored record that was lost or cannot be read.
type Damage struct {
	Where string `json:"where" doc:"A table, or a stream and the place in it."`
	What  string `json:"what"`
}

// Node is one node of the cluster, as operators see it.
type Node struct {
	ID      string   `json:"id"`
	Name    string   `json:"name,omitempty" doc:"As its operator named it."`
	Version string   `json:"version,omitempty" doc:"Of its program."`
	Here    bool     `json:"here,omitempty" doc:"It is the one that answers."`
	Lacks   []string `json:"lacks" doc:"The formats of data that another node knows and this one does not. Such a format is written only once no node lacks it."`
}

// FoundPerson is a person whom operators find by name.
type FoundPerson struct {
	Person  wire.Player `json:"person"`
	Created time.Time   `json:"created"`
	Seen    time.Time   `json:"seen" doc:"The day of their last visit."`
}

// mostFound is how many people a search by name returns.
const mostFound = 50

// Repairing is the request to repair a damaged table. It names the last log entry that is
// undamaged.
type Repairing struct {
	N int `json:"n" minimum:"0" doc:"The last sound entry; those behind it are left out."`
}

// operates returns the description of an operation that only operators can use.
func operates(id, method, path, summary string) wire.Operation {
	return wire.Operation{
		ID: id, Method: method, Path: "/api/operator" + path, Tag: tagOperator, Summary: summary, Role: order.Operator,
		Errors: []int{http.StatusForbidden, http.StatusNotFound, http.StatusConflict},
	}
}

// operatorAPI holds the operations on nodes and on damaged data.
type operatorAPI struct{ *core }

func (a operatorAPI) register() {
	find := console("find-people", http.MethodGet, "people", "Find people by the beginning of their names")
	find.Tag, find.About = tagConsole, "At most 50. Case and accents make no difference."
	wire.Register(a.wire, find, a.findPeople)
	nodes := operates("list-nodes", http.MethodGet, "/nodes", "List the nodes of the cluster")
	nodes.About = "Also those that are down: a node is listed for a day after it was last heard."
	wire.Register(a.wire, nodes, a.listNodes)
	forget := operates("forget-node", http.MethodDelete, "/nodes/{node}", "Forget a node that has gone for good")
	forget.About = "New formats of data do not wait for it any more. A node that still runs comes back by itself."
	wire.Register(a.wire, forget, a.forgetNode)
	wire.Register(a.wire, operates("list-damaged", http.MethodGet, "/damaged", "List damaged data").As(admit.ShedPlay), a.listDamaged)
	wire.Register(a.wire, operates("repair-table", http.MethodPost, "/tables/{id}/repair", "Repair a table by leaving out damaged entries").As(admit.ShedPlay), a.repair)
}

func (a operatorAPI) findPeople(ctx context.Context, in *struct {
	Name string `query:"name" maxLength:"96"`
}) (*reply[[]FoundPerson], error) {
	list, err := a.conf.Identity.Find(ctx, in.Name, mostFound)
	out := make([]FoundPerson, 0, len(list))
	for _, who := range list {
		out = append(out, FoundPerson{Person: wire.Player{ID: who.ID, Name: who.Name, Bot: who.Bot}, Created: who.Created, Seen: who.Seen})
	}
	return &reply[[]FoundPerson]{out}, err
}

func (a operatorAPI) listDamaged(ctx context.Context, _ *nothing) (*reply[[]Damage], error) {
	list, err := a.damages(ctx)
	return &reply[[]Damage]{list}, err
}

// damages lists what this node knows to be lost or changed: in the store, in the logs of tables, and
// in the moderation log.
func (a *core) damages(ctx context.Context) ([]Damage, error) {
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
	for _, n := range a.conf.Order.Broken() {
		out = append(out, Damage{Where: "the moderation log, entry " + strconv.Itoa(n), What: "it is missing or does not fit the chain"})
	}
	return out, nil
}

func (a operatorAPI) listNodes(context.Context, *nothing) (*reply[[]Node], error) {
	return &reply[[]Node]{a.nodes()}, nil
}

func (a *core) nodes() []Node {
	out := []Node{}
	if a.conf.Nodes == nil {
		return out
	}
	for _, n := range a.conf.Nodes.Nodes() {
		out = append(out, Node{ID: n.ID, Name: n.Name, Version: n.Version, Here: n.Here, Lacks: append([]string{}, n.Missing...)})
	}
	return out
}

func (a operatorAPI) forgetNode(ctx context.Context, in *struct {
	Node string `path:"node" maxLength:"64"`
}) (*noContent, error) {
	if a.conf.Nodes == nil {
		return &noContent{}, nil
	}
	return &noContent{}, a.conf.Nodes.Forget(ctx, in.Node)
}

func (a operatorAPI) repair(ctx context.Context, in *tableWith[Repairing]) (*noContent, error) {
	t, err := a.conf.Tables.Open(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	defer t.Release()
	return &noContent{}, t.Repair(ctx, in.Body.N)
}
