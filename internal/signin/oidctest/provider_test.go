package oidctest

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/rsa"
	"encoding/base64"
	"encoding/json"
	"io"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strconv"
	"sync"
	"testing"
	"time"

	"theriac/internal/serve"
	"theriac/internal/signin"

	"github.com/ory/fosite"
	"github.com/ory/fosite/compose"
	"github.com/ory/fosite/handler/openid"
	"github.com/ory/fosite/storage"
	"github.com/ory/fosite/token/jwt"
)

const secret = "the secret of the club & more"

// provider is an OpenID provider built with the fosite library. It adds the endpoints that the library does not
// have: discovery, keys, and a page on which people sign in.
type provider struct {
	t      *testing.T
	issuer string
	store  *storage.MemoryStore
	flow   fosite.OAuth2Provider

	mu   sync.Mutex
	keys []*rsa.PrivateKey // the last key signs new tokens
}

// newProvider returns a provider that will serve at an address.
func newProvider(t *testing.T, address string) *provider {
	t.Helper()
	p := &provider{t: t, issuer: "http://" + address, store: storage.NewMemoryStore()}
	p.rotate()
	conf := &fosite.Config{
		IDTokenIssuer: p.issuer, AccessTokenLifespan: time.Minute, AuthorizeCodeLifespan: time.Minute, IDTokenLifespan: time.Minute,
		GlobalSecret: bytes.Repeat([]byte("s"), 32), EnforcePKCE: true,
	}
	key := func(context.Context) (any, error) {
		p.mu.Lock()
		defer p.mu.Unlock()
		return p.keys[len(p.keys)-1], nil
	}
	p.flow = compose.Compose(conf, p.store, &compose.CommonStrategy{
		CoreStrategy: compose.NewOAuth2HMACStrategy(conf), OpenIDConnectTokenStrategy: compose.NewOpenIDConnectStrategy(key, conf),
		Signer: &jwt.DefaultSigner{GetPrivateKey: key},
	}, compose.OAuth2AuthorizeExplicitFactory, compose.OpenIDConnectExplicitFactory, compose.OAuth2PKCEFactory)
	hashed, err := conf.GetSecretsHasher(t.Context()).Hash(t.Context(), []byte(secret))
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"theriac", "another", "public"} {
		p.store.Clients[id] = &fosite.DefaultClient{
			ID: id, Secret: hashed, Public: id == "public", ResponseTypes: fosite.Arguments{"code"}, GrantTypes: fosite.Arguments{"authorization_code"},
			Scopes: fosite.Arguments{"openid"},
		}
	}
	return p
}

// sendsBackTo registers the address to which the provider redirects people after they sign in.
func (p *provider) sendsBackTo(redirect string) {
	for _, c := range p.store.Clients {
		c.(*fosite.DefaultClient).RedirectURIs = []string{redirect}
	}
}

// rotate makes the provider sign with a new key. Tokens signed with previous keys remain valid.
func (p *provider) rotate() {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		p.t.Fatal(err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.keys = append(p.keys, key)
}

func (p *provider) keyID() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return strconv.Itoa(len(p.keys))
}

