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

// Provider configures an OpenID provider, such as a club's, at which people can sign in.
type Provider struct {
	Issuer string // the provider's address, spelled exactly as in its tokens
	Client string // the id of this server at the provider
	Secret string // secret of this server at the provider; empty for a public client
	Name   string // the provider's name as people see it; empty means the host of the issuer
}

// Check returns an error if the settings are invalid. It sends no request.
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
	// providerTime is the timeout for one response of the provider.
	providerTime = 10 * time.Second
	// providerPause is how long a failed discovery is remembered. During that time, users do not wait for a
	// provider that is down.
	providerPause = 5 * time.Second
	// ProviderPage is the page of the web client to which the provider sends people back.
	ProviderPage = "/settings"
	maxReturn    = 200
	maxCode      = 4096
	maxSubject   = 255
)

// provider is the configured OpenID provider. Its endpoints are discovered at the first sign-in.
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

// discovered is the metadata that the provider has published.
type discovered struct {
	flow     oauth2.Config
	verifier *oidc.IDTokenVerifier
	namesIss bool // the provider names its issuer in every response
}

func newProvider(p Provider, origin string, now func() time.Time) *provider {
	return &provider{
		Provider: p, redirect: strings.TrimSuffix(origin, "/") + ProviderPage, now: now,
		// Do not follow redirects by the provider, so that a secret reaches only the intended receiver.
		http: &http.Client{Timeout: providerTime, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }},
	}
}

// discover returns the provider's endpoints. It requests them unless it already has them. It holds the lock
// during the request, so concurrent callers wait for one response.
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
		if ctx.Err() != nil { // the caller gave up, so the provider may be working
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

// trip is what a ceremony stores while the person is at the provider.
type trip struct {
	Issuer   string `json:"issuer"`
	State    string `json:"state"` // hash of the state parameter
	Nonce    string `json:"nonce"`
	Verifier string `json:"verifier"`
	Return   string `json:"return,omitempty"`
}

// ProviderName returns the provider's name as shown to people, or "" if there is no provider.
func (s *SignIn) ProviderName() string {
	if s.provider == nil {
		return ""
	}
	return s.provider.name()
}

// BeginProvider begins a ceremony at the provider, to sign in or to link an account to the calling person. It
// returns the address that the browser must open, and the secret of the ceremony.
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

// verifierLength is the length of the PKCE verifier. It is within the allowed range and has 260 bits, more than
// needed.
const verifierLength = 52

// localPath reports whether a string is a path on this server that no browser mistakes for another address.
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

// ProviderAnswer holds the parameters that came back from the provider with the browser.
type ProviderAnswer struct {
	Code, State string
	Issuer      string // present if the provider names its issuer (RFC 9207)
}

// Arrived is a user who has returned from the provider with a valid account.
type Arrived struct {
	Link    bool   // the user wants to link the account to the current person
	Person  string // owner of the account; empty if the account has no owner yet
	Return  string // path at which the user continues
	account string // key of the account's record
}

// FinishProvider finishes a ceremony at the provider. The provider confirms, for this ceremony and this
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

// subject exchanges a code for a token and fully verifies the token. It returns only the token's subject.
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
