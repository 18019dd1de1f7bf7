package httpapi

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"net/http"
	"strings"
	"testing"
	"time"

	"theriac/internal/httpapi/wire"
	"theriac/internal/signin"
	"theriac/internal/signin/signintest"
)

// raiseClub starts a server that uses an OpenID provider.
func raiseClub(t *testing.T) (*testAPI, *signintest.Provider) {
	t.Helper()
	p := signintest.NewProvider(t, passkeyOrigin+"/settings", time.Now)
	b := raiseWith(t, signin.Provider{Issuer: p.URL, Client: p.Client, Secret: p.Secret, Name: "The club"}, func(c *Config) { c.Origin = passkeyOrigin })
	p.Now = b.clock.Now
	return b, p
}

// leave begins a sign-in attempt and returns the provider's URL for the browser to open. come
// completes the attempt with the provider's answer.
func (br *browser) leave(trip ProviderTrip) string {
	br.b.t.Helper()
	var to ProviderAddress
	br.ask(http.MethodPost, "/api/signin/provider/options", trip).is(http.StatusOK, &to)
	return to.URL
}

func (br *browser) come(code, state string) answer {
	br.b.t.Helper()
	return br.ask(http.MethodPost, "/api/signin/provider", ProviderAnswer{Code: code, State: state, Label: "my phone"})
}

// viaClub signs in at the provider with an account.
func (br *browser) viaClub(p *signintest.Provider, subject string) answer {
	br.b.t.Helper()
	return br.come(p.Authorize(br.leave(ProviderTrip{}), subject))
}

func (br *browser) nobody() {
	br.b.t.Helper()
	br.ask(http.MethodGet, "/api/me", nil).is(http.StatusNoContent)
}

