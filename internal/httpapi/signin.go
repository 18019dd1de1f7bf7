package httpapi

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"theriac/ai/puzzle"
	"theriac/internal/httpapi/admit"
	"theriac/internal/httpapi/wire"
	"theriac/internal/identity"
	"theriac/internal/signin"
)

const tagSignIn = "sign-in"

// ceremonyCookie is the name of the cookie that ties a browser to the ceremony it began. A ceremony
// is one attempt to add a passkey or to sign in.
const ceremonyCookie = "theriac-ceremony"

// SignInWays lists the ways to sign in that this server offers.
type SignInWays struct {
	Passkeys bool   `json:"passkeys" doc:"With a passkey. Browsers allow that over TLS and on localhost, at an address with a name."`
	Origin   string `json:"origin" doc:"The address that passkeys and the provider work at."`
	Provider string `json:"provider,omitempty" doc:"The name of the OpenID provider at which one can sign in too, if there is one."`
}

// OwnSignIn lists the ways in which the calling person can sign in.
type OwnSignIn struct {
	Passkeys []Passkey         `json:"passkeys"`
	Accounts []ProviderAccount `json:"accounts" doc:"At OpenID providers."`
	Codes    RecoveryState     `json:"codes"`
}

// Passkey is one passkey of a person.
type Passkey struct {
	ID      string    `json:"id" doc:"Names the passkey to its owner; opens nothing."`
	Label   string    `json:"label"`
	Created time.Time `json:"created"`
	Used    time.Time `json:"used,omitzero" doc:"The day it last signed in."`
	Synced  bool      `json:"synced" doc:"Its owner's devices share it."`
	Copied  time.Time `json:"copied,omitzero" doc:"When it was last refused because its count went backwards: there may be a copy."`
}

// RecoveryState is the number of unused recovery codes of a person, and when they were made.
type RecoveryState struct {
	Left int       `json:"left" doc:"How many are unused."`
	Made time.Time `json:"made,omitzero"`
}

// RecoveryCodes are new recovery codes. They are shown only once.
type RecoveryCodes struct {
	Codes []string `json:"codes" doc:"Each works once. Shown once: keep them."`
}

// PasskeyName is the request to begin adding a passkey, with the name under which the device stores
// it.
type PasskeyName struct {
	Name string `json:"name,omitempty" maxLength:"400" doc:"At most 24 characters; the person's name without."`
}

// NewPasskey is the browser's response after creating a passkey.
type NewPasskey struct {
	Label      string         `json:"label,omitempty" maxLength:"640" doc:"At most 40 characters, such as the name of the device."`
	Credential map[string]any `json:"credential" doc:"The credential as JSON, as the Web Authentication standard defines it."`
}

// PasskeyChange is the request to change a passkey's label.
type PasskeyChange struct {
	Label string `json:"label" maxLength:"640" doc:"At most 40 characters."`
}

// AddedPasskey is the result of adding a passkey. It contains a new session token.
type AddedPasskey struct {
	Passkey Passkey `json:"passkey"`
	Token   string  `json:"token" doc:"The session from now on; the one before has ended. Also set as a cookie."`
}

// Answer is the browser's proof that its user has a passkey.
type Answer struct {
	Label      string         `json:"label,omitempty" maxLength:"640" doc:"The name of this device."`
	Credential map[string]any `json:"credential" doc:"The credential as JSON, as the Web Authentication standard defines it."`
	Guest      string         `json:"guest,omitempty" enum:"bring,leave" doc:"What becomes of the tables and results of the guest who signs in here: they come along (bring, the default), or stay with the guest."`
}

// RecoveryAnswer is the request to sign in with a recovery code.
type RecoveryAnswer struct {
	Label string `json:"label,omitempty" maxLength:"640" doc:"The name of this device."`
	Code  string `json:"code" minLength:"1" maxLength:"64"`
	Guest string `json:"guest,omitempty" enum:"bring,leave"`
}

// SignedIn is the result of signing in.
type SignedIn struct {
	Person Person `json:"person"`
	Token  string `json:"token" doc:"A session for this person. Also set as a cookie."`
	// The next fields describe what happened to the tables of the guest who signed in.
	Brought int         `json:"brought" doc:"Tables of the guest that are this person's now."`
	Left    int         `json:"left" doc:"Tables that stay with the guest: shared deals and puzzles that are not over or that this person has tried too, and those where this person has a part already."`
	Mail    string      `json:"mail,omitempty" doc:"The mail address at which the guest was told that tables wait, where this person has none: ask before you set it."`
	Back    *DeviceLink `json:"back,omitempty" doc:"Leads back to the guest, where tables stay with them."`
}

