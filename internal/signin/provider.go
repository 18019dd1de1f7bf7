package signin

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"theriac/internal/identity"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

// Provider is an OpenID provider at which people can sign in, such as that of a club.
type Provider struct {
	Issuer string // its address, exactly as its tokens name it
	Client string // what it knows this server by
	Secret string // may be empty: it is then a public client
	Name   string // as people know it; the host of the issuer where it is empty
}

// Check refuses a provider that cannot be one. It asks nobody.
func (p Provider) Check() error {
	if p == (Provider{}) {
		return nil
	}
	u, err := url.Parse(p.Issuer)
	switch {
	case err != nil || u.Hostname() == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return fmt.Errorf("%q is not the address of an OpenID provider", p.Issuer)
	case u.Scheme != "https" && !(u.Scheme == "http" && onThisMachine(u.Hostname())):
		return fmt.Errorf("the OpenID provider %s needs https", p.Issuer)
	case p.Client == "":
		return errors.New("an OpenID provider needs the client id that it knows this server by")
	}
	if name, err := identity.CleanLine(p.Name, identity.MaxLabel); err != nil || name != p.Name {
		return fmt.Errorf("%q is not a name for an OpenID provider: one line of at most %d characters", p.Name, identity.MaxLabel)
	}
	return nil
}

func onThisMachine(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

func (p Provider) name() string {
	if p.Name != "" {
		return p.Name
	}
	return hostOf(p.Issuer)
}

func hostOf(issuer string) string {
	if u, err := url.Parse(issuer); err == nil && u.Host != "" {
		return u.Host
	}
	return issuer
}

const (
	// providerTime is how long the provider has for one answer.
	providerTime = 10 * time.Second
	// providerPause is how long a failed discovery is not repeated: a provider that is
	// down makes nobody wait for it again and again.
	providerPause = 5 * time.Second
	// ProviderPage is the page of the client that the provider sends people back to.
	ProviderPage = "/settings"
	maxReturn    = 200
	maxCode      = 4096
	maxSubject   = 255
)

// provider is the configured one, discovered when somebody first wants to sign in there.
type provider struct {
	Provider
	redirect string
	now      func() time.Time
	http     *http.Client

	mu     sync.Mutex
	found  *discovered
	failed time.Time
	err    error
}

// discovered is what the provider says of itself.
type discovered struct {
	flow     oauth2.Config
	verifier *oidc.IDTokenVerifier
	namesIss bool // it says in every answer which issuer it is
}

func newProvider(p Provider, origin string, now func() time.Time) *provider {
	return &provider{
		Provider: p, redirect: strings.TrimSuffix(origin, "/") + ProviderPage, now: now,
		// No answer of a provider leads elsewhere: a secret goes where it belongs.
		http: &http.Client{Timeout: providerTime, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }},
	}
}

// discover asks the provider for its endpoints, unless it has answered before. The
// lock is held meanwhile: others wait for the same answer.
func (p *provider) discover(ctx context.Context) (*discovered, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.found != nil {
		return p.found, nil
	}
	if now := p.now(); p.err != nil && now.Sub(p.failed) < providerPause {
		return nil, p.err
	}
	found, err := p.ask(ctx)
	if err != nil {
		p.err, p.failed = fmt.Errorf("%w: %w", ErrProvider, err), p.now()
		if ctx.Err() != nil { // it was the caller who had no time
			p.failed = time.Time{}
		}
		return nil, p.err
	}
	p.found, p.err = found, nil
	return found, nil
}

func (p *provider) ask(ctx context.Context) (*discovered, error) {
	made, err := oidc.NewProvider(oidc.ClientContext(ctx, p.http), p.Issuer)
	if err != nil {
		return nil, err
	}
	var says struct {
		Methods  []string `json:"token_endpoint_auth_methods_supported"`
		PKCE     []string `json:"code_challenge_methods_supported"`
		NamesIss bool     `json:"authorization_response_iss_parameter_supported"`
	}
	if err := made.Claims(&says); err != nil {
		return nil, err
	}
	if says.PKCE != nil && !slices.Contains(says.PKCE, "S256") {
		return nil, errors.New("the provider does not know PKCE with S256")
	}
	ends := made.Endpoint()
	for _, text := range []string{ends.AuthURL, ends.TokenURL} {
		u, err := url.Parse(text)
		if err != nil || u.Host == "" || u.Scheme != "https" && !(u.Scheme == "http" && onThisMachine(u.Hostname())) {
			return nil, fmt.Errorf("the provider names %q as an endpoint", text)
		}
	}
	ends.AuthStyle = oauth2.AuthStyleInHeader
	if p.Secret == "" || says.Methods != nil && !slices.Contains(says.Methods, "client_secret_basic") {
		ends.AuthStyle = oauth2.AuthStyleInParams
	}
	return &discovered{
		flow:     oauth2.Config{ClientID: p.Client, ClientSecret: p.Secret, Endpoint: ends, RedirectURL: p.redirect, Scopes: []string{oidc.ScopeOpenID}},
		verifier: made.VerifierContext(oidc.ClientContext(context.WithoutCancel(ctx), p.http), &oidc.Config{ClientID: p.Client, Now: p.now}),
		namesIss: says.NamesIss,
	}, nil
}

// trip is the part of a ceremony that is a trip to the provider.
type trip struct {
	Issuer   string `json:"issuer"`
	State    string `json:"state"` // its hash
	Nonce    string `json:"nonce"`
	Verifier string `json:"verifier"`
	Return   string `json:"return,omitempty"`
}

// ProviderName is how people know the provider; empty where there is none.
func (s *SignIn) ProviderName() string {
	if s.provider == nil {
		return ""
	}
	return s.provider.name()
}

