package httpapi

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"theriac/internal/httpapi/admit"
	"theriac/internal/signin"
	"theriac/internal/signin/signintest"
)

const passkeyOrigin = "https://theriac.example"

// raiseNamed starts a server whose address has a host name, so browsers allow passkeys there.
func raiseNamed(t *testing.T, change ...func(*Config)) *testAPI {
	t.Helper()
	return raise(t, append([]func(*Config){func(c *Config) { c.Origin = passkeyOrigin }}, change...)...)
}

// browser simulates a person's browser with its cookies.
type browser struct {
	b       *testAPI
	session string
	pending string // the ceremony cookie
}

// visitor returns a browser that is not signed in. guestAt returns a browser that is signed in as a
// new guest.
func (b *testAPI) visitor() *browser { return &browser{b: b} }

func (b *testAPI) guestAt(name string) (*browser, Person) {
	b.t.Helper()
	br := b.visitor()
	var got Arrival
	br.ask(http.MethodPost, "/api/people", NewPerson{Name: name}).is(http.StatusCreated, &got)
	return br, got.Person
}

// ask sends a request with the browser's cookies, and stores the cookies of the response.
func (br *browser) ask(method, path string, body any) answer {
	br.b.t.Helper()
	var data []byte
	if body != nil {
		var err error
		if data, err = json.Marshal(body); err != nil {
			br.b.t.Fatal(err)
		}
	}
	var cookies []string
	if br.session != "" {
		cookies = append(cookies, admit.CookieName+"="+br.session)
	}
	if br.pending != "" {
		cookies = append(cookies, ceremonyCookie+"="+br.pending)
	}
	got := br.b.send(method, path, bytes.NewReader(data), "Cookie", strings.Join(cookies, "; "), "Content-Type", "application/json")
	for _, c := range got.cookies {
		if !c.HttpOnly || !c.Secure || c.SameSite != http.SameSiteLaxMode {
			br.b.t.Errorf("%s: the cookie %v", got.asked, c)
		}
		switch c.Name {
		case admit.CookieName:
			br.session = c.Value
		case ceremonyCookie:
			br.pending = c.Value
		}
	}
	return got
}

func (br *browser) me() Person {
	br.b.t.Helper()
	var me Person
	br.ask(http.MethodGet, "/api/me", nil).is(http.StatusOK, &me)
	return me
}

// add adds a passkey that the authenticator makes.
func (br *browser) add(a *signintest.Authenticator) answer {
	br.b.t.Helper()
	options := br.ask(http.MethodPost, "/api/me/passkeys/options", PasskeyName{}).is(http.StatusOK)
	return br.ask(http.MethodPost, "/api/me/passkeys", NewPasskey{Label: "my phone", Credential: a.Create(options.body)})
}

// signIn signs in with the authenticator's passkey.
func (br *browser) signIn(a *signintest.Authenticator) answer {
	br.b.t.Helper()
	options := br.ask(http.MethodPost, "/api/signin/options", nil).is(http.StatusOK)
	return br.ask(http.MethodPost, "/api/signin", Answer{Credential: a.Get(options.body)})
}

// TestPasskey checks that a guest who adds a passkey becomes a member, and can sign in on another
// device as the same person. It uses an authenticator whose counter stays at 0 and one whose
// counter increases.
func TestPasskey(t *testing.T) {
	b := raiseNamed(t)
	for _, count := range []uint32{0, 7} {
		home, ada := b.guestAt("Ada")
		key := signintest.New(t, passkeyOrigin)
		key.Count = count
		var added AddedPasskey
		home.add(key).is(http.StatusCreated, &added)
		if added.Passkey.Label != "my phone" || home.me().ID != ada.ID {
			t.Errorf("added %+v", added)
		}
		for range 3 {
			away := b.visitor()
			var in SignedIn
			away.signIn(key).is(http.StatusOK, &in)
			if in.Person.ID != ada.ID || away.me().ID != ada.ID || in.Token != away.session || in.Back != nil {
				t.Errorf("signed in as %+v", in)
			}
		}
		var own OwnSignIn
		home.ask(http.MethodGet, "/api/me/signin", nil).is(http.StatusOK, &own)
		if len(own.Passkeys) != 1 || own.Passkeys[0].Used.IsZero() || !own.Passkeys[0].Copied.IsZero() {
			t.Errorf("%+v", own)
		}
	}
}