// TestProvider checks signing in at a provider. The same account is the same person on every
// device. Another account with the same email address is another person.
func TestProvider(t *testing.T) {
	b, p := raiseClub(t)
	var ways SignInWays
	b.ask("", http.MethodGet, "/api/signin", nil).is(http.StatusOK, &ways)
	if ways.Provider != "The club" {
		t.Errorf("%+v", ways)
	}
	var first, again, other FromProvider
	one, two, three := b.visitor(), b.visitor(), b.visitor()
	one.viaClub(p, "ada").is(http.StatusOK, &first)
	two.viaClub(p, "ada").is(http.StatusOK, &again)
	three.viaClub(p, "bob").is(http.StatusOK, &other)
	if first.Person.ID == "" || again.Person.ID != first.Person.ID || other.Person.ID == first.Person.ID || first.Linked ||
		one.me().ID != first.Person.ID || first.Token != one.session || one.pending != "" {
		t.Errorf("%+v, %+v, %+v", first, again, other)
	}
	var sessions []Session
	one.ask(http.MethodGet, "/api/me/sessions", nil).is(http.StatusOK, &sessions)
	if len(sessions) != 2 {
		t.Errorf("%+v", sessions)
	}
	records, err := b.store.KV("signin").List(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	for _, rec := range records {
		if text := rec.Key + string(rec.Data); strings.Contains(text, "example.org") || strings.Contains(text, `"ada"`) {
			t.Errorf("more is stored than is needed: %s", text)
		}
	}
}

// TestGuestViaProvider checks that a guest who signs in for the first time becomes a member and
// loses nothing. If the account already belongs to a member, the guest's tables move to that
// member.
func TestGuestViaProvider(t *testing.T) {
	b, p := raiseClub(t)
	home, ada := b.guestAt("Ada")
	planted, own := home.session, b.table(home.session)
	var in FromProvider
	home.viaClub(p, "ada").is(http.StatusOK, &in)
	if in.Person.ID != ada.ID || home.session == planted {
		t.Errorf("%+v", in)
	}
	b.ask(planted, http.MethodGet, "/api/me", nil).refused(http.StatusUnauthorized, "unknown")
	var got wire.Table
	home.ask(http.MethodGet, "/api/tables/"+own.ID, nil).is(http.StatusOK, &got)
	if got.Host == nil || got.Host.ID != ada.ID {
		t.Errorf("%+v", got.Host)
	}
	away, _ := b.guestAt("On the train")
	planted, own = away.session, b.table(away.session)
	away.viaClub(p, "ada").is(http.StatusOK, &in)
	if in.Person.ID != ada.ID || in.Brought != 1 || in.Left != 0 {
		t.Errorf("%+v", in)
	}
	b.ask(planted, http.MethodGet, "/api/me", nil).refused(http.StatusUnauthorized, "unknown")
	away.ask(http.MethodGet, "/api/tables/"+own.ID, nil).is(http.StatusOK, &got)
	if got.Host == nil || got.Host.ID != ada.ID {
		t.Errorf("%+v", got.Host)
	}
	// Another person signs in with a member's browser. The two people's accounts and tables stay
	// separate.
	home.viaClub(p, "bob").is(http.StatusOK, &in)
	if in.Person.ID == ada.ID || in.Brought != 0 {
		t.Errorf("%+v", in)
	}
	var mine OwnSignIn
	away.ask(http.MethodGet, "/api/me/signin", nil).is(http.StatusOK, &mine)
	if len(mine.Accounts) != 1 {
		t.Errorf("%+v", mine)
	}
	// A guest who chooses not to bring their tables remains a separate person.
	guest, passing := b.guestAt("Passing by")
	b.table(guest.session)
	code, state := p.Authorize(guest.leave(ProviderTrip{}), "cyd")
	guest.ask(http.MethodPost, "/api/signin/provider", ProviderAnswer{Code: code, State: state, Guest: "leave"}).is(http.StatusOK, &in)
	if in.Person.ID == passing.ID || in.Brought != 0 || in.Left != 1 || in.Back == nil {
		t.Errorf("%+v", in)
	}
}

// TestLinkAccount checks that a person can link, export and unlink a provider account. Forgetting
// the person deletes the account's link. No one can remove their only way to sign in.
func TestLinkAccount(t *testing.T) {
	b, p := raiseClub(t)
	home, ada := b.guestAt("Ada")
	key := signintest.New(t, passkeyOrigin)
	home.add(key).is(http.StatusCreated)
	before := home.session
	var in FromProvider
	home.come(p.Authorize(home.leave(ProviderTrip{Link: true, Return: "/mine"}), "ada")).is(http.StatusOK, &in)
	if !in.Linked || in.Person.ID != ada.ID || in.Return != "/mine" {
		t.Errorf("%+v", in)
	}
	b.ask(before, http.MethodGet, "/api/me", nil).refused(http.StatusUnauthorized, "unknown")
	home.come(p.Authorize(home.leave(ProviderTrip{Link: true}), "ada")).is(http.StatusOK) // the account is already linked to Ada
	b.visitor().viaClub(p, "ada").is(http.StatusOK, &in)
	if in.Person.ID != ada.ID {
		t.Errorf("%+v", in)
	}
	var export Export
	home.ask(http.MethodGet, "/api/me/export", nil).is(http.StatusOK, &export)
	if list := export.SignIn.Accounts; len(list) != 1 || list[0].Issuer != p.URL || list[0].Name != "The club" || !list[0].Usable || list[0].Used.IsZero() {
		t.Fatalf("%+v", export.SignIn)
	}
	account := "/api/me/accounts/" + export.SignIn.Accounts[0].ID

	// Another member cannot link, see or remove this account.
	other, bob := b.guestAt("Bob")
	other.viaClub(p, "bob").is(http.StatusOK)
	other.come(p.Authorize(other.leave(ProviderTrip{Link: true}), "ada")).refused(http.StatusConflict, "account-known")
	other.ask(http.MethodDelete, account, nil).refused(http.StatusNotFound, "no-such-account")
	if other.me().ID != bob.ID {
		t.Error("Bob is somebody else")
	}
	var mine OwnSignIn
	other.ask(http.MethodGet, "/api/me/signin", nil).is(http.StatusOK, &mine)
	if len(mine.Accounts) != 1 {
		t.Errorf("%+v", mine)
	}
	other.ask(http.MethodDelete, "/api/me/accounts/"+mine.Accounts[0].ID, nil).refused(http.StatusConflict, "last-way")
	other.ask(http.MethodDelete, "/api/me", nil).is(http.StatusNoContent)
	b.visitor().viaClub(p, "ada").is(http.StatusOK, &in) // the account that Bob tried to link still belongs to Ada
	if in.Person.ID != ada.ID {
		t.Errorf("%+v", in)
	}

	// Ada can remove her passkey while she has the account. After that, she cannot unlink the
	// account.
	home.ask(http.MethodDelete, "/api/me/passkeys/"+export.SignIn.Passkeys[0].ID, nil).is(http.StatusNoContent)
	home.ask(http.MethodDelete, account, nil).refused(http.StatusConflict, "last-way")
	last := home.session
	home.ask(http.MethodDelete, "/api/me/sessions", nil).is(http.StatusNoContent)
	b.ask(last, http.MethodGet, "/api/me", nil).refused(http.StatusUnauthorized, "unknown")
	back := b.visitor()
	back.viaClub(p, "ada").is(http.StatusOK, &in)
	back.ask(http.MethodPost, "/api/me/recovery", nil).is(http.StatusCreated)
	back.ask(http.MethodDelete, account, nil).is(http.StatusNoContent)
	stranger := b.visitor()
	stranger.viaClub(p, "ada").is(http.StatusOK, &in)
	if in.Person.ID == ada.ID {
		t.Error("the account is still linked")
	}
	gone := in.Person.ID
	stranger.ask(http.MethodDelete, "/api/me", nil).is(http.StatusNoContent)
	records, err := b.store.KV("signin").List(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	for _, rec := range records {
		if strings.Contains(rec.Key+string(rec.Data), gone) {
			t.Errorf("it stays: %s %s", rec.Key, rec.Data)
		}
	}
}

// TestProviderTokens checks that a token is rejected unless it is from the provider, for this
// server, for this sign-in attempt, and valid now.
func TestProviderTokens(t *testing.T) {
	b, p := raiseClub(t)
	b.visitor().viaClub(p, "ada").is(http.StatusOK)
	set := func(name string, value any) func(map[string]any) { return func(c map[string]any) { c[name] = value } }
	drop := func(name string) func(map[string]any) { return func(c map[string]any) { delete(c, name) } }
	for name, spoil := range map[string]func(map[string]any){
		"no nonce": drop("nonce"), "an empty nonce": set("nonce", ""), "another nonce": set("nonce", "nonce-of-another-trip"),
		"another audience": set("aud", "another client"), "no audience": drop("aud"),
		"several audiences and no party": set("aud", []string{"theriac", "another client"}),
		"another party":                  func(c map[string]any) { c["aud"], c["azp"] = []string{"theriac", "another client"}, "another client" },
		"expired":                        func(c map[string]any) { c["exp"] = b.clock.Now().Add(-time.Second).Unix() },
		"no expiry":                      drop("exp"),
		"not yet":                        func(c map[string]any) { c["nbf"] = b.clock.Now().Add(time.Hour).Unix() },
		"another issuer":                 set("iss", "https://evil.example"), "no issuer": drop("iss"),
		"an issuer with a slash": func(c map[string]any) { c["iss"] = p.URL + "/" },
		"no subject":             drop("sub"), "an empty subject": set("sub", ""), "two lines": set("sub", "a\nb"),
	} {
		t.Run(name, func(t *testing.T) {
			p.Spoil = spoil
			away := b.visitor()
			away.viaClub(p, "ada").refused(http.StatusForbidden, "account-refused")
			away.nobody()
		})
	}
	p.Spoil = nil
	public, err := x509.MarshalPKIXPublicKey(p.Public())
	if err != nil {
		t.Fatal(err)
	}
	forger := signintest.NewProvider(t, p.Redirect, b.clock.Now)
	for name, sign := range map[string]func(map[string]any) string{
		"alg none": func(c map[string]any) string {
			return signintest.Unsigned(map[string]any{"alg": "none"}, c) + "."
		},
		"no signature": func(c map[string]any) string {
			return signintest.Unsigned(map[string]any{"alg": "RS256", "kid": "1"}, c) + "."
		},
		"the public key as a secret": func(c map[string]any) string {
			text := signintest.Unsigned(map[string]any{"alg": "HS256", "kid": "1"}, c)
			mac := hmac.New(sha256.New, public)
			mac.Write([]byte(text))
			return text + "." + base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
		},
		"the client's secret": func(c map[string]any) string {
			text := signintest.Unsigned(map[string]any{"alg": "HS256"}, c)
			mac := hmac.New(sha256.New, []byte(p.Secret))
			mac.Write([]byte(text))
			return text + "." + base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
		},
		"another key": forger.Signed,
		"no token":    func(map[string]any) string { return "" },
	} {
		t.Run(name, func(t *testing.T) {
			p.Sign = sign
			away := b.visitor()
			away.viaClub(p, "ada").refused(http.StatusForbidden, "account-refused")
			away.nobody()
		})
	}
	p.Sign = nil
	b.visitor().viaClub(p, "ada").is(http.StatusOK)
	for _, secret := range []string{p.Secret, "code-1"} {
		if strings.Contains(b.log.String(), secret) {
			t.Errorf("%q is in the log", secret)
		}
	}
}

// TestProviderTrips checks that a sign-in attempt is rejected if it began in another browser, is
// too old, or ends at another server.
func TestProviderTrips(t *testing.T) {
	b, p := raiseClub(t)
	var ada FromProvider
	b.visitor().viaClub(p, "ada").is(http.StatusOK, &ada)

	t.Run("a state that was used", func(t *testing.T) {
		br := b.visitor()
		to := br.leave(ProviderTrip{})
		secret := br.pending
		code, state := p.Authorize(to, "ada")
		br.come(code, state).is(http.StatusOK)
		thief := b.visitor()
		thief.pending = secret
		fresh, _ := p.Authorize(to, "ada")
		thief.come(fresh, state).refused(http.StatusConflict, "ceremony-over")
		thief.nobody()
	})
	t.Run("a failed attempt uses it up", func(t *testing.T) {
		br := b.visitor()
		code, state := p.Authorize(br.leave(ProviderTrip{}), "ada")
		secret := br.pending
		br.come(code, "another-state").refused(http.StatusConflict, "ceremony-over")
		br.pending = secret
		br.come(code, state).refused(http.StatusConflict, "ceremony-over")
		br.nobody()
	})
	t.Run("login CSRF", func(t *testing.T) {
		// A thief signs in at the provider and makes a victim's browser send the answer to the
		// server. That browser has begun no sign-in attempt, or a different one.
		thief := b.visitor()
		code, state := p.Authorize(thief.leave(ProviderTrip{}), "thief")
		victim := b.visitor()
		victim.come(code, state).refused(http.StatusConflict, "ceremony-over")
		victim.leave(ProviderTrip{})
		victim.come(code, state).refused(http.StatusConflict, "ceremony-over")
		victim.nobody()
		// Another site cannot make a browser send the provider's answer at all.
		b.send(http.MethodPost, "/api/signin/provider", strings.NewReader(`{"code":"x","state":"y"}`), "Origin", "https://evil.example",
			"Sec-Fetch-Site", "cross-site", "Content-Type", "application/json").refused(http.StatusForbidden, "cross-origin")
	})
	t.Run("a trip of another session", func(t *testing.T) {
		guest, _ := b.guestAt("Guest")
		code, state := p.Authorize(guest.leave(ProviderTrip{Link: true}), "new")
		other, person := b.guestAt("Other")
		other.pending = guest.pending
		other.come(code, state).refused(http.StatusConflict, "ceremony-over")
		if other.me().ID != person.ID {
			t.Error("somebody else")
		}
		b.visitor().ask(http.MethodPost, "/api/signin/provider/options", ProviderTrip{Link: true}).refused(http.StatusUnauthorized, "unknown")
	})
	t.Run("a trip for a passkey", func(t *testing.T) {
		br := b.visitor()
		_, state := p.Authorize(br.leave(ProviderTrip{}), "ada")
		br.ask(http.MethodPost, "/api/signin/options", nil).is(http.StatusOK) // the passkey's cookie replaces the cookie of the provider attempt
		br.come("code", state).refused(http.StatusConflict, "ceremony-over")
	})
	t.Run("too late", func(t *testing.T) {
		br := b.visitor()
		code, state := p.Authorize(br.leave(ProviderTrip{}), "ada")
		b.clock.pass(signin.CeremonyTime)
		br.come(code, state).refused(http.StatusConflict, "ceremony-over")
		br.nobody()
	})
	t.Run("a code of another client, and of another trip", func(t *testing.T) {
		br := b.visitor()
		_, state := p.Authorize(br.leave(ProviderTrip{}), "ada")
		br.come(p.Grant("another client", "n", "c", "ada"), state).refused(http.StatusForbidden, "account-refused")
		// A thief uses a stolen code in their own sign-in attempt. PKCE ties a code to the attempt
		// for which the provider issued it.
		victim := b.visitor()
		stolen, _ := p.Authorize(victim.leave(ProviderTrip{}), "ada")
		_, state = p.Authorize(br.leave(ProviderTrip{}), "thief")
		br.come(stolen, state).refused(http.StatusForbidden, "account-refused")
		br.nobody()
	})
	t.Run("an answer of another issuer", func(t *testing.T) {
		br := b.visitor()
		code, state := p.Authorize(br.leave(ProviderTrip{}), "ada")
		br.ask(http.MethodPost, "/api/signin/provider", ProviderAnswer{Code: code, State: state, Iss: "https://evil.example"}).refused(http.StatusForbidden, "account-refused")
		br.nobody()
		code, state = p.Authorize(br.leave(ProviderTrip{}), "ada")
		br.ask(http.MethodPost, "/api/signin/provider", ProviderAnswer{Code: code, State: state, Iss: p.URL}).is(http.StatusOK)
	})
	t.Run("a way out of the server", func(t *testing.T) {
		for _, to := range []string{
			"//evil.example", "https://evil.example", "/\\evil.example", "\\\\evil.example", "/\t/evil.example", "javascript:alert(1)", "evil.example", "/%zz",
			"/\n/evil.example", strings.Repeat("/a", 100) + "/", " /mine",
		} {
			got := b.visitor().ask(http.MethodPost, "/api/signin/provider/options", ProviderTrip{Return: to})
			if got.status != http.StatusUnprocessableEntity || len(got.cookies) != 0 {
				t.Errorf("%q: %d %s", to, got.status, got.body)
			}
		}
		b.visitor().leave(ProviderTrip{Return: "/t/abc?seat=1#log"})
	})
}

// TestProviderDown checks that the server starts, and people can play, while the provider is down.
// Signing in works once the provider is up again.
func TestProviderDown(t *testing.T) {
	b, p := raiseClub(t)
	p.Down(true)
	br, _ := b.guestAt("Ada")
	b.table(br.session)
	begin := func() answer { return br.ask(http.MethodPost, "/api/signin/provider/options", nil) }
	begin().refused(http.StatusBadGateway, "provider-failed")
	p.Down(false)
	begin().refused(http.StatusBadGateway, "provider-failed") // the server does not ask the provider again so soon
	b.clock.pass(10 * time.Second)
	br.viaClub(p, "ada").is(http.StatusOK)
	// The provider goes down while a browser is on the provider's page.
	away := b.visitor()
	code, state := p.Authorize(away.leave(ProviderTrip{}), "ada")
	p.Down(true)
	away.come(code, state).refused(http.StatusBadGateway, "provider-failed")
	away.nobody()
}

// TestProviderDiscovery checks that the server rejects a provider's metadata that belongs to
// another provider or would weaken the sign-in.
func TestProviderDiscovery(t *testing.T) {
	for name, says := range map[string]func(map[string]any){
		"another issuer":     func(d map[string]any) { d["issuer"] = "https://evil.example" },
		"no PKCE":            func(d map[string]any) { d["code_challenge_methods_supported"] = []string{"plain"} },
		"a token in the raw": func(d map[string]any) { d["token_endpoint"] = "http://evil.example/token" },
	} {
		b, p := raiseClub(t)
		p.Discovery = says
		t.Run(name, func(t *testing.T) {
			b.ask("", http.MethodPost, "/api/signin/provider/options", nil).refused(http.StatusBadGateway, "provider-failed")
		})
	}
	// A provider that announces the issuer parameter must send it with every answer.
	b, p := raiseClub(t)
	p.Discovery = func(d map[string]any) { d["authorization_response_iss_parameter_supported"] = true }
	b.visitor().viaClub(p, "ada").refused(http.StatusForbidden, "account-refused")
}

// TestNoProvider checks that a server without a configured provider does not offer one. A server
// with an invalid provider does not start.
func TestNoProvider(t *testing.T) {
	b := raise(t)
	var ways SignInWays
	b.ask("", http.MethodGet, "/api/signin", nil).is(http.StatusOK, &ways)
	if ways.Provider != "" {
		t.Errorf("%+v", ways)
	}
	b.ask("", http.MethodPost, "/api/signin/provider/options", nil).refused(http.StatusNotFound, "no-provider")
	b.ask("", http.MethodPost, "/api/signin/provider", ProviderAnswer{Code: "x", State: "y"}).refused(http.StatusNotFound, "no-provider")
	for _, p := range []signin.Provider{
		{Issuer: "https://login.example"}, {Client: "x"}, {Issuer: "http://login.example", Client: "x"}, {Issuer: "login.example", Client: "x"},
		{Issuer: "https://login.example?a=b", Client: "x"}, {Issuer: "https://a:b@login.example", Client: "x"}, {Issuer: "https://login.example", Client: "x", Name: "a\nb"},
	} {
		if p.Check() == nil {
			t.Errorf("%+v is a provider", p)
		}
	}
	for _, p := range []signin.Provider{{}, {Issuer: "https://login.example/club", Client: "x", Name: "The club"}, {Issuer: "http://localhost:9000", Client: "x"}} {
		if err := p.Check(); err != nil {
			t.Error(err)
		}
	}
}