// BeginProvider begins a trip to the provider: to sign in, or to link an account to the
// calling person. The browser goes to the address; the secret is that of the ceremony.
func (s *SignIn) BeginProvider(ctx context.Context, token string, link bool, back string) (address, secret string, err error) {
	if s.provider == nil {
		return "", "", ErrNoProvider
	}
	if back != "" && !localPath(back) {
		return "", "", ErrReturn
	}
	found, err := s.provider.discover(ctx)
	if err != nil {
		return "", "", err
	}
	var state, nonce, verifier string
	for _, text := range []*string{&state, &nonce, &verifier} {
		if *text, err = s.newID(verifierLength); err != nil {
			return "", "", err
		}
	}
	c := ceremony{For: forProvider, Session: sessionHash(token), Trip: &trip{
		Issuer: s.provider.Issuer, State: hash("state", state), Nonce: nonce, Verifier: verifier, Return: back,
	}}
	if link {
		c.For = forLinking
	}
	if secret, err = s.begin(ctx, c); err != nil {
		return "", "", err
	}
	return found.flow.AuthCodeURL(state, oidc.Nonce(nonce), oauth2.S256ChallengeOption(verifier)), secret, nil
}

// verifierLength is as long as PKCE allows and longer than it needs: 260 bits.
const verifierLength = 52

// localPath says whether a text is a path of this server, and nothing that a browser
// would take for an address elsewhere.
func localPath(text string) bool {
	if len(text) > maxReturn || !strings.HasPrefix(text, "/") || strings.HasPrefix(text, "//") {
		return false
	}
	for _, c := range []byte(text) {
		if c <= ' ' || c > '~' || c == '\\' {
			return false
		}
	}
	u, err := url.Parse(text)
	return err == nil && u.Scheme == "" && u.Host == "" && u.User == nil && !strings.HasPrefix(u.Path, "//")
}

// ProviderAnswer is what the provider gave to the browser.
type ProviderAnswer struct {
	Code, State string
	Issuer      string // where the provider names itself (RFC 9207)
}

// Arrived is somebody who was at the provider.
type Arrived struct {
	Link    bool   // they began it to link the account to the person they are
	Person  string // whose account it is; empty: nobody's yet
	Return  string // the path to go on at
	account string // its key
}

// FinishProvider finishes a trip: the provider itself says, for this ceremony and this
// server, whose account it is.
func (s *SignIn) FinishProvider(ctx context.Context, token, secret string, answer ProviderAnswer) (Arrived, error) {
	p := s.provider
	if p == nil {
		return Arrived{}, ErrNoProvider
	}
	c, err := s.finishAny(ctx, secret, token, forProvider, forLinking)
	if err != nil {
		return Arrived{}, err
	}
	if c.Trip == nil || c.Trip.Issuer != p.Issuer || subtle.ConstantTimeCompare([]byte(c.Trip.State), []byte(hash("state", answer.State))) != 1 {
		return Arrived{}, ErrCeremony
	}
	found, err := p.discover(ctx)
	if err != nil {
		return Arrived{}, err
	}
	if answer.Issuer != "" && answer.Issuer != p.Issuer || answer.Issuer == "" && found.namesIss {
		return Arrived{}, fmt.Errorf("%w: the answer is of %q", ErrAccount, answer.Issuer)
	}
	subject, err := p.subject(ctx, found, answer.Code, *c.Trip)
	if err != nil {
		return Arrived{}, err
	}
	out := Arrived{Link: c.For == forLinking, Return: c.Trip.Return, account: hash(kindAccount, p.Issuer, subject)}
	out.Person, err = s.ownerOf(ctx, out.account)
	return out, err
}

// subject exchanges a code for a token, and checks all of it. What the provider says
// beside the subject is not read.
func (p *provider) subject(ctx context.Context, found *discovered, code string, t trip) (string, error) {
	if code == "" || len(code) > maxCode {
		return "", fmt.Errorf("%w: no code", ErrAccount)
	}
	got, err := found.flow.Exchange(oidc.ClientContext(ctx, p.http), code, oauth2.VerifierOption(t.Verifier))
	if err != nil {
		var said *oauth2.RetrieveError
		if errors.As(err, &said) && said.ErrorCode == "invalid_grant" {
			return "", fmt.Errorf("%w: the provider does not know the code", ErrAccount)
		}
		return "", fmt.Errorf("%w: %w", ErrProvider, err)
	}
	raw, ok := got.Extra("id_token").(string)
	if !ok {
		return "", fmt.Errorf("%w: the provider gave no id token", ErrAccount)
	}
	id, err := found.verifier.Verify(oidc.ClientContext(ctx, p.http), raw)
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrAccount, err)
	}
	var says struct {
		Party string `json:"azp"`
	}
	if err := id.Claims(&says); err != nil {
		return "", fmt.Errorf("%w: %w", ErrAccount, err)
	}
	switch {
	case id.Issuer != p.Issuer:
		return "", fmt.Errorf("%w: the token is of %q", ErrAccount, id.Issuer)
	case subtle.ConstantTimeCompare([]byte(id.Nonce), []byte(t.Nonce)) != 1:
		return "", fmt.Errorf("%w: the token has another nonce", ErrAccount)
	case says.Party != "" && says.Party != p.Client, says.Party == "" && len(id.Audience) > 1:
		return "", fmt.Errorf("%w: the token is for another client", ErrAccount)
	case id.Subject == "" || len(id.Subject) > maxSubject || strings.ContainsRune(id.Subject, '\n'):
		return "", fmt.Errorf("%w: the token is nobody's", ErrAccount)
	}
	return id.Subject, nil
}
