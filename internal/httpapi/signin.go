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

// ceremonyCookie holds the secret of what a browser has begun: a new passkey, or
// signing in.
const ceremonyCookie = "theriac-ceremony"

// SignInWays is how one can sign in at this server.
type SignInWays struct {
	Passkeys bool   `json:"passkeys" doc:"With a passkey. Browsers allow that over TLS and on localhost, at an address with a name."`
	Origin   string `json:"origin" doc:"The address that passkeys and the provider work at."`
	Provider string `json:"provider,omitempty" doc:"The name of the OpenID provider at which one can sign in too, if there is one."`
}

// OwnSignIn is what a person can sign in with.
type OwnSignIn struct {
	Passkeys []Passkey         `json:"passkeys"`
	Accounts []ProviderAccount `json:"accounts" doc:"At OpenID providers."`
	Codes    RecoveryState     `json:"codes"`
}

// Passkey is a passkey of a person's.
type Passkey struct {
	ID      string    `json:"id" doc:"Names the passkey to its owner; opens nothing."`
	Label   string    `json:"label"`
	Created time.Time `json:"created"`
	Used    time.Time `json:"used,omitzero" doc:"The day it last signed in."`
	Synced  bool      `json:"synced" doc:"Its owner's devices share it."`
	Copied  time.Time `json:"copied,omitzero" doc:"When it was last refused because its count went backwards: there may be a copy."`
}

// RecoveryState says how many recovery codes there are.
type RecoveryState struct {
	Left int       `json:"left" doc:"How many are unused."`
	Made time.Time `json:"made,omitzero"`
}

// RecoveryCodes are shown once.
type RecoveryCodes struct {
	Codes []string `json:"codes" doc:"Each works once. Shown once: keep them."`
}

// PasskeyName is what a device shows beside a new passkey.
type PasskeyName struct {
	Name string `json:"name,omitempty" maxLength:"400" doc:"At most 24 characters; the person's name without."`
}

// NewPasskey is a browser's answer.
type NewPasskey struct {
	Label      string         `json:"label,omitempty" maxLength:"640" doc:"At most 40 characters, such as the name of the device."`
	Credential map[string]any `json:"credential" doc:"The credential as JSON, as the Web Authentication standard defines it."`
}

// PasskeyChange changes a passkey's label.
type PasskeyChange struct {
	Label string `json:"label" maxLength:"640" doc:"At most 40 characters."`
}

// AddedPasskey is a new passkey. Adding one renews the session.
type AddedPasskey struct {
	Passkey Passkey `json:"passkey"`
	Token   string  `json:"token" doc:"The session from now on; the one before has ended. Also set as a cookie."`
}

// Answer is a browser's proof that somebody has a passkey.
type Answer struct {
	Label      string         `json:"label,omitempty" maxLength:"640" doc:"The name of this device."`
	Credential map[string]any `json:"credential" doc:"The credential as JSON, as the Web Authentication standard defines it."`
	Guest      string         `json:"guest,omitempty" enum:"bring,leave" doc:"What becomes of the tables and results of the guest who signs in here: they come along (bring, the default), or stay with the guest."`
}

// RecoveryAnswer is one of a person's codes.
type RecoveryAnswer struct {
	Label string `json:"label,omitempty" maxLength:"640" doc:"The name of this device."`
	Code  string `json:"code" minLength:"1" maxLength:"64"`
	Guest string `json:"guest,omitempty" enum:"bring,leave"`
}

// SignedIn is who somebody is now.
type SignedIn struct {
	Person Person `json:"person"`
	Token  string `json:"token" doc:"A session for this person. Also set as a cookie."`
	// What became of the guest who signed in.
	Brought int         `json:"brought" doc:"Tables of the guest that are this person's now."`
	Left    int         `json:"left" doc:"Tables that stay with the guest: shared deals and puzzles that are not over or that this person has tried too, and those where this person has a part already."`
	Mail    string      `json:"mail,omitempty" doc:"The mail address at which the guest was told that tables wait, where this person has none: ask before you set it."`
	Back    *DeviceLink `json:"back,omitempty" doc:"Leads back to the guest, where tables stay with them."`
}

// platformOptions are free-form: the platform defines them.
type platformOptions struct {
	SetCookie []http.Cookie `header:"Set-Cookie"`
	Body      map[string]any
}

// signInAPI is the operations of signing in.
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

// ceremony is the cookie of what was begun, for this browser alone.
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

// entered are the cookies after a ceremony: the new session for a browser, and no
// ceremony any more.
func entered(who *admit.Caller, token string) []http.Cookie {
	list := []http.Cookie{ceremony(who, "")}
	if who.Token == "" || who.Cookie {
		list = append(list, who.SessionCookie(token))
	}
	return list
}

// platform is what a browser's own part takes.
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

// addPasskey adds a passkey to the caller, and renews the session: who planted or
// read the token of a guest does not share the member's.
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

// labelOf is the label of the calling session.
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
	return a.openSession(ctx, person, in.Body.Label, in.Body.Guest)
}

func (a signInAPI) recoverPerson(ctx context.Context, in *struct{ Body RecoveryAnswer }) (*replyCookie[SignedIn], error) {
	person, err := a.conf.SignIn.UseCode(ctx, in.Body.Code)
	if err != nil {
		return nil, err
	}
	return a.openSession(ctx, person, in.Body.Label, in.Body.Guest)
}

// openSession signs a person in who has proved who they are. The tables of the guest whom
// they were here come along; where some stay, a link leads back to that guest, so that
// nothing is lost. The tables of another member stay theirs: they can sign in again.
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
	out.Person, out.Token = shownPerson(p), token
	return &replyCookie[SignedIn]{SetCookie: entered(who, token), Body: out}, nil
}

// forgotten says of a person who is gone that their passkey is unknown: an unknown
// caller would be another error.
func forgotten(err error) error {
	if errors.Is(err, identity.ErrUnknown) {
		return signin.ErrUnknown
	}
	return err
}

// fetchTables brings a guest's tables along, and makes the link back to those that
// stay.
func (a signInAPI) fetchTables(ctx context.Context, guest, person, wish string, out *SignedIn) error {
	if wish != "leave" {
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

// fetchResults brings a guest's results along, and returns the tables that the person
// has results of.
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
	// Before the sessions, so that the caller can repeat it after a failure.
	if err := a.noticesAPI().endDevices(ctx, who.Person.ID, func(string) bool { return true }); err != nil {
		return nil, err
	}
	return &noContent{SetCookie: []http.Cookie{who.NoCookie()}}, a.conf.Identity.RevokeAll(ctx, who.Person.ID)
}
