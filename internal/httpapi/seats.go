package httpapi

import (
	"context"
	"net/http"

	"theriac/engine"
	"theriac/internal/httpapi/admit"
	"theriac/internal/httpapi/wire"
	"theriac/internal/identity"
	"theriac/internal/lobby"
)

// Sitting is the request to take a seat.
type Sitting struct {
	Seat   *int   `json:"seat,omitempty" minimum:"0" maximum:"5" doc:"Left out: any free seat."`
	Nonce  string `json:"nonce,omitempty" maxLength:"64" pattern:"^[!-~]*$" doc:"What you add to the shuffle."`
	Secret string `json:"secret,omitempty" maxLength:"64" doc:"Of an invitation or of a seat's link, if you have not joined yet."`
}

// Seated is the response with the seat that a person has now.
type Seated struct {
	Seat  int        `json:"seat"`
	Table wire.Table `json:"table"`
}

// SeatOnly is a request that names a seat.
type SeatOnly struct {
	Seat int `json:"seat" minimum:"0" maximum:"5"`
}

// SeatNonce is the request to set a seat's random contribution to the shuffle.
type SeatNonce struct {
	Seat  int    `json:"seat" minimum:"0" maximum:"5"`
	Nonce string `json:"nonce" maxLength:"64" pattern:"^[!-~]*$"`
}

// SetUp is the request to change the settings of a table that has not begun.
type SetUp struct {
	Settings map[string]string `json:"settings" maxProperties:"64" doc:"The game's options and their values. Options that are left out have their default."`
	Clock    *wire.Clock       `json:"clock,omitempty" doc:"Left out: as before."`
}

// NewLink is the request to create a link for a seat or an invitation.
type NewLink struct {
	Kind string `json:"kind" enum:"invite,seat"`
	Seat *int   `json:"seat,omitempty" minimum:"0" maximum:"5" doc:"For the link of a seat."`
}

// Link is a new link. It replaces the previous one.
type Link struct {
	Link string `json:"link" doc:"Shown once."`
	QR   string `json:"qr" doc:"The link as a QR code."`
}

// refusals returns the HTTP statuses of the lobby's refusals, for the OpenAPI document.
func refusals() []int { return []int{http.StatusNotFound, http.StatusConflict} }

// tableWith is the input of an operation on a table whose request has a body.
type tableWith[T any] struct {
	TablePath
	Body T
}

// at returns the description of an operation on one table.
func at(id, path, summary string) wire.Operation {
	return wire.Operation{
		ID: id, Method: http.MethodPost, Path: "/api/tables/{id}/" + path, Tag: tagTables, Summary: summary, Errors: refusals(),
	}
}

// changed returns a response with the caller's view of a changed table.
func (a *core) changed(ctx context.Context, t lobby.Table, err error) (*reply[wire.Table], error) {
	if err != nil {
		return nil, err
	}
	return &reply[wire.Table]{a.names.Table(ctx, t, admit.PersonOf(ctx))}, nil
}

// linked returns a response with a new link.
func (a *core) linked(secret string, err error) (*reply[Link], error) {
	if err != nil {
		return nil, err
	}
	link := a.origin.Link(secret)
	return &reply[Link]{Link{Link: link, QR: qrPath(link)}}, nil
}

// Readiness is the request that tells whether a person is ready.
type Readiness struct {
	Ready bool `json:"ready"`
}

// seatsAPI holds the operations for taking seats and setting up a table.
type seatsAPI struct{ *core }

func (a seatsAPI) register() {
	wire.Register(a.wire, at("sit", "sit", "Take a seat").As(admit.ShedPlay), a.sit)
	wire.Register(a.wire, at("stand", "stand", "Give up a seat").As(admit.ShedPlay), func(ctx context.Context, in *tableWith[SeatOnly]) (*reply[wire.Table], error) {
		t, err := a.conf.Lobby.StandUp(ctx, admit.PersonOf(ctx), in.ID, in.Body.Seat)
		return a.changed(ctx, t, err)
	})
	wire.Register(a.wire, at("leave", "leave", "Give up all seats and take the table off my list").As(admit.ShedPlay),
		func(ctx context.Context, in *TablePath) (*noContent, error) {
			_, err := a.conf.Lobby.Leave(ctx, admit.PersonOf(ctx), in.ID)
			return &noContent{}, err
		})
	wire.Register(a.wire, at("set-nonce", "nonce", "Change what a seat adds to the shuffle"),
		func(ctx context.Context, in *tableWith[SeatNonce]) (*reply[wire.Table], error) {
			t, err := a.conf.Lobby.SetNonce(ctx, admit.PersonOf(ctx), in.ID, in.Body.Seat, in.Body.Nonce)
			return a.changed(ctx, t, err)
		})
	setUp := at("set-up", "setup", "Change the options of a table that has not begun")
	setUp.About = "Only the host may. Everybody who sits stays seated; where seats become fewer, free ones go first, then those of bots. " +
		"With more people than seats it is refused (too-few-seats)."
	wire.Register(a.wire, setUp, func(ctx context.Context, in *tableWith[SetUp]) (*reply[wire.Table], error) {
		var clock *lobby.Clock
		if in.Body.Clock != nil {
			to := in.Body.Clock.Lobby()
			clock = &to
		}
		t, err := a.conf.Lobby.SetUp(ctx, admit.PersonOf(ctx), in.ID, settingsOf(in.Body.Settings), clock)
		return a.changed(ctx, t, err)
	})
	ready := at("set-ready", "ready", "Tell the others whether I am ready for the game to begin").As(admit.ShedPlay)
	ready.Method = http.MethodPut
	ready.About = "Who sits at the table may, before the game. It does not start the game. New options, and standing up, end it."
	wire.Register(a.wire, ready, func(ctx context.Context, in *tableWith[Readiness]) (*reply[wire.Table], error) {
		t, err := a.conf.Lobby.SetReady(ctx, admit.PersonOf(ctx), in.ID, in.Body.Ready)
		return a.changed(ctx, t, err)
	})
	start := at("start", "start", "Start the game").As(admit.ShedPlay)
	start.About = "Once every seat is taken. To start a game again is no error."
	wire.Register(a.wire, start, func(ctx context.Context, in *TablePath) (*reply[wire.Table], error) {
		t, err := a.conf.Lobby.Start(ctx, admit.PersonOf(ctx), in.ID)
		return a.changed(ctx, t, err)
	})
	handover := at("hand-over", "handover", "Create a link that hands over my seat")
	handover.Limit = admit.ByMake
	wire.Register(a.wire, handover, func(ctx context.Context, in *tableWith[SeatOnly]) (*reply[Link], error) {
		return a.linked(a.conf.Lobby.HandOver(ctx, admit.PersonOf(ctx), in.ID, in.Body.Seat))
	})
	links := at("create-link", "links", "Create the invitation, or the link of a seat")
	links.Limit = admit.ByMake
	wire.Register(a.wire, links, a.createLink)
	hooks := at("set-webhooks", "webhooks", "Set the webhooks of my seats")
	hooks.Method, hooks.About = http.MethodPut, "Replaces the webhooks of all the seats that you hold."
	wire.Register(a.wire, hooks, a.setHooks)
}

