package httpapi

import (
	"context"
	"net/http"
	"time"

	"theriac/internal/doors"
	"theriac/internal/httpapi/admit"
	"theriac/internal/httpapi/wire"
	"theriac/internal/order"
)

const tagDoors = "doors"

// Doors describes who may come in, and whether the caller may.
type Doors struct {
	Mode    string   `json:"mode" enum:"home,invite,approve,open" doc:"home: everyone who reaches the server. invite: people with a code. approve: people whom an operator lets in, too. open: everyone, with limits for newcomers."`
	Closed  bool     `json:"closed" doc:"The server takes no new people for now."`
	Inside  bool     `json:"inside" doc:"You may see the hall, sit at public tables and invite others."`
	Applied bool     `json:"applied,omitempty" doc:"Your application waits for an answer."`
	Pages   []string `json:"pages" doc:"The pages of this host, such as terms."`
}

// DoorsChange is the request to change who may come in.
type DoorsChange struct {
	Mode   *string `json:"mode,omitempty" enum:"home,invite,approve,open" doc:"Counts from now on, instead of the flag with which the server was started."`
	Closed *bool   `json:"closed,omitempty" doc:"Take no new people. Those who are inside stay, and invitations to tables count."`
}

// DoorCode is the request to come in with a code.
type DoorCode struct {
	Code string `json:"code" minLength:"1" maxLength:"64" doc:"Capitals, spaces and dashes do not matter."`
}

// NewApplication is the request to apply for coming in.
type NewApplication struct {
	Sentence string `json:"sentence" minLength:"1" maxLength:"2400" doc:"At most 300 characters."`
}

// Application is a person's wish to come in, as operators see it.
type Application struct {
	Person   wire.Player `json:"person"`
	Sentence string      `json:"sentence"`
	At       time.Time   `json:"at"`
}

// ApplicationAnswer is the answer to an application.
type ApplicationAnswer struct {
	Yes bool `json:"yes"`
}

// NewInvitation is the request to make a code that lets people in.
type NewInvitation struct {
	Uses  int        `json:"uses" minimum:"1" maximum:"500" doc:"How many people it lets in."`
	Until *time.Time `json:"until,omitempty" doc:"Left out: it does not expire."`
}

// Invitation is a code that lets people in.
type Invitation struct {
	ID      string       `json:"id"`
	Code    string       `json:"code,omitempty" doc:"Shown once."`
	By      *wire.Player `json:"by,omitempty"`
	Uses    int          `json:"uses"`
	Used    int          `json:"used"`
	Until   time.Time    `json:"until,omitzero"`
	Created time.Time    `json:"created"`
}

// NameLists are the operator's words for names of people and titles of tables.
type NameLists struct {
	Reserved []string `json:"reserved" maxItems:"500" doc:"Words that nobody may take, such as the host's own name. Those of the roles are reserved in any case."`
	Refused  []string `json:"refused" maxItems:"500" doc:"Words that are not wanted. A * at the beginning or the end stands for any letters. Never applied to talk."`
}

// doorsAPI holds the operations for coming in, and for deciding which people may.
type doorsAPI struct{ *core }

// console returns the description of an operation that only operators can use.
func console(id, method, path, summary string) wire.Operation {
	return wire.Operation{
		ID: id, Method: method, Path: "/api/console/" + path, Tag: tagDoors, Summary: summary, Role: order.Operator,
		Errors: []int{http.StatusForbidden, http.StatusNotFound, http.StatusConflict},
	}
}

