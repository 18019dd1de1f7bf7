package httpapi

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"time"

	"theriac/internal/httpapi/admit"
	"theriac/internal/httpapi/wire"
	"theriac/internal/identity"
	"theriac/internal/store"
)

const tagPeople = "people"

// Person is the calling person, with the fields that only they see.
type Person struct {
	ID        string `json:"id"`
	Name      string `json:"name" doc:"Empty if they gave none: the client makes one up."`
	Lang      string `json:"lang" doc:"The language they read, or empty."`
	Bot       bool   `json:"bot" doc:"A program plays for them."`
	AskEach   bool   `json:"askEach" doc:"Asked at every moment at which they could play an event; otherwise a pass counts until the phase ends or something happens."`
	AskAlone  bool   `json:"askAlone" doc:"Where they hold all seats, asked for consent among them and whether moments pass; otherwise the table agrees and passes."`
	ShowGames bool   `json:"showGames" doc:"Everybody may see what they have played."`
	// Role, ProvedUntil and Limits depend on the session and on decisions about the person.
	Role        string    `json:"role" enum:",operator,moderator" doc:"What this session may do for the server."`
	ProvedUntil time.Time `json:"provedUntil,omitzero" doc:"Until when the last proof of a passkey counts for decisions that do not need one each."`
	Limits      []Limit   `json:"limits" doc:"What a moderator has forbidden this person for now."`
	Created     time.Time `json:"created"`
}

// Limit is something that a moderator has forbidden a person.
type Limit struct {
	What     string    `json:"what" enum:"mute,no-public,suspend"`
	Until    time.Time `json:"until,omitzero" doc:"Left out: until it is lifted."`
	Decision string    `json:"decision"`
}

// shownPerson converts a person to the form that they see of themselves.
func (a *core) shownPerson(p identity.Person) Person {
	out := Person{
		ID: p.ID, Name: p.Name, Lang: p.Lang, Bot: p.Bot, AskEach: p.AskEach, AskAlone: p.AskAlone, ShowGames: p.ShowGames, Created: p.Created,
		Role: p.Role, Limits: []Limit{},
	}
	if until := p.Proved.Add(identity.ProofTime); p.Role != "" && until.After(a.conf.Now()) {
		out.ProvedUntil = until
	}
	for _, l := range a.conf.Order.Limits(p.ID) {
		out.Limits = append(out.Limits, Limit{What: l.What, Until: l.Until, Decision: l.Decision})
	}
	return out
}

// NewPerson is the request that creates a new person.
type NewPerson struct {
	Name string `json:"name,omitempty" maxLength:"400" doc:"At most 24 characters."`
	Lang string `json:"lang,omitempty" maxLength:"16" pattern:"^([A-Za-z][A-Za-z0-9-]*)?$" doc:"Such as fr."`
	Bot  bool   `json:"bot,omitempty" doc:"A program plays for this person. The others see that."`
}

// Arrival is a new person with their first session.
type Arrival struct {
	Person Person `json:"person"`
	Token  string `json:"token" doc:"Authenticates this person. Shown once: keep it."`
}

// PersonChange is the request to change the caller's own record. Fields that are missing from the
// request do not change.
type PersonChange struct {
	Name *string `json:"name,omitempty" maxLength:"400" doc:"At most 24 characters; empty removes the name."`
	Lang *string `json:"lang,omitempty" maxLength:"16" pattern:"^([A-Za-z][A-Za-z0-9-]*)?$"`
	Bot  *bool   `json:"bot,omitempty"`
	// AskEach and AskAlone determine which questions a table asks the person.
	AskEach  *bool `json:"askEach,omitempty" doc:"Ask at every moment at which they could play an event."`
	AskAlone *bool `json:"askAlone,omitempty" doc:"Ask for consent and at windows also where they hold all seats."`
	// ShowGames determines what other people see of the person.
	ShowGames *bool `json:"showGames,omitempty" doc:"Let everybody see what I have played."`
}

// Session is one device, browser or bot on which a person is signed in.
type Session struct {
	ID      string    `json:"id" doc:"Names the session to its owner; opens nothing."`
	Label   string    `json:"label"`
	Created time.Time `json:"created"`
	Seen    time.Time `json:"seen" doc:"The day it was last used."`
	Current bool      `json:"current" doc:"The session of this request."`
}

// NewToken is the request for another session, such as for a bot. It contains a label for the
// session.
type NewToken struct {
	Label string `json:"label,omitempty" maxLength:"640" doc:"At most 40 characters, such as the name of a bot."`
}

// Token is the secret that authenticates a session.
type Token struct {
	Token string `json:"token" doc:"Shown once: keep it."`
}

// DeviceLink is a link that signs a person in on another device.
type DeviceLink struct {
	Link    string    `json:"link" doc:"Opens a session for the same person: once, on the device that follows it."`
	QR      string    `json:"qr" doc:"The link as a QR code."`
	Expires time.Time `json:"expires"`
}