// TestPasskeyAttacks checks that invalid proofs are rejected and change nothing.
func TestPasskeyAttacks(t *testing.T) {
	b := raiseNamed(t)
	home, ada := b.guestAt("Ada")
	key := signintest.New(t, passkeyOrigin)
	key.Count = 1
	home.add(key).is(http.StatusCreated)
	nobody := func(t *testing.T, br *browser) {
		t.Helper()
		br.ask(http.MethodGet, "/api/me", nil).is(http.StatusNoContent)
	}

	t.Run("an assertion that was used", func(t *testing.T) {
		away := b.visitor()
		options := away.ask(http.MethodPost, "/api/signin/options", nil).is(http.StatusOK)
		secret, answer := away.pending, Answer{Credential: key.Get(options.body)}
		away.ask(http.MethodPost, "/api/signin", answer).is(http.StatusOK)
		thief := b.visitor()
		thief.pending = secret // stealing the ceremony's cookie does not help the thief, either
		thief.ask(http.MethodPost, "/api/signin", answer).refused(http.StatusConflict, "ceremony-over")
		// The proof is also rejected in a ceremony that the thief began.
		thief.ask(http.MethodPost, "/api/signin/options", nil).is(http.StatusOK)
		thief.ask(http.MethodPost, "/api/signin", answer).refused(http.StatusForbidden, "passkey-refused")
		nobody(t, thief)
	})
	t.Run("a challenge that somebody else began", func(t *testing.T) {
		thief, victim := b.visitor(), b.visitor()
		options := thief.ask(http.MethodPost, "/api/signin/options", nil).is(http.StatusOK)
		victim.ask(http.MethodPost, "/api/signin/options", nil).is(http.StatusOK)
		victim.ask(http.MethodPost, "/api/signin", Answer{Credential: key.Get(options.body)}).refused(http.StatusForbidden, "passkey-refused")
		nobody(t, victim)
		// A session cannot finish a ceremony that another session began.
		guest, _ := b.guestAt("Guest")
		options = guest.ask(http.MethodPost, "/api/signin/options", nil).is(http.StatusOK)
		other, _ := b.guestAt("Other")
		other.pending = guest.pending
		other.ask(http.MethodPost, "/api/signin", Answer{Credential: key.Get(options.body)}).refused(http.StatusConflict, "ceremony-over")
	})
	t.Run("a challenge of another purpose", func(t *testing.T) {
		guest, _ := b.guestAt("Guest")
		options := guest.ask(http.MethodPost, "/api/me/passkeys/options", nil).is(http.StatusOK)
		var creation struct {
			Challenge string `json:"challenge"`
		}
		if err := json.Unmarshal(options.body, &creation); err != nil {
			t.Fatal(err)
		}
		request, _ := json.Marshal(map[string]string{"challenge": creation.Challenge, "rpId": "theriac.example"})
		guest.ask(http.MethodPost, "/api/signin", Answer{Credential: key.Get(request)}).refused(http.StatusConflict, "ceremony-over")
	})
	t.Run("too late", func(t *testing.T) {
		away := b.visitor()
		options := away.ask(http.MethodPost, "/api/signin/options", nil).is(http.StatusOK)
		b.clock.pass(signin.CeremonyTime)
		away.ask(http.MethodPost, "/api/signin", Answer{Credential: key.Get(options.body)}).refused(http.StatusConflict, "ceremony-over")
		nobody(t, away)
	})
	t.Run("another origin", func(t *testing.T) {
		for _, origin := range []string{"https://evil.example", "http://theriac.example", "https://theriac.example:8443", "https://theriac.example.evil.example"} {
			fooled := key.Clone()
			fooled.Origin = origin
			away := b.visitor()
			away.signIn(fooled).refused(http.StatusForbidden, "passkey-refused")
			nobody(t, away)
			guest, _ := b.guestAt("Guest")
			guest.add(signintest.New(t, origin)).refused(http.StatusForbidden, "passkey-refused")
		}
	})
	t.Run("another relying party", func(t *testing.T) {
		fooled := key.Clone()
		fooled.RPID = "evil.example"
		away := b.visitor()
		away.signIn(fooled).refused(http.StatusForbidden, "passkey-refused")
		nobody(t, away)
		guest, _ := b.guestAt("Guest")
		elsewhere := signintest.New(t, passkeyOrigin)
		elsewhere.RPID = "evil.example"
		guest.add(elsewhere).refused(http.StatusForbidden, "passkey-refused")
	})
	t.Run("nobody verified", func(t *testing.T) {
		found := key.Clone()
		found.Unverified = true
		away := b.visitor()
		away.signIn(found).refused(http.StatusForbidden, "passkey-refused")
	})
	t.Run("another key", func(t *testing.T) {
		// The thief's own passkey claims the id and the user of the victim's passkey.
		thief, _ := b.guestAt("Thief")
		own := signintest.New(t, passkeyOrigin)
		thief.add(own).is(http.StatusCreated)
		forged := own.Clone()
		forged.ID, forged.Handle, forged.Count = key.ID, key.Handle, 1000
		b.visitor().signIn(forged).refused(http.StatusForbidden, "passkey-refused")
		// The thief's own passkey keeps its own id, but claims the victim as its user.
		forged.ID = own.ID
		b.visitor().signIn(forged).refused(http.StatusNotFound, "no-such-passkey")
		forged.Handle = nil
		b.visitor().signIn(forged).refused(http.StatusNotFound, "no-such-passkey")
		// A new passkey with the same id as the victim's is rejected. The victim's passkey remains
		// when the thief is forgotten.
		same := signintest.New(t, passkeyOrigin)
		same.ID = key.ID
		thief.add(same).refused(http.StatusConflict, "passkey-known")
		var theirs OwnSignIn
		home.ask(http.MethodGet, "/api/me/signin", nil).is(http.StatusOK, &theirs)
		thief.ask(http.MethodPatch, "/api/me/passkeys/"+theirs.Passkeys[0].ID, PasskeyChange{Label: "mine"}).refused(http.StatusNotFound, "no-such-passkey")
		thief.ask(http.MethodDelete, "/api/me/passkeys/"+theirs.Passkeys[0].ID, nil).refused(http.StatusNotFound, "no-such-passkey")
		thief.ask(http.MethodDelete, "/api/me", nil).is(http.StatusNoContent)
		b.visitor().signIn(own).refused(http.StatusNotFound, "no-such-passkey")
	})
	t.Run("a copy", func(t *testing.T) {
		b.visitor().signIn(key).is(http.StatusOK)
		copied := key.Clone()
		b.visitor().signIn(copied).is(http.StatusOK) // the copy signs in first
		away := b.visitor()
		away.signIn(key).refused(http.StatusForbidden, "passkey-copied") // the copy has already used this counter
		nobody(t, away)
		copied.Count -= 3
		b.visitor().signIn(copied).refused(http.StatusForbidden, "passkey-copied")
		copied.Count = 0 // an authenticator that does not count its uses always reports 0
		b.visitor().signIn(copied).refused(http.StatusForbidden, "passkey-copied")
		var own OwnSignIn
		home.ask(http.MethodGet, "/api/me/signin", nil).is(http.StatusOK, &own)
		if own.Passkeys[0].Copied.IsZero() {
			t.Error("its owner is not told")
		}
	})
	t.Run("session fixation", func(t *testing.T) {
		// An attacker plants the session of a guest they control in the victim's browser, and the
		// victim signs in.
		planted, _ := b.guestAt("Planted")
		victim := &browser{b: b, session: planted.session}
		key.Count += 10
		victim.signIn(key).is(http.StatusOK)
		if victim.session == planted.session || victim.me().ID != ada.ID {
			t.Error("the session is the planted one")
		}
		b.ask(planted.session, http.MethodGet, "/api/me", nil).refused(http.StatusUnauthorized, "unknown")
		// An attacker plants a guest's session, and the victim adds a passkey to that guest.
		planted, guest := b.guestAt("Planted")
		victim = &browser{b: b, session: planted.session}
		victim.add(signintest.New(t, passkeyOrigin)).is(http.StatusCreated)
		if victim.me().ID != guest.ID {
			t.Error("somebody else")
		}
		b.ask(planted.session, http.MethodGet, "/api/me", nil).refused(http.StatusUnauthorized, "unknown")
	})
	if home.me().ID != ada.ID {
		t.Error("the attacks had an effect")
	}
	for _, secret := range []string{home.session, ada.ID} {
		if strings.Contains(b.log.String(), secret) {
			t.Errorf("%q is in the log", secret)
		}
	}
}

