package httpapi

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"theriac/engine"
	"theriac/internal/httpapi/admit"
	"theriac/internal/httpapi/wire"
	"theriac/internal/identity"
	"theriac/internal/lobby"

	"github.com/danielgtaylor/huma/v2"
	"rsc.io/qr"
)

const tagLinks = "links"

// Secret is a request that opens a link. It contains the part of the link after its last slash.
type Secret struct {
	Secret string `json:"secret" minLength:"1" maxLength:"64"`
	Nonce  string `json:"nonce,omitempty" maxLength:"64" doc:"For the link of a seat: what it adds to the shuffle."`
	Label  string `json:"label,omitempty" maxLength:"640" doc:"For a link to another device: its name."`
}

// Opened is the result of opening a link: the kind of the link, and the session, table or seat that
// the caller got.
type Opened struct {
	Kind   string      `json:"kind" enum:"device,seat,invite"`
	Token  string      `json:"token,omitempty" doc:"device: a session for the same person. Also set as a cookie."`
	Person *Person     `json:"person,omitempty" doc:"device: who you are now."`
	Table  *wire.Table `json:"table,omitempty" doc:"seat, invite: the table that you joined."`
	Seat   *int        `json:"seat,omitempty" doc:"seat: where you sit."`
}

// Offered is the preview of a link: what the caller would get by opening it.
type Offered struct {
	Kind  string        `json:"kind" enum:"device,seat,invite"`
	Table *OfferedTable `json:"table,omitempty" doc:"seat, invite: the table that it leads to."`
	Seat  *int          `json:"seat,omitempty" doc:"seat: which one."`
	Free  *bool         `json:"free,omitempty" doc:"seat: it is free; invite: there is a free seat."`
	Yours bool          `json:"yours,omitempty" doc:"device: you are that person already; seat, invite: you hold that seat, or one of them."`
}

// OfferedTable is the part of a table that helps a person decide whether to join.
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

// linksAPI holds the operations on links, and the pages that links open.
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

// programmed reports whether the caller is a program that stores its own token, instead of a
// browser with a cookie.
func programmed(ctx context.Context) bool {
	who := admit.CallerOf(ctx)
	return who.Token != "" && !who.Cookie
}

// follow opens a link for the caller and returns the result.
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
		shown := a.shownPerson(who)
		return Opened{Kind: grant.Kind, Token: token, Person: &shown}, nil
	}
	by, err := admit.RequirePerson(ctx)
	if err != nil {
		return Opened{}, err
	}
	if grant.Kind == identity.KindSeat {
		if err := a.maySit(ctx, grant.Table); err != nil {
			return Opened{}, err
		}
	}
	t, seat, err := a.conf.Lobby.FollowFrom(ctx, by, a.from(ctx), s.Secret, s.Nonce)
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
	// Before the game begins, a bot gives up its seat to any person.
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

// unknownLink replaces identity.ErrUnknown with the error for a link that does not exist. Otherwise
// the response would be that the caller is unknown.
func unknownLink(err error) error {
	if errors.Is(err, identity.ErrUnknown) {
		return lobby.Refusal{ID: lobby.LinkVoid}
	}
	return err
}

// quiet is the width in squares of the white margin that a QR reader needs.
const quiet = 4

// qrPath returns the path of the QR code for a link of this server.
func qrPath(link string) string { return "/api/qr?text=" + url.QueryEscape(link) }

type picture struct {
	Type string `header:"Content-Type"`
	Body []byte
}

func (a linksAPI) pictures() {
	wire.Register(a.wire, wire.Operation{
		ID: "get-qr", Method: http.MethodGet, Path: "/api/qr", Tag: tagLinks, Anyone: true,
		Summary: "Get a link as a QR code", About: "An SVG image. Only for addresses of this server.",
	}, a.drawQR)
	// The response is an image. huma cannot derive the media type from the Go type, so set it here.
	a.wire.Huma.OpenAPI().Paths["/api/qr"].Get.Responses["200"].Content = svgContent()
}

func (a linksAPI) drawQR(_ context.Context, in *struct {
	Text string `query:"text" required:"true" minLength:"1" maxLength:"500"`
}) (*picture, error) {
	if !a.origin.Owns(in.Text) {
		return nil, wire.NewProblem(http.StatusUnprocessableEntity, "foreign-address")
	}
	code, err := qr.Encode(in.Text, qr.M)
	if err != nil {
		return nil, wire.NewProblem(http.StatusUnprocessableEntity, "foreign-address")
	}
	return &picture{Type: "image/svg+xml", Body: drawing(code)}, nil
}

// drawing returns the QR code as an SVG path, with one stroke for each horizontal run of dark
// squares.
func drawing(code *qr.Code) []byte {
	size := code.Size + 2*quiet
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" shape-rendering="crispEdges">`, size, size)
	fmt.Fprintf(&b, `<path fill="#fff" d="M0 0h%dv%dH0z"/><path fill="#000" d="`, size, size)
	for y := range code.Size {
		for x := 0; x < code.Size; x++ {
			run := 0
			for x+run < code.Size && code.Black(x+run, y) {
				run++
			}
			if run > 0 {
				fmt.Fprintf(&b, "M%d %dh%dv1h-%dz", x+quiet, y+quiet, run, run)
				x += run
			}
		}
	}
	b.WriteString(`"/></svg>`)
	return []byte(b.String())
}

// svgContent returns the response content of an SVG image for the OpenAPI document.
func svgContent() map[string]*huma.MediaType {
	return map[string]*huma.MediaType{"image/svg+xml": {Schema: &huma.Schema{Type: huma.TypeString}}}
}