// open makes the provider serve requests on a listener.
func (p *provider) open(at net.Listener) {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/openid-configuration", func(w http.ResponseWriter, _ *http.Request) {
		write(w, map[string]any{
			"issuer": p.issuer, "authorization_endpoint": p.issuer + "/authorize", "token_endpoint": p.issuer + "/token", "jwks_uri": p.issuer + "/keys",
			"response_types_supported": []string{"code"}, "subject_types_supported": []string{"public"}, "id_token_signing_alg_values_supported": []string{"RS256"},
		})
	})
	mux.HandleFunc("GET /keys", func(w http.ResponseWriter, _ *http.Request) {
		p.mu.Lock()
		defer p.mu.Unlock()
		list := []any{}
		for i, k := range p.keys {
			list = append(list, map[string]any{
				"kty": "RSA", "use": "sig", "alg": "RS256", "kid": strconv.Itoa(i + 1),
				"n": base64.RawURLEncoding.EncodeToString(k.N.Bytes()), "e": base64.RawURLEncoding.EncodeToString(big.NewInt(int64(k.E)).Bytes()),
			})
		}
		write(w, map[string]any{"keys": list})
	})
	mux.HandleFunc("GET /login", func(w http.ResponseWriter, r *http.Request) {
		http.SetCookie(w, &http.Cookie{Name: "club", Value: r.URL.Query().Get("who")})
	})
	mux.HandleFunc("GET /authorize", p.authorize)
	mux.HandleFunc("POST /token", p.token)
	server := &http.Server{Handler: mux, ReadHeaderTimeout: time.Minute}
	go func() { _ = server.Serve(at) }()
	p.t.Cleanup(func() { _ = server.Close() })
}

func (p *provider) authorize(w http.ResponseWriter, r *http.Request) {
	asked, err := p.flow.NewAuthorizeRequest(r.Context(), r)
	if err != nil {
		p.flow.WriteAuthorizeError(r.Context(), w, asked, err)
		return
	}
	who, err := r.Cookie("club")
	if err != nil {
		p.flow.WriteAuthorizeError(r.Context(), w, asked, fosite.ErrAccessDenied)
		return
	}
	asked.GrantScope("openid")
	now := time.Now().UTC()
	given, err := p.flow.NewAuthorizeResponse(r.Context(), asked, &openid.DefaultSession{
		Subject: who.Value, Headers: &jwt.Headers{Extra: map[string]any{"kid": p.keyID()}},
		Claims: &jwt.IDTokenClaims{Issuer: p.issuer, Subject: who.Value, RequestedAt: now, AuthTime: now},
	})
	if err != nil {
		p.flow.WriteAuthorizeError(r.Context(), w, asked, err)
		return
	}
	p.flow.WriteAuthorizeResponse(r.Context(), w, asked, given)
}

func (p *provider) token(w http.ResponseWriter, r *http.Request) {
	asked, err := p.flow.NewAccessRequest(r.Context(), r, openid.NewDefaultSession())
	if err == nil {
		var given fosite.AccessResponder
		if given, err = p.flow.NewAccessResponse(r.Context(), asked); err == nil {
			p.flow.WriteAccessResponse(r.Context(), w, asked, given)
			return
		}
	}
	p.flow.WriteAccessError(r.Context(), w, asked, err)
}

func write(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v)
}

// listen opens a free port on this machine.
func listen(t *testing.T) net.Listener {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// start starts a complete server that uses the provider, and registers the server as a client of the
// provider.
func start(t *testing.T, p *provider, client, secret string) string {
	t.Helper()
	s, err := serve.Start(t.Context(), serve.Options{
		Listen: "127.0.0.1:0", Data: t.TempDir(), BotWorkers: -1,
		Provider: signin.Provider{Issuer: p.issuer, Client: client, Secret: secret, Name: "The club"},
	}, slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelWarn})))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		_ = s.Shutdown(ctx)
	})
	p.sendsBackTo(s.Origin() + "/settings")
	return s.Origin()
}

// browser is a user's browser. It does not follow the redirect from the provider back to the server.
type browser struct {
	t      *testing.T
	origin string
	http   *http.Client
}