// TestRecovery checks that a person who lost all devices can sign in with recovery codes. Each code
// works once, and too many attempts are rejected.
func TestRecovery(t *testing.T) {
	b := raiseNamed(t, func(c *Config) { c.Limits.Recover = admit.Rate{} }) // the default limit
	home, ada := b.guestAt("Ada")
	home.add(signintest.New(t, passkeyOrigin)).is(http.StatusCreated)
	var old, made RecoveryCodes
	home.ask(http.MethodPost, "/api/me/recovery", nil).is(http.StatusCreated, &old)
	home.ask(http.MethodPost, "/api/me/recovery", nil).is(http.StatusCreated, &made)
	if len(made.Codes) != 10 || len(slices.Compact(slices.Sorted(slices.Values(made.Codes)))) != 10 {
		t.Fatalf("%v", made)
	}
	use := func(code string) answer {
		return b.visitor().ask(http.MethodPost, "/api/signin/recovery", RecoveryAnswer{Code: code, Label: "new phone"})
	}
	var in SignedIn
	use(made.Codes[0]).is(http.StatusOK, &in)
	if in.Person.ID != ada.ID {
		t.Errorf("recovered %+v", in)
	}
	// A code typed in capitals and without hyphens is accepted, too.
	use(" " + strings.ToUpper(strings.ReplaceAll(made.Codes[1], "-", " "))).is(http.StatusOK)
	use(made.Codes[0]).refused(http.StatusForbidden, "wrong-code")
	use(old.Codes[0]).refused(http.StatusForbidden, "wrong-code")
	use(made.Codes[2][:10]).refused(http.StatusForbidden, "wrong-code")
	var own OwnSignIn
	home.ask(http.MethodGet, "/api/me/signin", nil).is(http.StatusOK, &own)
	if own.Codes.Left != 8 {
		t.Errorf("%d codes are left", own.Codes.Left)
	}
	for range 5 {
		use("aaaa-bbbb-cccc-dddd").refused(http.StatusForbidden, "wrong-code")
	}
	limited := use(made.Codes[3]) // even a correct code is rejected now
	if p := limited.refused(http.StatusTooManyRequests, "slow-down"); p.What != admit.ByRecover || limited.header.Get("Retry-After") == "" {
		t.Errorf("%+v, retry after %q", p, limited.header.Get("Retry-After"))
	}
	b.clock.pass(6 * time.Minute) // this is long enough for one more attempt
	use(made.Codes[3]).is(http.StatusOK)
	use(made.Codes[4]).refused(http.StatusTooManyRequests, "slow-down")

	records, err := b.store.KV("signin").List(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	for _, rec := range records {
		for _, code := range made.Codes {
			if text := rec.Key + string(rec.Data); strings.Contains(text, code) || strings.Contains(text, strings.ReplaceAll(code, "-", "")) {
				t.Errorf("a code is stored: %s", text)
			}
		}
	}
}

// TestPasskeysOfOne checks that a person can list, rename and remove their passkeys, but not the
// last way to sign in.
func TestPasskeysOfOne(t *testing.T) {
	b := raiseNamed(t)
	home, _ := b.guestAt("Ada")
	home.ask(http.MethodDelete, "/api/me/sessions", nil).refused(http.StatusConflict, "no-way-back")
	first, second := signintest.New(t, passkeyOrigin), signintest.New(t, passkeyOrigin)
	home.add(first).is(http.StatusCreated)
	b.clock.pass(time.Second)
	home.add(second).is(http.StatusCreated)
	var own OwnSignIn
	list := func() []Passkey {
		t.Helper()
		home.ask(http.MethodGet, "/api/me/signin", nil).is(http.StatusOK, &own)
		return own.Passkeys
	}
	keys := list()
	if len(keys) != 2 {
		t.Fatalf("%+v", keys)
	}
	home.ask(http.MethodPatch, "/api/me/passkeys/"+keys[0].ID, PasskeyChange{Label: "the key on my ring"}).is(http.StatusOK)
	home.ask(http.MethodPatch, "/api/me/passkeys/"+keys[0].ID, PasskeyChange{Label: strings.Repeat("x", 41)}).refused(http.StatusUnprocessableEntity, "bad-text")
	if got := list()[0].Label; got != "the key on my ring" {
		t.Errorf("the label is %q", got)
	}
	home.ask(http.MethodDelete, "/api/me/passkeys/"+keys[0].ID, nil).is(http.StatusNoContent)
	b.visitor().signIn(first).refused(http.StatusNotFound, "no-such-passkey")
	home.ask(http.MethodDelete, "/api/me/passkeys/"+keys[1].ID, nil).refused(http.StatusConflict, "last-way")
	home.ask(http.MethodPost, "/api/me/recovery", nil).is(http.StatusCreated)

	away := b.visitor()
	away.signIn(second).is(http.StatusOK)
	away.ask(http.MethodDelete, "/api/me/sessions?keep=true", nil).is(http.StatusNoContent)
	b.ask(home.session, http.MethodGet, "/api/me", nil).refused(http.StatusUnauthorized, "unknown")
	away.ask(http.MethodDelete, "/api/me/passkeys/"+keys[1].ID, nil).is(http.StatusNoContent)
	last := away.session
	if gone := away.ask(http.MethodDelete, "/api/me/sessions", nil).is(http.StatusNoContent); len(gone.cookies) != 1 || gone.cookies[0].MaxAge >= 0 {
		t.Errorf("the cookie stays: %v", gone.cookies)
	}
	b.ask(last, http.MethodGet, "/api/me", nil).refused(http.StatusUnauthorized, "unknown")
}

// TestForgetMember checks that a member's export lists their ways to sign in, and that nothing of
// them remains after the member is forgotten.
func TestForgetMember(t *testing.T) {
	b := raiseNamed(t)
	home, ada := b.guestAt("Ada")
	key := signintest.New(t, passkeyOrigin)
	home.add(key).is(http.StatusCreated)
	var made RecoveryCodes
	home.ask(http.MethodPost, "/api/me/recovery", nil).is(http.StatusCreated, &made)
	var export Export
	home.ask(http.MethodGet, "/api/me/export", nil).is(http.StatusOK, &export)
	if len(export.SignIn.Passkeys) != 1 || export.SignIn.Passkeys[0].Label != "my phone" || export.SignIn.Codes.Left != 10 {
		t.Errorf("the export has %+v", export.SignIn)
	}
	home.ask(http.MethodDelete, "/api/me", nil).is(http.StatusNoContent)
	b.visitor().signIn(key).refused(http.StatusNotFound, "no-such-passkey")
	b.visitor().ask(http.MethodPost, "/api/signin/recovery", RecoveryAnswer{Code: made.Codes[0]}).refused(http.StatusForbidden, "wrong-code")
	records, err := b.store.KV("signin").List(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	for _, rec := range records {
		if strings.Contains(rec.Key+string(rec.Data), ada.ID) {
			t.Errorf("it stays: %s %s", rec.Key, rec.Data)
		}
	}
}

// TestNoPasskeys checks that a server does not offer passkeys at an address where browsers would
// not allow them.
func TestNoPasskeys(t *testing.T) {
	b := raise(t) // the address has no host name
	var ways SignInWays
	b.ask("", http.MethodGet, "/api/signin", nil).is(http.StatusOK, &ways)
	if ways.Passkeys || ways.Origin != b.url {
		t.Errorf("%+v", ways)
	}
	b.ask("", http.MethodPost, "/api/signin/options", nil).refused(http.StatusNotFound, "no-passkeys")
	_, token := b.guest("Ada")
	b.ask(token, http.MethodPost, "/api/me/passkeys/options", nil).refused(http.StatusNotFound, "no-passkeys")
	for origin, want := range map[string]bool{
		"https://theriac.example": true, "http://localhost:8080": true, "http://theriac.example": false, "https://192.0.2.1": false,
		"https://[2001:db8::1]": false, "http://127.0.0.1:8080": false, "https://attic": false, "": false,
	} {
		if _, ok := signin.PasskeyHost(origin); ok != want {
			t.Errorf("passkeys at %q: %t", origin, ok)
		}
	}
}
