package signintest

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"testing"
	"time"
)

// Provider is an OpenID provider for tests. A test can falsify its responses. Package oidctest tests the
// server with an independent provider.
type Provider struct {
	URL            string
	Client, Secret string
	Redirect       string // the only address to which the provider sends browsers back
	Now            func() time.Time

	// Spoil changes the claims of a token, and Sign replaces the function that signs it. Both may be nil.
	Spoil func(claims map[string]any)
	Sign  func(claims map[string]any) string
	// Discovery changes the provider's published metadata. It may be nil.
	Discovery func(says map[string]any)

	t    testing.TB
	key  *rsa.PrivateKey
	mu   sync.Mutex
	down bool
	made int
	open map[string]grant
}

type grant struct{ client, redirect, nonce, challenge, subject string }

// NewProvider starts a provider that has one registered client.
func NewProvider(t testing.TB, redirect string, now func() time.Time) *Provider {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	p := &Provider{t: t, key: key, Client: "theriac", Secret: "a secret of the club", Redirect: redirect, Now: now, open: map[string]grant{}}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/openid-configuration", p.discovery)
	mux.HandleFunc("GET /keys", func(w http.ResponseWriter, _ *http.Request) {
		answer(w, http.StatusOK, map[string]any{"keys": []any{map[string]any{
			"kty": "RSA", "use": "sig", "alg": "RS256", "kid": "1", "n": encode(key.N.Bytes()), "e": encode(big.NewInt(int64(key.E)).Bytes()),
		}}})
	})
	mux.HandleFunc("POST /token", p.token)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p.mu.Lock()
		down := p.down
		p.mu.Unlock()
		if down {
			http.Error(w, "down", http.StatusServiceUnavailable)
			return
		}
		mux.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	p.URL = server.URL
	return p
}

// Down makes the provider stop or resume answering.
func (p *Provider) Down(down bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.down = down
}

func (p *Provider) discovery(w http.ResponseWriter, _ *http.Request) {
	says := map[string]any{
		"issuer": p.URL, "authorization_endpoint": p.URL + "/authorize", "token_endpoint": p.URL + "/token", "jwks_uri": p.URL + "/keys",
		"id_token_signing_alg_values_supported": []string{"RS256", "HS256", "none"}, "code_challenge_methods_supported": []string{"S256"},
	}
	if p.Discovery != nil {
		p.Discovery(says)
	}
	answer(w, http.StatusOK, says)
}

// Authorize acts as the provider's page: a user signs in there, and their browser is sent back with a code and
// the state. If a provider would reject the request, Authorize fails the test.
func (p *Provider) Authorize(address, subject string) (code, state string) {
	p.t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		p.t.Fatal(err)
	}
	q := u.Query()
	if u.Scheme+"://"+u.Host+u.Path != p.URL+"/authorize" || q.Get("redirect_uri") != p.Redirect || q.Get("response_type") != "code" ||
		q.Get("scope") != "openid" || q.Get("code_challenge_method") != "S256" || q.Get("state") == "" || q.Get("nonce") == "" || q.Get("code_challenge") == "" {
		p.t.Fatalf("the browser was sent to %s", address)
	}
	return p.Grant(q.Get("client_id"), q.Get("nonce"), q.Get("code_challenge"), subject), q.Get("state")
}

// Grant creates an authorization code that the provider will exchange for a token.
func (p *Provider) Grant(client, nonce, challenge, subject string) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.made++
	code := fmt.Sprint("code-", p.made)
	p.open[code] = grant{client, p.Redirect, nonce, challenge, subject}
	return code
}

func (p *Provider) token(w http.ResponseWriter, r *http.Request) {
	client, secret, _ := r.BasicAuth()
	code := r.PostFormValue("code")
	p.mu.Lock()
	g, ok := p.open[code]
	delete(p.open, code)
	p.mu.Unlock()
	if client != p.Client || secret != url.QueryEscape(p.Secret) {
		answer(w, http.StatusUnauthorized, map[string]any{"error": "invalid_client"})
		return
	}
	sum := sha256.Sum256([]byte(r.PostFormValue("code_verifier")))
	if !ok || g.client != client || g.redirect != r.PostFormValue("redirect_uri") || encode(sum[:]) != g.challenge {
		answer(w, http.StatusBadRequest, map[string]any{"error": "invalid_grant"})
		return
	}
	now := p.Now()
	claims := map[string]any{
		"iss": p.URL, "sub": g.subject, "aud": client, "nonce": g.nonce, "iat": now.Unix(), "exp": now.Add(5 * time.Minute).Unix(),
		"email": "club@example.org", "email_verified": true,
	}
	if p.Spoil != nil {
		p.Spoil(claims)
	}
	sign := p.Sign
	if sign == nil {
		sign = p.Signed
	}
	answer(w, http.StatusOK, map[string]any{"access_token": "x", "token_type": "Bearer", "id_token": sign(claims)})
}

// Signed returns a token with these claims, signed by the provider.
func (p *Provider) Signed(claims map[string]any) string {
	text := Unsigned(map[string]any{"alg": "RS256", "kid": "1", "typ": "JWT"}, claims)
	sum := sha256.Sum256([]byte(text))
	sig, err := rsa.SignPKCS1v15(rand.Reader, p.key, crypto.SHA256, sum[:])
	if err != nil {
		panic(err)
	}
	return text + "." + encode(sig)
}

// Public returns the provider's public key, which a forger also knows.
func (p *Provider) Public() *rsa.PublicKey { return &p.key.PublicKey }

// Unsigned returns the part of a token that its signature covers.
func Unsigned(header, claims map[string]any) string {
	h, _ := json.Marshal(header)
	c, _ := json.Marshal(claims)
	return encode(h) + "." + encode(c)
}

func encode(data []byte) string { return base64.RawURLEncoding.EncodeToString(data) }

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // an error means that the server has closed the connection
}
