package httpapi

import (
	"context"
	"errors"
	"net/http"

	"theriac/engine"
	"theriac/internal/httpapi/admit"
	"theriac/internal/httpapi/wire"
	"theriac/internal/identity"
	"theriac/internal/lobby"
)

const tagLinks = "links"

// Secret is the part of a link after its last slash.
type Secret struct {
	Secret string `json:"secret" minLength:"1" maxLength:"64"`
	Nonce  string `json:"nonce,omitempty" maxLength:"64" doc:"For the link of a seat: what it adds to the shuffle."`
	Label  string `json:"label,omitempty" maxLength:"640" doc:"For a link to another device: its name."`
}

// Opened is the kind of a link, and what it gave.
type Opened struct {
	Kind   string      `json:"kind" enum:"device,seat,invite"`
	Token  string      `json:"token,omitempty" doc:"device: a session for the same person. Also set as a cookie."`
	Person *Person     `json:"person,omitempty" doc:"device: who you are now."`
	Table  *wire.Table `json:"table,omitempty" doc:"seat, invite: the table that you joined."`
	Seat   *int        `json:"seat,omitempty" doc:"seat: where you sit."`
}

// Offered is what a link would give to the caller.
type Offered struct {
	Kind  string        `json:"kind" enum:"device,seat,invite"`
	Table *OfferedTable `json:"table,omitempty" doc:"seat, invite: the table that it leads to."`
	Seat  *int          `json:"seat,omitempty" doc:"seat: which one."`
	Free  *bool         `json:"free,omitempty" doc:"seat: it is free; invite: there is a free seat."`
	Yours bool          `json:"yours,omitempty" doc:"device: you are that person already; seat, invite: you hold that seat, or one of them."`
}

// OfferedTable is as much of a table as helps to decide whether to join.
type OfferedTable struct {
	ID     string `json:"id"`
	Title  string `json:"title"`
	Game   string `json:"game"`
	Status string `json:"status" enum:"gathering,playing,finished,closed"`
	Host   string `json:"host,omitempty" doc:"The host's name, if there is one."`
	Watch  string `json:"watch" enum:"nobody,hidden,delayed,open" doc:"What spectators may see."`
	Seats  int    `json:"seats" doc:"How many seats there are."`
	Taken  int    `json:"taken" doc:"How many seats are taken."`
}

// linksAPI is the operations of links and the pages that they open.
type linksAPI struct{ *core }

func (a linksAPI) register() {
	wire.Register(a.wire, wire.Operation{
		ID: "look-at-link", Shed: admit.ShedPlay, Method: http.MethodGet, Path: "/api/links/{secret}", Tag: tagLinks, Summary: "Preview a link",
		Anyone: true, Limit: admit.ByGuess, Errors: []int{http.StatusForbidden, http.StatusNotFound, http.StatusConflict},
		About: "Uses nothing up and creates no person. It fails as opening the link would fail for the caller; " +
			"without a session it answers as for a new person.",
	}, a.previewLink)
	wire.Register(a.wire, wire.Operation{
		ID: "open-link", Shed: admit.ShedPlay, Method: http.MethodPost, Path: "/api/links", Tag: tagLinks, Summary: "Use a link", Anyone: true,
		Limit: admit.ByGuess, Errors: []int{http.StatusNotFound, http.StatusConflict},
		About: "Uses the secret of a link. A link to another device needs no session; a link to a table admits the caller, so it needs one.",
	}, a.openLink)
	a.pictures()
	a.pages()
}

func (a linksAPI) openLink(ctx context.Context, in *struct{ Body Secret }) (*replyCookie[Opened], error) {
	out := &replyCookie[Opened]{}
	opened, err := a.follow(ctx, in.Body)
	if err != nil {
		return nil, err
	}
	if opened.Token != "" && !programmed(ctx) {
		out.SetCookie = []http.Cookie{admit.CallerOf(ctx).SessionCookie(opened.Token)}
	}
	out.Body = opened
	return out, nil
}

// programmed says whether the caller keeps their token themselves.
func programmed(ctx context.Context) bool {
	who := admit.CallerOf(ctx)
	return who.Token != "" && !who.Cookie
}

// follow uses a link for the caller.
func (a linksAPI) follow(ctx context.Context, s Secret) (Opened, error) {
	grant, _, err := a.conf.Identity.Inspect(ctx, s.Secret)
	if err != nil {
		return Opened{}, unknownLink(err)
	}
	if grant.Kind == identity.KindDevice {
		who, token, err := a.conf.Identity.OpenDevice(ctx, s.Secret, s.Label)
		if err != nil {
			return Opened{}, unknownLink(err)
		}
		shown := shownPerson(who)
		return Opened{Kind: grant.Kind, Token: token, Person: &shown}, nil
	}
	by, err := admit.RequirePerson(ctx)
	if err != nil {
		return Opened{}, err
	}
	t, seat, err := a.conf.Lobby.Follow(ctx, by, s.Secret, s.Nonce)
	if err != nil {
		return Opened{}, err
	}
	shown := a.names.Table(ctx, t, by)
	out := Opened{Kind: grant.Kind, Table: &shown}
	if seat != lobby.AnySeat {
		out.Seat = &seat
	}
	return out, nil
}

func (a linksAPI) previewLink(ctx context.Context, in *struct {
	Secret string `path:"secret" minLength:"1" maxLength:"64"`
},
) (*reply[Offered], error) {
	grant, _, err := a.conf.Identity.Inspect(ctx, in.Secret)
	if err != nil {
		return nil, unknownLink(err)
	}
	by := admit.PersonOf(ctx)
	if grant.Kind == identity.KindDevice {
		if err := a.conf.Identity.CheckSessionLimit(ctx, grant.Person); err != nil {
			return nil, unknownLink(err)
		}
		return &reply[Offered]{Body: Offered{Kind: grant.Kind, Yours: grant.Person == by.ID}}, nil
	}
	t, seat, err := a.conf.Lobby.Peek(ctx, by, in.Secret)
	if err != nil {
		return nil, err
	}
	held, taken := t.Held(by.ID), t.Taken()
	// Before the game a bot makes room for a person.
	free := taken < len(t.Seats) || t.Status == lobby.Gathering && !t.Bots().Empty()
	out := Offered{Kind: grant.Kind, Free: &free, Yours: !held.Empty(), Table: &OfferedTable{
		ID: t.ID, Title: t.Title, Game: t.Game, Status: string(t.Status), Watch: string(t.Watch), Seats: len(t.Seats), Taken: taken,
	}}
	if seat != lobby.AnySeat {
		free = t.Seats[seat].Holder == ""
		out.Seat, out.Yours = &seat, held.Has(engine.Seat(seat))
	}
	if host := a.names.Player(ctx, t.Host); host != nil {
		out.Table.Host = host.Name
	}
	return &reply[Offered]{Body: out}, nil
}

// unknownLink says of a link that opens nothing that it does not exist: an unknown caller
// would be another error.
func unknownLink(err error) error {
	if errors.Is(err, identity.ErrUnknown) {
		return lobby.Refusal{ID: lobby.LinkVoid}
	}
	return err
}