// platformOptions are options that are passed unchanged to the browser's passkey API.
type platformOptions struct {
	SetCookie []http.Cookie `header:"Set-Cookie"`
	Body      map[string]any
}

// signInAPI holds the operations for signing in, and for managing passkeys, recovery codes and
// accounts.
type signInAPI struct{ *core }

func (a signInAPI) register() {
	wire.Register(a.wire, wire.Operation{
		ID: "sign-in-ways", Method: http.MethodGet, Path: "/api/signin", Tag: tagSignIn, Anyone: true, Summary: "How one can sign in here",
		About: "Nobody has to: a guest needs none of it.",
	}, func(context.Context, *nothing) (*reply[SignInWays], error) {
		return &reply[SignInWays]{SignInWays{Passkeys: a.conf.SignIn.Passkeys(), Origin: a.origin.Base, Provider: a.conf.SignIn.ProviderName()}}, nil
	})
	wire.Register(a.wire, wire.Operation{
		ID: "begin-sign-in", Method: http.MethodPost, Path: "/api/signin/options", Tag: tagSignIn, Anyone: true, Limit: admit.ByGuess,
		Summary: "Begin to sign in with a passkey", Errors: []int{http.StatusNotFound},
		About: "The answer is what the browser's `PublicKeyCredential.parseRequestOptionsFromJSON` takes. A cookie ties it to this browser, for five minutes.",
	}, a.beginSignIn)
	wire.Register(a.wire, wire.Operation{
		ID: "sign-in", Method: http.MethodPost, Path: "/api/signin", Tag: tagSignIn, Anyone: true, Limit: admit.ByGuess,
		Summary: "Sign in with a passkey", Errors: []int{http.StatusForbidden, http.StatusNotFound, http.StatusConflict},
		About: "The session before ends. Tables of the guest who signs in come along.",
	}, a.signIn)
	wire.Register(a.wire, wire.Operation{
		ID: "recover", Method: http.MethodPost, Path: "/api/signin/recovery", Tag: tagSignIn, Anyone: true, Limit: admit.ByRecover,
		Summary: "Sign in with a recovery code", Errors: []int{http.StatusForbidden},
		About: "Uses the code up. Ten attempts at once, then ten an hour.",
	}, a.recoverPerson)
	wire.Register(a.wire, wire.Operation{
		ID: "my-sign-in", Method: http.MethodGet, Path: "/api/me/signin", Tag: tagSignIn, Summary: "What I can sign in with",
	}, func(ctx context.Context, _ *nothing) (*reply[OwnSignIn], error) {
		ways, err := a.conf.SignIn.WaysOf(ctx, admit.PersonOf(ctx).ID)
		return &reply[OwnSignIn]{shownWays(ways)}, err
	})
	wire.Register(a.wire, wire.Operation{
		ID: "begin-passkey", Method: http.MethodPost, Path: "/api/me/passkeys/options", Tag: tagSignIn, Limit: admit.ByMake,
		Summary: "Begin to add a passkey", Errors: []int{http.StatusNotFound},
		About: "The answer is what the browser's `PublicKeyCredential.parseCreationOptionsFromJSON` takes. A cookie ties it to this browser, for five minutes.",
	}, a.beginPasskey)
	wire.Register(a.wire, wire.Operation{
		ID: "add-passkey", Method: http.MethodPost, Path: "/api/me/passkeys", Tag: tagSignIn, Limit: admit.ByMake, Status: http.StatusCreated,
		Summary: "Add a passkey", Errors: []int{http.StatusForbidden, http.StatusNotFound, http.StatusConflict},
	}, a.addPasskey)
	wire.Register(a.wire, wire.Operation{
		ID: "rename-passkey", Method: http.MethodPatch, Path: "/api/me/passkeys/{passkey}", Tag: tagSignIn, Summary: "Rename a passkey",
		Errors: []int{http.StatusNotFound},
	}, func(ctx context.Context, in *struct {
		Passkey string `path:"passkey" maxLength:"64"`
		Body    PasskeyChange
	},
	) (*reply[Passkey], error) {
		k, err := a.conf.SignIn.RenamePasskey(ctx, admit.PersonOf(ctx).ID, in.Passkey, in.Body.Label)
		return &reply[Passkey]{shownPasskey(k)}, err
	})
	wire.Register(a.wire, wire.Operation{
		ID: "remove-passkey", Method: http.MethodDelete, Path: "/api/me/passkeys/{passkey}", Tag: tagSignIn, Status: http.StatusNoContent,
		Summary: "Remove a passkey", Errors: []int{http.StatusNotFound, http.StatusConflict},
		About: "The last one goes only where unused recovery codes or an account at the provider are left.",
	}, func(ctx context.Context, in *struct {
		Passkey string `path:"passkey" maxLength:"64"`
	},
	) (*noContent, error) {
		return &noContent{}, a.conf.SignIn.RemovePasskey(ctx, admit.PersonOf(ctx).ID, in.Passkey)
	})
	wire.Register(a.wire, wire.Operation{
		ID: "create-recovery-codes", Method: http.MethodPost, Path: "/api/me/recovery", Tag: tagSignIn, Limit: admit.ByMake, Status: http.StatusCreated,
		Summary: "Create recovery codes", About: "Ten, in place of those before.",
	}, func(ctx context.Context, _ *nothing) (*reply[RecoveryCodes], error) {
		codes, err := a.conf.SignIn.NewCodes(ctx, admit.PersonOf(ctx).ID)
		return &reply[RecoveryCodes]{RecoveryCodes{codes}}, err
	})
	wire.Register(a.wire, wire.Operation{
		ID: "sign-out-everywhere", Method: http.MethodDelete, Path: "/api/me/sessions", Tag: tagSignIn, Status: http.StatusNoContent,
		Summary: "Sign out everywhere", Errors: []int{http.StatusConflict},
		About: "Ends all sessions, bots' too, and the push messages to their browsers; with `keep`, all but this one. Without it, it is refused to who could not come back.",
	}, a.signOut)
	a.signingInElsewhere()
}