// Response types that many operations use.
type (
	nothing            struct{}
	reply[T any]       struct{ Body T }
	replyCookie[T any] struct {
		SetCookie []http.Cookie `header:"Set-Cookie"`
		Body      T
	}
	// replyMaybe is a response with or without content.
	replyMaybe[T any] struct {
		Status int
		Body   T
	}
	noContent struct {
		SetCookie []http.Cookie `header:"Set-Cookie"`
	}
)

// peopleAPI holds the operations on the calling person and their sessions.
type peopleAPI struct{ *core }

func (a peopleAPI) register() {
	wire.Register(a.wire, wire.Operation{
		ID: "create-person", Shed: admit.ShedPeople, Method: http.MethodPost, Path: "/api/people", Tag: tagPeople, Status: http.StatusCreated,
		Summary: "Create a guest", Anyone: true, Limit: admit.ByMake,
		About: "No account is needed: this creates a person and a first session. A browser also gets the token as a cookie, unless the request has a valid one.",
	}, a.createPerson)
	wire.Register(a.wire, wire.Operation{
		ID: "get-me", Shed: admit.ShedPlay, Method: http.MethodGet, Path: "/api/me", Tag: tagPeople, Summary: "Get myself", Anyone: true,
		Empty: "Nobody yet: the request has no token, or an expired cookie.",
	}, a.getMe)
	wire.Register(a.wire, wire.Operation{
		ID: "change-me", Method: http.MethodPatch, Path: "/api/me", Tag: tagPeople, Summary: "Change my name, my language, what the table answers for me and what others see",
	}, a.changeMe)
	wire.Register(a.wire, wire.Operation{
		ID: "forget-me", Method: http.MethodDelete, Path: "/api/me", Tag: tagPeople, Status: http.StatusNoContent,
		Summary: "Forget me",
		About: "Removes the person with all sessions, links, passkeys, recovery codes and linked accounts, takes them out of every table and every board, and deletes their chat messages, their subscriptions to push messages and their mail address. " +
			"Games that they played stay, without them.",
	}, a.forgetMe)
	wire.Register(a.wire, wire.Operation{
		ID: "list-sessions", Method: http.MethodGet, Path: "/api/me/sessions", Tag: tagPeople, Summary: "List my sessions",
	}, a.listSessions)
	wire.Register(a.wire, wire.Operation{
		ID: "revoke-session", Method: http.MethodDelete, Path: "/api/me/sessions/{session}", Tag: tagPeople,
		Status: http.StatusNoContent, Summary: "End one of my sessions", Errors: []int{http.StatusNotFound},
	}, a.revokeSession)
	wire.Register(a.wire, wire.Operation{
		ID: "create-token", Method: http.MethodPost, Path: "/api/me/tokens", Tag: tagPeople, Status: http.StatusCreated,
		Summary: "Create a session", About: "For a bot that plays for me, or a program of mine.", Limit: admit.ByMake,
	}, a.createToken)
	wire.Register(a.wire, wire.Operation{
		ID: "create-device-link", Method: http.MethodPost, Path: "/api/me/device", Tag: tagPeople, Status: http.StatusCreated,
		Summary: "Create a link to another device", Limit: admit.ByMake,
	}, a.deviceLink)
}

func (a peopleAPI) createPerson(ctx context.Context, in *struct{ Body *NewPerson }) (*replyCookie[Arrival], error) {
	said := NewPerson{}
	if in.Body != nil {
		said = *in.Body
	}
	who, token, err := a.conf.Identity.Guest(ctx, identity.Newcomer{Name: said.Name, Lang: said.Lang, Bot: said.Bot})
	if err != nil {
		return nil, err
	}
	out := &replyCookie[Arrival]{Body: Arrival{Person: a.shownPerson(who), Token: token}}
	if from := admit.CallerOf(ctx); from.Token == "" {
		out.SetCookie = []http.Cookie{from.SessionCookie(token)}
	}
	return out, nil
}

// getMe returns the calling person. For an unknown caller it returns an empty response instead of
// an error: a browser makes this request first, and its console would show the error although
// nothing is wrong.
func (a peopleAPI) getMe(ctx context.Context, _ *nothing) (*replyMaybe[Person], error) {
	who := admit.PersonOf(ctx)
	if who.ID == "" {
		return &replyMaybe[Person]{Status: http.StatusNoContent}, nil
	}
	return &replyMaybe[Person]{Status: http.StatusOK, Body: a.shownPerson(who)}, nil
}

