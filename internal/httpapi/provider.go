package httpapi

import (
	"context"
	"errors"
	"net/http"
	"time"

	"theriac/internal/httpapi/admit"
	"theriac/internal/httpapi/pages"
	"theriac/internal/httpapi/wire"
	"theriac/internal/identity"
	"theriac/internal/signin"
	"theriac/locale"
)

// ProviderAccount is an account at the OpenID provider that is linked to a person.
type ProviderAccount struct {
	ID      string    `json:"id" doc:"Names the account to its owner; opens nothing."`
	Issuer  string    `json:"issuer" doc:"The provider's address."`
	Name    string    `json:"name" doc:"The provider's name."`
	Created time.Time `json:"created"`
	Used    time.Time `json:"used,omitzero" doc:"The day it last signed in."`
	Usable  bool      `json:"usable" doc:"Its provider is still that of this server."`
}

// ProviderTrip is the request to begin a sign-in attempt with the OpenID provider.
type ProviderTrip struct {
	Link   bool   `json:"link,omitempty" doc:"Link an account to the calling person, instead of signing in."`
	Return string `json:"return,omitempty" maxLength:"200" doc:"A path of this server to go on at; the answer repeats it."`
}

// ProviderAddress is the URL of the provider that the browser must open.
type ProviderAddress struct {
	URL string `json:"url" doc:"The provider's page. It sends the browser back to /settings of this server, with code and state."`
}

// ProviderAnswer has the parameters that the provider added to the URL when it sent the browser
// back.
type ProviderAnswer struct {
	Label string `json:"label,omitempty" maxLength:"640" doc:"The name of this device."`
	Code  string `json:"code" minLength:"1" maxLength:"4096"`
	State string `json:"state" minLength:"1" maxLength:"64"`
	Iss   string `json:"iss,omitempty" maxLength:"400" doc:"The issuer, where the provider names it (RFC 9207)."`
	Guest string `json:"guest,omitempty" enum:"bring,leave"`
}

// FromProvider is the result of a sign-in attempt with the provider.
type FromProvider struct {
	SignedIn
	Linked bool   `json:"linked" doc:"The account was linked to the person who called."`
	Return string `json:"return,omitempty" doc:"The path of this server to go on at."`
}

// signingInElsewhere registers the operations for signing in with the operator's OpenID provider.
func (a signInAPI) signingInElsewhere() {
	wire.Register(a.wire, wire.Operation{
		ID: "begin-provider", Method: http.MethodPost, Path: "/api/signin/provider/options", Tag: tagSignIn, Anyone: true, Limit: admit.ByGuess,
		Summary: "Begin to sign in at the OpenID provider", Errors: []int{http.StatusNotFound, http.StatusUnprocessableEntity, http.StatusBadGateway},
		About: "Or to link an account there. The browser goes to the address of the answer. A cookie ties the trip to this browser and this session, for five minutes.",
	}, a.beginProvider)
	wire.Register(a.wire, wire.Operation{
		ID: "finish-provider", Method: http.MethodPost, Path: "/api/signin/provider", Tag: tagSignIn, Anyone: true, Limit: admit.ByGuess,
		Summary: "Come back from the OpenID provider", Errors: []int{http.StatusNotFound, http.StatusConflict, http.StatusBadGateway},
		About: "The session before ends. A guest whose account is new here becomes a member; where the account is somebody's, the guest's tables come along.",
	}, a.finishProvider)
	wire.Register(a.wire, wire.Operation{
		ID: "unlink-account", Method: http.MethodDelete, Path: "/api/me/accounts/{account}", Tag: tagSignIn, Status: http.StatusNoContent,
		Summary: "Unlink an account at an OpenID provider", Errors: []int{http.StatusNotFound, http.StatusConflict},
		About: "The last way to come back stays.",
	}, func(ctx context.Context, in *struct {
		Account string `path:"account" maxLength:"64"`
	},
	) (*noContent, error) {
		return &noContent{}, a.conf.SignIn.Unlink(ctx, admit.PersonOf(ctx).ID, in.Account)
	})
}