func shownPasskey(k signin.Passkey) Passkey {
	return Passkey{ID: k.ID, Label: k.Label, Created: k.Created, Used: k.Used, Synced: k.Synced, Copied: k.Cloned}
}

func shownWays(w signin.Ways) OwnSignIn {
	out := OwnSignIn{
		Passkeys: make([]Passkey, 0, len(w.Passkeys)), Accounts: make([]ProviderAccount, 0, len(w.Accounts)),
		Codes: RecoveryState{Left: w.CodesLeft, Made: w.CodesMade},
	}
	for _, k := range w.Accounts {
		out.Accounts = append(out.Accounts, ProviderAccount{ID: k.ID, Issuer: k.Issuer, Name: k.Name, Created: k.Created, Used: k.Used, Usable: k.Usable})
	}
	for _, k := range w.Passkeys {
		out.Passkeys = append(out.Passkeys, shownPasskey(k))
	}
	return out
}

// ceremony returns the cookie that ties a ceremony to this browser.
func ceremony(who *admit.Caller, secret string) http.Cookie {
	c := http.Cookie{
		Name: ceremonyCookie, Value: secret, Path: "/api", MaxAge: int(signin.CeremonyTime / time.Second),
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: who.Secure,
	}
	if secret == "" {
		c.MaxAge = -1
	}
	return c
}

// entered returns the cookies to set after a ceremony. One holds the new session and is only for
// browsers. The other deletes the ceremony's cookie.
func entered(who *admit.Caller, token string) []http.Cookie {
	list := []http.Cookie{ceremony(who, "")}
	if who.Token == "" || who.Cookie {
		list = append(list, who.SessionCookie(token))
	}
	return list
}

// platform returns a response with the options for the browser's passkey API.
func platform(who *admit.Caller, o signin.Options, err error) (*platformOptions, error) {
	if err != nil {
		return nil, err
	}
	out := &platformOptions{SetCookie: []http.Cookie{ceremony(who, o.Secret)}}
	return out, json.Unmarshal(o.JSON, &out.Body)
}

func (a signInAPI) beginSignIn(ctx context.Context, _ *nothing) (*platformOptions, error) {
	who := admit.CallerOf(ctx)
	o, err := a.conf.SignIn.BeginSignIn(ctx, who.Token)
	return platform(who, o, err)
}

