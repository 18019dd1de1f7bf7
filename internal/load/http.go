package load

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net"
	"net/http"
	"strings"
	"time"
)

// Conn is an HTTP client of one server. It keeps its connections open, one for each concurrent request.
type Conn struct {
	addr string
	http *http.Transport
	// Wait is the timeout for one request.
	Wait time.Duration
}

// NewConn returns a client, which connects when it sends its first request.
func NewConn(addr string) *Conn { return connFrom(addr, "") }

// connFrom returns a client with the given source address. Clients on the loopback network can have different
// addresses, each with rate limits of its own.
func connFrom(addr, from string) *Conn {
	d := &net.Dialer{Timeout: 10 * time.Second}
	if from != "" {
		d.LocalAddr = &net.TCPAddr{IP: net.ParseIP(from)}
	}
	t := &http.Transport{DialContext: d.DialContext, DisableCompression: true, MaxIdleConnsPerHost: math.MaxInt}
	return &Conn{addr: addr, Wait: 60 * time.Second, http: t}
}

// Close closes the idle connections. The next request opens a new one.
func (c *Conn) Close() { c.http.CloseIdleConnections() }

// Answer is the response to a request.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
}

// OK reports whether the request succeeded.
func (a Answer) OK() bool { return a.Status/100 == 2 }

// Problem returns the id of the error in a response.
func (a Answer) Problem() string {
	var p struct {
		ID string `json:"id"`
	}
	_ = json.Unmarshal(a.Body, &p)
	return p.ID
}

// Err returns nil if the request succeeded, and an error with the response otherwise.
func (a Answer) Err() error {
	if a.OK() {
		return nil
	}
	return fmt.Errorf("load: the server said %d %s", a.Status, clip(a.Body))
}

func clip(b []byte) []byte { return bytes.TrimSpace(b[:min(len(b), 300)]) }

// Do sends a request, with the body as JSON, and waits for the response.
func (c *Conn) Do(method, path, token string, body any, headers ...string) (Answer, error) {
	ctx, cancel := context.WithTimeout(context.Background(), c.Wait)
	defer cancel()
	resp, err := c.send(ctx, method, path, token, body, headers...)
	if err != nil {
		return Answer{}, err
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.Header.Get("Content-Type") == "text/event-stream" { // a stream never ends, so do not read its body
		return Answer{Status: resp.StatusCode, Header: resp.Header}, nil
	}
	data, err := io.ReadAll(resp.Body)
	return Answer{Status: resp.StatusCode, Header: resp.Header, Body: data}, err
}

// send sends a request. Each of headers is a string such as "Accept: text/html".
func (c *Conn) send(ctx context.Context, method, path, token string, body any, headers ...string) (*http.Response, error) {
	var data io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		data = bytes.NewReader(text)
	}
	req, err := http.NewRequestWithContext(ctx, method, "http://"+c.addr+path, data)
	if err != nil {
		return nil, err
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		req.Header.Set(name, value)
	}
	req.Host = cmp.Or(req.Header.Get("Host"), req.Host)
	return c.http.RoundTrip(req)
}

// succeed sends a request, and returns an error unless the request succeeds.
func (c *Conn) succeed(method, path, token string, body any) (Answer, error) {
	a, err := c.Do(method, path, token, body)
	if err == nil {
		err = a.Err()
	}
	if err != nil {
		err = fmt.Errorf("%s %s: %w", method, path, err)
	}
	return a, err
}

// fetch sends a request that must succeed, and decodes the response into out.
func (c *Conn) fetch(method, path, token string, body, out any) error {
	a, err := c.succeed(method, path, token, body)
	if err != nil {
		return err
	}
	return json.Unmarshal(a.Body, out)
}