func (a peopleAPI) changeMe(ctx context.Context, in *struct{ Body PersonChange }) (*reply[Person], error) {
	who, err := admit.PersonOf(ctx), error(nil)
	if in.Body.Name != nil { // check the name before any change, so that all fields change or none
		name, err := a.conf.Identity.CleanName(ctx, *in.Body.Name)
		if err == nil {
			err = a.mayBeCalled(ctx, who, name)
		}
		if err != nil {
			return nil, err
		}
		if may, err := a.conf.Order.MayBeCalled(ctx, who.ID, *in.Body.Name); err != nil || !may {
			return nil, errors.Join(err, removedName(may))
		}
	}
	if in.Body.Lang != nil {
		who, err = a.conf.Identity.SetLang(ctx, who.ID, *in.Body.Lang)
	}
	if err == nil && in.Body.Name != nil {
		who, err = a.conf.Identity.SetName(ctx, who.ID, *in.Body.Name)
	}
	if err == nil && in.Body.Bot != nil {
		who, err = a.conf.Identity.SetBot(ctx, who.ID, *in.Body.Bot)
	}
	if err == nil && in.Body.AskEach != nil {
		who, err = a.conf.Identity.SetAskEach(ctx, who.ID, *in.Body.AskEach)
	}
	if err == nil && in.Body.AskAlone != nil {
		who, err = a.conf.Identity.SetAskAlone(ctx, who.ID, *in.Body.AskAlone)
	}
	if err == nil && in.Body.ShowGames != nil {
		who, err = a.conf.Identity.SetShowGames(ctx, who.ID, *in.Body.ShowGames)
	}
	if err != nil {
		return nil, err
	}
	if in.Body.Name != nil {
		for _, table := range a.live.FollowedBy(admit.CallerOf(ctx).Token) {
			a.live.Changed(table)
		}
	}
	by := admit.PersonOf(ctx) // the session's rights do not change
	who.Role, who.Proved = by.Role, by.Proved
	return &reply[Person]{a.shownPerson(who)}, nil
}

// forgetMe deletes everything about the caller. The identity is deleted last, so that the caller
// can repeat the request after a failure. Then all other buckets are cleared again in reverse
// order, because something may have been stored in the meantime.
func (a peopleAPI) forgetMe(ctx context.Context, _ *nothing) (*noContent, error) {
	person := admit.PersonOf(ctx).ID
	all := forgetting(a.conf.Buckets)
	again := slices.Clone(all[:len(all)-1])
	slices.Reverse(again)
	for _, b := range slices.Concat(all, again) {
		if err := b.Forget(ctx, person); err != nil {
			return nil, err
		}
	}
	return &noContent{SetCookie: []http.Cookie{admit.CallerOf(ctx).NoCookie()}}, nil
}

// forgetting returns the buckets that can delete a person's data.
func forgetting(all []store.Bucket) []store.Bucket {
	return slices.DeleteFunc(slices.Clone(all), func(b store.Bucket) bool { return b.Forget == nil })
}

func (a peopleAPI) listSessions(ctx context.Context, _ *nothing) (*reply[[]Session], error) {
	who := admit.CallerOf(ctx)
	list, err := a.conf.Identity.Sessions(ctx, who.Person.ID, who.Token)
	if err != nil {
		return nil, err
	}
	return &reply[[]Session]{shownSessions(list)}, nil
}

func shownSessions(list []identity.Session) []Session {
	out := make([]Session, 0, len(list))
	for _, s := range list {
		out = append(out, Session{ID: s.ID, Label: s.Label, Created: s.Created, Seen: s.Seen, Current: s.Current})
	}
	return out
}

func (a peopleAPI) revokeSession(ctx context.Context, in *struct {
	Session string `path:"session" maxLength:"64"`
}) (*noContent, error) {
	err := a.conf.Identity.Revoke(ctx, admit.PersonOf(ctx).ID, in.Session)
	if errors.Is(err, identity.ErrUnknown) {
		return nil, wire.NewProblem(http.StatusNotFound, "no-such-session")
	}
	if err == nil {
		err = a.noticesAPI().endDevices(ctx, admit.PersonOf(ctx).ID, func(session string) bool { return session == in.Session })
	}
	return &noContent{}, err
}

func (a peopleAPI) createToken(ctx context.Context, in *struct{ Body *NewToken }) (*reply[Token], error) {
	label := ""
	if in.Body != nil {
		label = in.Body.Label
	}
	token, err := a.conf.Identity.NewToken(ctx, admit.PersonOf(ctx).ID, label)
	return &reply[Token]{Token{token}}, err
}

func (a peopleAPI) deviceLink(ctx context.Context, _ *nothing) (*reply[DeviceLink], error) {
	link, err := a.linkTo(ctx, admit.PersonOf(ctx).ID)
	return &reply[DeviceLink]{link}, err
}

// linkTo creates a link that signs a person in on another device.
func (a *core) linkTo(ctx context.Context, person string) (DeviceLink, error) {
	made, err := a.conf.Identity.DeviceLink(ctx, person)
	if err != nil {
		return DeviceLink{}, err
	}
	link := a.origin.Link(made.Secret)
	return DeviceLink{Link: link, QR: qrPath(link), Expires: a.conf.Now().UTC().Add(identity.DeviceTime)}, nil
}