func (a signInAPI) beginPasskey(ctx context.Context, in *struct{ Body *PasskeyName }) (*platformOptions, error) {
	who, name := admit.CallerOf(ctx), ""
	if in.Body != nil {
		name = in.Body.Name
	}
	o, err := a.conf.SignIn.BeginPasskey(ctx, who.Person, who.Token, name)
	return platform(who, o, err)
}

// addPasskey adds a passkey to the caller and replaces the session. So an attacker who planted or
// read the guest's token has no access to the member's session.
func (a signInAPI) addPasskey(ctx context.Context, in *struct {
	Ceremony string `cookie:"theriac-ceremony" maxLength:"64"`
	Body     NewPasskey
},
) (*replyCookie[AddedPasskey], error) {
	who := admit.CallerOf(ctx)
	answer, err := json.Marshal(in.Body.Credential)
	if err != nil {
		return nil, err
	}
	k, err := a.conf.SignIn.AddPasskey(ctx, who.Person, who.Token, in.Ceremony, in.Body.Label, answer)
	if err != nil {
		return nil, err
	}
	if err := a.returned(ctx, who.Person.ID); err != nil {
		return nil, err
	}
	label, err := a.labelOf(ctx, who)
	if err != nil {
		return nil, err
	}
	_, token, err := a.conf.Identity.Enter(ctx, who.Person.ID, label, who.Token)
	if err == nil {
		err = a.noticesAPI().renewDevices(ctx, who, who.Person.ID, token)
	}
	if err != nil {
		return nil, err
	}
	return &replyCookie[AddedPasskey]{
		SetCookie: entered(who, token), Body: AddedPasskey{Passkey: shownPasskey(k), Token: token},
	}, nil
}

// returned applies what was decided about the same person before they were forgotten.
func (a *core) returned(ctx context.Context, person string) error {
	keys, err := a.conf.SignIn.Keys(ctx, person)
	if err != nil {
		return err
	}
	return a.conf.Order.Returned(ctx, person, keys)
}

// labelOf returns the label of the calling session, to copy it to the new one.
func (a signInAPI) labelOf(ctx context.Context, who *admit.Caller) (string, error) {
	list, err := a.conf.Identity.Sessions(ctx, who.Person.ID, who.Token)
	for _, s := range list {
		if s.Current {
			return s.Label, err
		}
	}
	return "", err
}

func (a signInAPI) signIn(ctx context.Context, in *struct {
	Ceremony string `cookie:"theriac-ceremony" maxLength:"64"`
	Body     Answer
},
) (*replyCookie[SignedIn], error) {
	answer, err := json.Marshal(in.Body.Credential)
	if err != nil {
		return nil, err
	}
	person, err := a.conf.SignIn.SignIn(ctx, admit.CallerOf(ctx).Token, in.Ceremony, answer)
	if err != nil {
		return nil, err
	}
	out, err := a.openSession(ctx, person, in.Body.Label, in.Body.Guest)
	if err != nil {
		return nil, err
	}
	who, err := a.conf.Identity.Prove(ctx, out.Body.Token, false)
	out.Body.Person = a.shownPerson(who)
	return out, err
}

func (a signInAPI) recoverPerson(ctx context.Context, in *struct{ Body RecoveryAnswer }) (*replyCookie[SignedIn], error) {
	person, err := a.conf.SignIn.UseCode(ctx, in.Body.Code)
	if err != nil {
		return nil, err
	}
	return a.openSession(ctx, person, in.Body.Label, in.Body.Guest)
}