func (a doorsAPI) register() {
	wire.Register(a.wire, wire.Operation{
		ID: "doors", Shed: admit.ShedPlay, Method: http.MethodGet, Path: "/api/doors", Tag: tagDoors, Summary: "Get who may come in", Anyone: true,
	}, func(ctx context.Context, _ *nothing) (*reply[Doors], error) { return a.shownDoors(ctx) })
	wire.Register(a.wire, wire.Operation{
		ID: "enter-doors", Method: http.MethodPost, Path: "/api/doors/enter", Tag: tagDoors, Summary: "Come in with a code",
		Limit: admit.ByGuess, Errors: []int{http.StatusNotFound},
	}, func(ctx context.Context, in *struct{ Body DoorCode }) (*reply[Doors], error) {
		if err := a.conf.Doors.Enter(ctx, admit.PersonOf(ctx), in.Body.Code); err != nil {
			return nil, err
		}
		return a.shownDoors(ctx)
	})
	wire.Register(a.wire, wire.Operation{
		ID: "apply", Method: http.MethodPost, Path: "/api/doors/apply", Tag: tagDoors, Summary: "Apply for coming in",
		About: "A second application replaces the first. After a no you can apply again in 30 days.",
		Limit: admit.ByMake, Errors: []int{http.StatusConflict},
	}, func(ctx context.Context, in *struct{ Body NewApplication }) (*reply[Doors], error) {
		if err := a.conf.Doors.Apply(ctx, admit.PersonOf(ctx), in.Body.Sentence); err != nil {
			return nil, err
		}
		return a.shownDoors(ctx)
	})
	set := console("set-doors", http.MethodPut, "doors", "Choose who may come in")
	set.About = "Who is inside stays inside when the doors become narrower."
	wire.Register(a.wire, set, a.setDoors)
	wire.Register(a.wire, console("list-applications", http.MethodGet, "applications", "List the applications that wait, the oldest first"), a.listApplications)
	wire.Register(a.wire, console("answer-application", http.MethodPost, "applications/{person}", "Let an applicant in, or turn them away"),
		func(ctx context.Context, in *struct {
			Person string `path:"person" maxLength:"64"`
			Body   ApplicationAnswer
		}) (*noContent, error) {
			return &noContent{}, a.conf.Doors.Answer(ctx, in.Person, in.Body.Yes)
		})
	wire.Register(a.wire, console("list-invitations", http.MethodGet, "invitations", "List the codes that let people in, the newest first"), a.listInvitations)
	invite := console("create-invitation", http.MethodPost, "invitations", "Create a code that lets people in")
	invite.Status = http.StatusCreated
	wire.Register(a.wire, invite, a.createInvitation)
	wire.Register(a.wire, console("remove-invitation", http.MethodDelete, "invitations/{invitation}", "Make a code void; people who used it stay inside"),
		func(ctx context.Context, in *struct {
			Invitation string `path:"invitation" maxLength:"64"`
		}) (*noContent, error) {
			return &noContent{}, a.conf.Doors.RemoveCode(ctx, in.Invitation)
		})
	wire.Register(a.wire, console("names", http.MethodGet, "names", "Get the words that names and titles may not have"),
		func(ctx context.Context, _ *nothing) (*reply[NameLists], error) {
			l, err := a.conf.Doors.Lists(ctx)
			return &reply[NameLists]{shownLists(l)}, err
		})
	wire.Register(a.wire, console("set-names", http.MethodPut, "names", "Set the words that names and titles may not have"),
		func(ctx context.Context, in *struct{ Body NameLists }) (*reply[NameLists], error) {
			l, err := a.conf.Doors.SetLists(ctx, doors.Lists{Reserved: in.Body.Reserved, Refused: in.Body.Refused})
			return &reply[NameLists]{shownLists(l)}, err
		})
}

// shownLists converts the operator's lists. Empty lists are shown as such.
func shownLists(l doors.Lists) NameLists {
	return NameLists{Reserved: append([]string{}, l.Reserved...), Refused: append([]string{}, l.Refused...)}
}

func (a doorsAPI) shownDoors(ctx context.Context) (*reply[Doors], error) {
	s, err := a.conf.Doors.Settings(ctx)
	if err != nil {
		return nil, err
	}
	who := admit.PersonOf(ctx)
	out := Doors{Mode: string(s.Mode), Closed: s.Closed, Inside: a.conf.Doors.Admits(ctx, who) == nil, Pages: doors.Pages()}
	if who.ID != "" && !out.Inside {
		if out.Applied, err = a.conf.Doors.Applied(ctx, who.ID); err != nil {
			return nil, err
		}
	}
	return &reply[Doors]{out}, nil
}

func (a doorsAPI) setDoors(ctx context.Context, in *struct{ Body DoorsChange }) (*reply[Doors], error) {
	if err := a.provedForThis(ctx); err != nil {
		return nil, err
	}
	if _, err := a.conf.Doors.Set(ctx, (*doors.Mode)(in.Body.Mode), in.Body.Closed); err != nil {
		return nil, err
	}
	return a.shownDoors(ctx)
}

func (a doorsAPI) listApplications(ctx context.Context, _ *nothing) (*reply[[]Application], error) {
	list, err := a.conf.Doors.Applications(ctx)
	if err != nil {
		return nil, err
	}
	out := make([]Application, 0, len(list))
	for _, one := range list {
		out = append(out, Application{Person: *a.names.Player(ctx, one.Person), Sentence: one.Sentence, At: one.At})
	}
	return &reply[[]Application]{out}, nil
}

func (a doorsAPI) listInvitations(ctx context.Context, _ *nothing) (*reply[[]Invitation], error) {
	list, err := a.conf.Doors.Codes(ctx)
	if err != nil {
		return nil, err
	}
	out := make([]Invitation, 0, len(list))
	for _, c := range list {
		out = append(out, a.shownInvitation(ctx, c))
	}
	return &reply[[]Invitation]{out}, nil
}

func (a doorsAPI) createInvitation(ctx context.Context, in *struct{ Body NewInvitation }) (*reply[Invitation], error) {
	until := time.Time{}
	if in.Body.Until != nil {
		until = in.Body.Until.UTC()
	}
	c, err := a.conf.Doors.NewCode(ctx, admit.PersonOf(ctx), in.Body.Uses, until)
	if err != nil {
		return nil, err
	}
	return &reply[Invitation]{a.shownInvitation(ctx, c)}, nil
}

func (a doorsAPI) shownInvitation(ctx context.Context, c doors.Code) Invitation {
	return Invitation{ID: c.ID, Code: c.Text, By: a.names.Player(ctx, c.By), Uses: c.Uses, Used: len(c.Used), Until: c.Until, Created: c.Created}
}