func newBrowser(t *testing.T, origin string, p *provider, who string) *browser {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	b := &browser{t, origin, &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
	if who != "" {
		resp, err := b.http.Get(p.issuer + "/login?who=" + who)
		if err != nil {
			t.Fatal(err)
		}
		_ = resp.Body.Close()
	}
	return b
}

// ask sends a request with a JSON body, and returns the status and the decoded response.
func (b *browser) ask(method, path string, body any) (int, map[string]any) {
	b.t.Helper()
	if body == nil {
		body = map[string]any{}
	}
	data, err := json.Marshal(body)
	if err != nil {
		b.t.Fatal(err)
	}
	r, err := http.NewRequest(method, b.origin+path, bytes.NewReader(data))
	if err != nil {
		b.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	resp, err := b.http.Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	got := map[string]any{}
	if len(text) > 0 {
		if err := json.Unmarshal(text, &got); err != nil {
			b.t.Fatalf("%s: %v", text, err)
		}
	}
	return resp.StatusCode, got
}

// leave begins a sign-in at the provider. It returns the parameters that come back from the provider with the
// browser.
func (b *browser) leave(trip any) url.Values {
	b.t.Helper()
	status, got := b.ask(http.MethodPost, "/api/signin/provider/options", trip)
	if status != http.StatusOK {
		b.t.Fatalf("%d %v", status, got)
	}
	return b.visit(got["url"].(string))
}

// visit opens the provider's page and returns the parameters of the redirect to the server.
func (b *browser) visit(address string) url.Values {
	b.t.Helper()
	resp, err := b.http.Get(address)
	if err != nil {
		b.t.Fatal(err)
	}
	text, _ := io.ReadAll(resp.Body)
	_ = resp.Body.Close()
	to, err := resp.Location()
	if err != nil {
		b.t.Fatalf("the provider answers %d %s", resp.StatusCode, text)
	}
	if to.Scheme+"://"+to.Host+to.Path != b.origin+"/settings" {
		b.t.Fatalf("the provider sends the browser to %s", to)
	}
	return to.Query()
}

func (b *browser) come(code, state string) (int, map[string]any) {
	b.t.Helper()
	return b.ask(http.MethodPost, "/api/signin/provider", map[string]string{"code": code, "state": state})
}

// signIn signs in at the provider, and returns the person's id.
func (b *browser) signIn() string {
	b.t.Helper()
	back := b.leave(nil)
	status, got := b.come(back.Get("code"), back.Get("state"))
	if status != http.StatusOK {
		b.t.Fatalf("%d %v, came back with %v", status, got, back)
	}
	_, me := b.ask(http.MethodGet, "/api/me", nil)
	person := got["person"].(map[string]any)["id"].(string)
	if me["id"] != person {
		b.t.Fatalf("%v is not %s", me, person)
	}
	return person
}

// TestSignIn signs in with a confidential client and with a public one. An account always leads to the same
// person, even after the provider has changed its keys.
func TestSignIn(t *testing.T) {
	for client, secret := range map[string]string{"theriac": secret, "public": ""} {
		t.Run(client, func(t *testing.T) {
			at := listen(t)
			p := newProvider(t, at.Addr().String())
			p.open(at)
			origin := start(t, p, client, secret)
			ada := newBrowser(t, origin, p, "ada").signIn()
			if bob := newBrowser(t, origin, p, "bob").signIn(); bob == ada {
				t.Error("Bob is Ada")
			}
			p.rotate()
			if again := newBrowser(t, origin, p, "ada").signIn(); again != ada {
				t.Errorf("%s was %s", again, ada)
			}
			// A guest who links an account stays the same person. They cannot link an account that another
			// person owns.
			guest := newBrowser(t, origin, p, "cyd")
			_, made := guest.ask(http.MethodPost, "/api/people", map[string]string{"name": "Cyd"})
			if id := guest.signIn(); id != made["person"].(map[string]any)["id"] {
				t.Errorf("%v became %s", made, id)
			}
			guest.visitLogin(p, "ada")
			back := guest.leave(map[string]any{"link": true})
			if status, got := guest.come(back.Get("code"), back.Get("state")); status != http.StatusConflict || got["id"] != "account-known" {
				t.Errorf("%d %v", status, got)
			}
			// A user who is not signed in at the provider is sent back without a code.
			if back := newBrowser(t, origin, p, "").leave(nil); back.Get("error") != "access_denied" || back.Get("code") != "" || back.Get("state") == "" {
				t.Errorf("%v", back)
			}
		})
	}
}

func (b *browser) visitLogin(p *provider, who string) {
	b.t.Helper()
	resp, err := b.http.Get(p.issuer + "/login?who=" + who)
	if err != nil {
		b.t.Fatal(err)
	}
	_ = resp.Body.Close()
}

// TestCodes checks that a code from another sign-in attempt is rejected.
func TestCodes(t *testing.T) {
	at := listen(t)
	p := newProvider(t, at.Addr().String())
	p.open(at)
	origin := start(t, p, "theriac", secret)
	refused := func(name string, b *browser, code, state string) {
		t.Helper()
		if status, got := b.come(code, state); status != http.StatusForbidden || got["id"] != "account-refused" {
			t.Errorf("%s: %d %v", name, status, got)
		}
		if status, me := b.ask(http.MethodGet, "/api/me", nil); status != http.StatusNoContent {
			t.Errorf("%s: %v", name, me)
		}
	}
	victim, thief := newBrowser(t, origin, p, "ada"), newBrowser(t, origin, p, "thief")
	theirs := victim.leave(nil)
	refused("a code that was stolen", thief, theirs.Get("code"), thief.leave(nil).Get("state"))

	used := victim.leave(nil)
	if status, got := victim.come(used.Get("code"), used.Get("state")); status != http.StatusOK {
		t.Fatalf("%d %v", status, got)
	}
	refused("a code that was used", thief, used.Get("code"), thief.leave(nil).Get("state"))

	elsewhere := url.Values{
		"client_id": {"another"}, "response_type": {"code"}, "scope": {"openid"}, "state": {"state-of-another-client"}, "nonce": {"nonce-of-another-client"},
		"redirect_uri": {origin + "/settings"}, "code_challenge": {"E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"}, "code_challenge_method": {"S256"},
	}
	other := newBrowser(t, origin, p, "ada")
	code := other.visit(p.issuer + "/authorize?" + elsewhere.Encode()).Get("code")
	if code == "" {
		t.Fatal("the provider gave the other client no code")
	}
	refused("a code of another client", thief, code, thief.leave(nil).Get("state"))
	refused("no code at all", thief, "made-up", thief.leave(nil).Get("state"))
}

// TestWrongSecret checks that a client with a wrong secret is reported as a failure of the provider.
func TestWrongSecret(t *testing.T) {
	at := listen(t)
	p := newProvider(t, at.Addr().String())
	p.open(at)
	b := newBrowser(t, start(t, p, "theriac", "another secret"), p, "ada")
	back := b.leave(nil)
	if status, got := b.come(back.Get("code"), back.Get("state")); status != http.StatusBadGateway || got["id"] != "provider-failed" {
		t.Errorf("%d %v", status, got)
	}
}

// TestLateProvider checks that a server can start before its provider does.
func TestLateProvider(t *testing.T) {
	at := listen(t)
	address := at.Addr().String()
	if err := at.Close(); err != nil {
		t.Fatal(err)
	}
	p := newProvider(t, address)
	origin := start(t, p, "theriac", secret)
	b := newBrowser(t, origin, p, "")
	if status, got := b.ask(http.MethodPost, "/api/signin/provider/options", nil); status != http.StatusBadGateway || got["id"] != "provider-failed" {
		t.Fatalf("%d %v", status, got)
	}
	at, err := net.Listen("tcp", address)
	if err != nil {
		t.Skip(err) // another process has taken the port
	}
	p.open(at)
	b.visitLogin(p, "ada")
	for until := time.Now().Add(time.Minute); ; time.Sleep(200 * time.Millisecond) {
		if status, _ := b.ask(http.MethodPost, "/api/signin/provider/options", nil); status == http.StatusOK {
			break
		}
		if time.Now().After(until) {
			t.Fatal("the server never asks its provider again")
		}
	}
	b.signIn()
}