// openSession signs in a person who has proved their identity. It moves the tables of this
// browser's guest to the person. If some tables have to stay with the guest, it returns a link that
// signs in as the guest, so that nothing is lost. If the browser belonged to another member, that
// member keeps their tables and can sign in again.
func (a signInAPI) openSession(ctx context.Context, person, label, guest string) (*replyCookie[SignedIn], error) {
	who := admit.CallerOf(ctx)
	if err := a.conf.Identity.Exists(ctx, person); err != nil {
		return nil, forgotten(err)
	}
	before := who.Person.ID
	if before == person {
		before = ""
	}
	if before != "" {
		ways, err := a.conf.SignIn.WaysOf(ctx, before)
		if err != nil {
			return nil, err
		}
		if ways.Member() {
			before = ""
		}
	}
	out := SignedIn{}
	if before != "" {
		if err := a.fetchTables(ctx, before, person, guest, &out); err != nil {
			return nil, err
		}
	}
	p, token, err := a.conf.Identity.Enter(ctx, person, label, who.Token)
	if err != nil {
		return nil, forgotten(err)
	}
	err = a.noticesAPI().renewDevices(ctx, who, person, token)
	if err == nil && before != "" && out.Back == nil {
		err = a.noticesAPI().forgetLost(ctx, before)
	}
	if err != nil {
		return nil, err
	}
	out.Person, out.Token = a.shownPerson(p), token
	return &replyCookie[SignedIn]{SetCookie: entered(who, token), Body: out}, nil
}

// forgotten replaces identity.ErrUnknown with the error for an unknown passkey, because the
// passkey's person no longer exists. Otherwise the response would be that the caller is unknown.
func forgotten(err error) error {
	if errors.Is(err, identity.ErrUnknown) {
		return signin.ErrUnknown
	}
	return err
}

// fetchTables moves a guest's tables to the person who signed in. For tables that stay, it creates
// a link that signs in as the guest.
func (a signInAPI) fetchTables(ctx context.Context, guest, person, wish string, out *SignedIn) error {
	if wish != "leave" {
		if err := a.conf.Evenings.Bring(ctx, guest, person); err != nil {
			return err
		}
		follow, err := a.fetchResults(ctx, guest, person)
		if err != nil {
			return err
		}
		brought, err := a.conf.Lobby.Bring(ctx, guest, person, follow)
		if err != nil {
			return err
		}
		out.Brought, out.Left = brought.Tables, brought.Left
		if err := a.noticesAPI().fetchNotices(ctx, guest, person, out); err != nil {
			return err
		}
	} else {
		_, total, err := a.conf.Lobby.Mine(ctx, guest, 0, 0)
		if err != nil {
			return err
		}
		out.Left = total
	}
	if out.Left == 0 {
		return nil
	}
	link, err := a.linkTo(ctx, guest)
	out.Back = &link
	return err
}

// fetchResults moves a guest's daily results to the person who signed in. It returns the tables of
// all daily results that the person has after the move.
func (a signInAPI) fetchResults(ctx context.Context, guest, person string) ([]string, error) {
	if err := a.conf.Daily.Bring(ctx, guest, person); err != nil {
		return nil, err
	}
	days, err := a.conf.Daily.Own(ctx, person)
	if err != nil {
		return nil, err
	}
	var tables []string
	for _, o := range days {
		if o.Result != nil {
			tables = append(tables, o.Table)
		}
	}
	if a.conf.Puzzles == nil {
		return tables, nil
	}
	if err := a.conf.Puzzles.Bring(ctx, guest, person); err != nil {
		return nil, err
	}
	tried, err := a.conf.Puzzles.Get(ctx, person)
	for _, t := range tried.Attempts {
		if t.Verdict != puzzle.Open {
			tables = append(tables, t.Table, t.Again)
		}
	}
	return tables, err
}

func (a signInAPI) signOut(ctx context.Context, in *struct {
	Keep bool `query:"keep" doc:"This session stays."`
},
) (*noContent, error) {
	who := admit.CallerOf(ctx)
	if in.Keep {
		if err := a.conf.Identity.RevokeOthers(ctx, who.Person.ID, who.Token); err != nil {
			return nil, err
		}
		this := identity.SessionID(who.Token)
		return &noContent{}, a.noticesAPI().endDevices(ctx, who.Person.ID, func(session string) bool { return session != this })
	}
	ways, err := a.conf.SignIn.WaysOf(ctx, who.Person.ID)
	if err != nil {
		return nil, err
	}
	if !ways.CanReturn() {
		return nil, wire.NewProblem(http.StatusConflict, "no-way-back")
	}
	// End push messages before the sessions, so that the caller can repeat the request after a
	// failure.
	if err := a.noticesAPI().endDevices(ctx, who.Person.ID, func(string) bool { return true }); err != nil {
		return nil, err
	}
	return &noContent{SetCookie: []http.Cookie{who.NoCookie()}}, a.conf.Identity.RevokeAll(ctx, who.Person.ID)
}