func (a seatsAPI) sit(ctx context.Context, in *tableWith[*Sitting]) (*reply[Seated], error) {
	by, want := admit.PersonOf(ctx), Sitting{}
	if in.Body != nil {
		want = *in.Body
	}
	seat := lobby.AnySeat
	if want.Seat != nil {
		seat = *want.Seat
	}
	if err := a.maySit(ctx, in.ID); err != nil {
		return nil, err
	}
	if want.Secret != "" {
		if err := a.gate.Limit(admit.CallerOf(ctx), admit.ByGuess); err != nil {
			return nil, err
		}
		t, got, err := a.enter(ctx, by, in.ID, want)
		if err != nil {
			return nil, err
		}
		if got != lobby.AnySeat {
			return &reply[Seated]{Seated{Seat: got, Table: a.names.Table(ctx, t, by)}}, nil
		}
	}
	t, got, err := a.conf.Lobby.SitFrom(ctx, by, a.from(ctx), in.ID, seat, want.Nonce)
	if err != nil {
		return nil, err
	}
	return &reply[Seated]{Seated{Seat: got, Table: a.names.Table(ctx, t, by)}}, nil
}

// enter uses a link with which a person wants to take a seat. It returns an error if the link is
// for another table.
func (a seatsAPI) enter(ctx context.Context, by identity.Person, table string, want Sitting) (lobby.Table, int, error) {
	grant, _, err := a.conf.Identity.Inspect(ctx, want.Secret)
	if err != nil {
		return lobby.Table{}, 0, unknownLink(err)
	}
	if grant.Table != table {
		return lobby.Table{}, 0, lobby.Refusal{ID: lobby.LinkVoid}
	}
	return a.conf.Lobby.FollowFrom(ctx, by, a.from(ctx), want.Secret, want.Nonce)
}

// from returns what a table needs to know about the caller who wants to sit.
func (a *core) from(ctx context.Context) lobby.From {
	who := admit.CallerOf(ctx)
	return lobby.From{Group: who.Group(), Guest: func() (bool, error) {
		ways, err := a.conf.SignIn.WaysOf(ctx, who.Person.ID)
		return !ways.Member(), err
	}}
}

func (a seatsAPI) createLink(ctx context.Context, in *tableWith[NewLink]) (*reply[Link], error) {
	if in.Body.Kind == identity.KindInvite {
		return a.linked(a.conf.Lobby.InviteLink(ctx, admit.PersonOf(ctx), in.ID))
	}
	if in.Body.Seat == nil {
		return nil, lobby.Refusal{ID: lobby.NoSuchSeat}
	}
	return a.linked(a.conf.Lobby.SeatLink(ctx, admit.PersonOf(ctx), in.ID, *in.Body.Seat))
}

func (a seatsAPI) setHooks(ctx context.Context, in *struct {
	TablePath
	Body []wire.Webhook `maxItems:"18"`
}) (*reply[wire.Table], error) {
	by := admit.PersonOf(ctx)
	access, err := a.conf.Lobby.Access(ctx, by, in.ID)
	if err != nil {
		return nil, err
	}
	bySeat := map[int][]lobby.Hook{}
	for s := range access.Seats.Each {
		bySeat[int(s)] = nil
	}
	for _, h := range in.Body {
		if h.Seat >= engine.MaxSeats || !access.Seats.Has(engine.Seat(h.Seat)) {
			return nil, lobby.Refusal{ID: lobby.NotHolder}
		}
		bySeat[h.Seat] = append(bySeat[h.Seat], lobby.Hook{URL: h.URL, Form: h.Form, On: h.On})
	}
	t := access.Table
	for s := range access.Seats.Each {
		if t, err = a.conf.Lobby.SetHooks(ctx, by, in.ID, int(s), bySeat[int(s)]); err != nil {
			return nil, err
		}
	}
	return a.changed(ctx, t, nil)
}
