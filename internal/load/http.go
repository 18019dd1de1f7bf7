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

// Conn is a client of a server. Its connections stay open, one for each request under way.
type Conn struct {
	addr string
	http *http.Transport
	// Wait is how long an answer may take.
	Wait time.Duration
}

// NewConn makes a client, which connects at its first request.
func NewConn(addr string) *Conn { return connFrom(addr, "") }

// connFrom makes a client with a source address. The loopback network has many, each
// with limits of its own.
func connFrom(addr, from string) *Conn {
	d := &net.Dialer{Timeout: 10 * time.Second}
	if from != "" {
		d.LocalAddr = &net.TCPAddr{IP: net.ParseIP(from)}
	}
	t := &http.Transport{DialContext: d.DialContext, DisableCompression: true, MaxIdleConnsPerHost: math.MaxInt}
	return &Conn{addr: addr, Wait: 60 * time.Second, http: t}
}

// Close ends the connections that are idle. The next request opens one again.
func (c *Conn) Close() { c.http.CloseIdleConnections() }

// Answer is a response.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
}

// OK reports whether the request succeeded.
func (a Answer) OK() bool { return a.Status/100 == 2 }

// Problem is the id of an error.
func (a Answer) Problem() string {
	var p struct {
		ID string `json:"id"`
	}
	_ = json.Unmarshal(a.Body, &p)
	return p.ID
}

// Err is nil if the request succeeded.
func (a Answer) Err() error {
	if a.OK() {
		return nil
	}
	return fmt.Errorf("load: the server said %d %s", a.Status, clip(a.Body))
}

func clip(b []byte) []byte { return bytes.TrimSpace(b[:min(len(b), 300)]) }

// Do sends a request and waits for its answer. A body is sent as JSON.
func (c *Conn) Do(method, path, token string, body any, headers ...string) (Answer, error) {
	ctx, cancel := context.WithTimeout(context.Background(), c.Wait)
	defer cancel()
	resp, err := c.send(ctx, method, path, token, body, headers...)
	if err != nil {
		return Answer{}, err
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.Header.Get("Content-Type") == "text/event-stream" { // it would not end
		return Answer{Status: resp.StatusCode, Header: resp.Header}, nil
	}
	data, err := io.ReadAll(resp.Body)
	return Answer{Status: resp.StatusCode, Header: resp.Header, Body: data}, err
}

// send sends a request with headers such as "Accept: text/html".
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

// succeed sends a request that has to succeed.
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

// fetch sends a request that has to succeed, and decodes its answer.
func (c *Conn) fetch(method, path, token string, body, out any) error {
	a, err := c.succeed(method, path, token, body)
	if err != nil {
		return err
	}
	return json.Unmarshal(a.Body, out)
}