func (a signInAPI) beginProvider(ctx context.Context, in *struct{ Body *ProviderTrip }) (*replyCookie[ProviderAddress], error) {
	who, trip := admit.CallerOf(ctx), ProviderTrip{}
	if in.Body != nil {
		trip = *in.Body
	}
	if trip.Link {
		if _, err := admit.RequirePerson(ctx); err != nil {
			return nil, err
		}
	}
	address, secret, err := a.conf.SignIn.BeginProvider(ctx, who.Token, trip.Link, trip.Return)
	if err != nil {
		return nil, err
	}
	return &replyCookie[ProviderAddress]{SetCookie: []http.Cookie{ceremony(who, secret)}, Body: ProviderAddress{URL: address}}, nil
}

// finishProvider completes a sign-in attempt when the browser returns from the provider. It signs
// the person in, or links the account to the caller.
func (a signInAPI) finishProvider(ctx context.Context, in *struct {
	Ceremony string `cookie:"theriac-ceremony" maxLength:"64"`
	Body     ProviderAnswer
},
) (*replyCookie[FromProvider], error) {
	who := admit.CallerOf(ctx)
	came, err := a.conf.SignIn.FinishProvider(ctx, who.Token, in.Ceremony, signin.ProviderAnswer{Code: in.Body.Code, State: in.Body.State, Issuer: in.Body.Iss})
	if err != nil {
		return nil, err
	}
	label := in.Body.Label
	var person string
	if came.Link {
		if person, err = a.conf.SignIn.Link(ctx, came, who.Person.ID); err == nil {
			label, err = a.labelOf(ctx, who)
		}
	} else {
		person, err = a.memberOf(ctx, came, in.Body.Guest)
	}
	if err != nil {
		return nil, err
	}
	if err := a.returned(ctx, person); err != nil {
		return nil, err
	}
	opened, err := a.openSession(ctx, person, label, in.Body.Guest)
	if err != nil {
		return nil, err
	}
	return &replyCookie[FromProvider]{SetCookie: opened.SetCookie, Body: FromProvider{SignedIn: opened.Body, Linked: came.Link, Return: came.Return}}, nil
}

// memberOf returns the person that a provider account belongs to. An unlinked account is linked to
// the calling guest. It is linked to a calling member only on request, because someone else may be
// using the member's browser.
func (a signInAPI) memberOf(ctx context.Context, came signin.Arrived, wish string) (string, error) {
	if came.Person != "" {
		return came.Person, nil
	}
	who := admit.CallerOf(ctx)
	person, made := who.Person.ID, false
	if person != "" {
		ways, err := a.conf.SignIn.WaysOf(ctx, person)
		if err != nil {
			return "", err
		}
		if ways.Member() || wish == "leave" {
			person = ""
		}
	}
	if person == "" {
		if err := a.gate.Shed(who, admit.ShedPeople); err != nil {
			return "", err
		}
		guest, token, err := a.conf.Identity.Guest(ctx, identity.Newcomer{Lang: locale.Match(pages.Language(who.Lang))})
		if err != nil {
			return "", err
		}
		if err := a.conf.Identity.LogOut(ctx, token); err != nil { // end this session, because openSession makes another one
			return "", err
		}
		person, made = guest.ID, true
	}
	owner, err := a.conf.SignIn.Link(ctx, came, person)
	if owner == person || !made && !errors.Is(err, signin.ErrLinked) {
		return owner, err
	}
	if made {
		if gone := a.conf.Identity.Forget(ctx, person); gone != nil {
			return "", errors.Join(err, gone)
		}
	}
	if errors.Is(err, signin.ErrLinked) { // the account was linked in the meantime, on another device
		return owner, nil
	}
	return "", err
}
