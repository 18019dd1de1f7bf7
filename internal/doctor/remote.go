package doctor

import (
	"bufio"
	"bytes"
	"context"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Remote is a server to check through its public address, with the settings of the check.
type Remote struct {
	URL      string        // URL of the server, as people open it
	Version  string        // version of this program, to compare with the server's
	Patience time.Duration // the longest time to wait for an event
	Idle     time.Duration // how long to keep a quiet stream open; 0 skips this check
	Client   *http.Client
}

// apart is the largest accepted difference between two machines' clocks. The Date header has only
// whole seconds.
const apart = 3 * time.Second

// Look checks the server and returns the report. At the end it removes the data that it made on the
// server, as far as the API allows.
func (c Remote) Look(ctx context.Context) Report {
	var r Report
	c.URL = strings.TrimSuffix(c.URL, "/")
	if !c.reach(ctx, &r) {
		return r
	}
	c.scheme(&r)
	token := c.arrive(ctx, &r)
	if token == "" {
		return r
	}
	defer func() {
		// The private table remains on the server. No one can see the table once its guest is
		// deleted.
		_, _, _ = c.ask(context.WithoutCancel(ctx), http.MethodDelete, "/api/me", token, nil)
	}()
	table := c.table(ctx, &r, token)
	if table != "" {
		c.stream(ctx, &r, token, table)
	}
	return r
}

// reach checks that the server responds and is a Theriac server, and reports its version. It
// returns false if more checks would be pointless.
func (c Remote) reach(ctx context.Context, r *Report) bool {
	answer, body, err := c.ask(ctx, http.MethodGet, "/readyz", "", nil)
	switch word := strings.TrimSpace(string(body)); {
	case err != nil:
		r.add(Problem, "address", "is the server running, and do the name, the port and the firewall lead to it?", "nobody answers at %s: %v", c.URL, err)
		return false
	case answer.StatusCode == http.StatusServiceUnavailable:
		r.add(Problem, "ready", "docs/host/monitoring.md says what the word means", "the server is not ready: %s", word)
		return false
	case answer.StatusCode != http.StatusOK || !strings.HasPrefix(word, "ok"):
		r.add(Problem, "address", "is this Theriac? A proxy has to pass every path on", "/readyz answers %s, %.60q", answer.Status, word)
		return false
	case word != "ok":
		remarks(r, strings.Fields(word)[1:])
	default:
		r.add(Fine, "ready", "", "the server is ready")
	}
	c.clock(r, answer)
	var v struct{ Version, Client string }
	answer, body, err = c.ask(ctx, http.MethodGet, "/api/version", "", nil)
	switch {
	case err != nil:
		r.add(Problem, "version", "a proxy has to pass /api on", "%v", err)
		return false
	case answer.StatusCode == http.StatusMisdirectedRequest: // the server accepts probes for any host name, but other requests only for names it knows
		var p struct{ What string }
		_ = json.Unmarshal(body, &p)
		r.add(Problem, "name", "theriac serve --host "+p.What+", or let the proxy pass on the Host header that it gets", "the server does not answer to the name %s", p.What)
		return false
	case answer.StatusCode != http.StatusOK || json.Unmarshal(body, &v) != nil:
		r.add(Problem, "version", "a proxy has to pass /api on", "/api/version answers %s, %.60q", answer.Status, body)
		return false
	}
	switch {
	case v.Client == "":
		r.add(Problem, "version", "build it with make build, or use a release", "%s, without the web client", v.Version)
	case c.Version != "" && v.Version != c.Version:
		r.add(Notice, "version", "", "%s; this program is %s", v.Version, c.Version)
	default:
		r.add(Fine, "version", "", "%s", v.Version)
	}
	return true
}

// remarks adds a finding for each word that follows the server's "ok".
func remarks(r *Report, words []string) {
	for _, word := range words {
		switch word {
		case "clock":
			r.add(Problem, "clock", "synchronise the nodes with NTP", "this node's clock differs from the others'")
		case "newer":
			r.add(Problem, "data", "install the newer version again; docs/host/backup.md says how to go back",
				"this program is too old for some of the data: games that a newer version continued are read-only")
		default:
			r.add(Notice, "ready", "", "the server says “%.60s”", word)
		}
	}
}

// clock compares the Date header of a response with this machine's time.
func (c Remote) clock(r *Report, answer *http.Response) {
	at, err := http.ParseTime(answer.Header.Get("Date"))
	if err != nil {
		r.add(Notice, "clock", "", "the answer has no date")
		return
	}
	if off := time.Since(at); off.Abs() > apart {
		r.add(Problem, "clock", "synchronise both machines with NTP: clocks of games and certificates go by it", "it differs from this machine's by %s", off.Round(time.Second))
		return
	}
	r.add(Fine, "clock", "", "as here, within %s", apart)
	if t := answer.TLS; t != nil && len(t.PeerCertificates) > 0 {
		certificate(r, t.PeerCertificates[0], time.Now())
	}
}

// certificate checks how long a certificate remains valid. It should be renewed while a third of
// its lifetime is left. If less than a sixth is left, or less than two weeks of a long lifetime,
// the renewal must have failed.
func certificate(r *Report, c *x509.Certificate, now time.Time) {
	left, life := c.NotAfter.Sub(now), c.NotAfter.Sub(c.NotBefore)
	if left < min(life/6, 14*day) {
		r.add(Problem, "certificate", "renew it: the server reads a new --tls-cert by itself, and asks for one with --tls-domain", "it ends in %s", long(left))
		return
	}
	r.add(Fine, "certificate", "", "it is good for %s", long(left))
}

const day = 24 * time.Hour

// long formats a duration in the unit that fits it.
func long(d time.Duration) string {
	if d < 2*day {
		return fmt.Sprintf("%d hours", int(d.Hours()))
	}
	return fmt.Sprintf("%d days", int(d/day))
}

// scheme checks whether the connection to the server is encrypted.
func (c Remote) scheme(r *Report) {
	u, err := url.Parse(c.URL)
	if err == nil && u.Scheme == "http" && !atHome(u.Hostname()) {
		r.add(Notice, "TLS", "--tls-domain, or a proxy with a certificate", "the connection is not encrypted")
	}
}

// arrive makes a guest on the server and returns its token.
func (c Remote) arrive(ctx context.Context, r *Report) string {
	var who struct{ Token string }
	if err := c.json(ctx, http.MethodPost, "/api/people", "", map[string]any{"name": "Doctor", "bot": true}, &who); err != nil {
		r.add(Problem, "guests", "a proxy has to pass POST and its body on", "nobody can get a name: %v", err)
		return ""
	}
	return who.Token
}

// table makes a private table, and checks that its links begin with the server's URL.
func (c Remote) table(ctx context.Context, r *Report, token string) string {
	var games []struct{ Name string }
	if err := c.json(ctx, http.MethodGet, "/api/games", token, nil, &games); err != nil || len(games) == 0 {
		r.add(Problem, "games", "", "there are none: %v", err)
		return ""
	}
	var table struct {
		ID    string
		Links struct{ Invite string }
	}
	if err := c.json(ctx, http.MethodPost, "/api/tables", token, map[string]any{"game": games[0].Name, "sit": "all", "links": true}, &table); err != nil {
		r.add(Problem, "tables", "", "none can be made: %v", err)
		return ""
	}
	if invite := table.Links.Invite; !strings.HasPrefix(invite, c.URL+"/") {
		at := invite
		if u, err := url.Parse(invite); err == nil {
			at = u.Scheme + "://" + u.Host
		}
		r.add(Problem, "links", "theriac serve --origin "+c.URL, "invitations lead to %s, and people come to %s", at, c.URL)
	} else {
		r.add(Fine, "links", "", "invitations lead here")
	}
	return table.ID
}

const unbuffered = "the proxy must not buffer /api/tables/*/events (nginx: proxy_buffering off; Caddy: flush_interval -1)"

// stream follows a table's event stream, starts the game, and checks that the event arrives in
// time.
func (c Remote) stream(ctx context.Context, r *Report, token, table string) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	lines := make(chan string, 1000)
	failed := make(chan error, 1)
	go func() { failed <- c.follow(ctx, token, "/api/tables/"+table+"/events", lines) }()
	began := time.Now()
	if err := waitFor(lines, failed, "event: table", c.Patience); err != nil {
		r.add(Problem, "stream", unbuffered, "a table's stream brings nothing: %v", err)
		return
	}
	if _, _, err := c.ask(ctx, http.MethodPost, "/api/tables/"+table+"/start", token, nil); err != nil {
		r.add(Problem, "stream", "", "the game does not start: %v", err)
		return
	}
	if err := waitFor(lines, failed, "event: update", c.Patience); err != nil {
		r.add(Problem, "stream", unbuffered, "a table's stream does not bring what happens: %v", err)
		return
	}
	r.add(Fine, "stream", "", "news arrive at once (%s)", time.Since(began).Round(time.Millisecond))
	if c.Idle == 0 {
		return
	}
	if err := waitFor(lines, failed, ":", c.Idle); err != nil {
		r.add(Problem, "quiet stream", "the proxy must let a response last for an hour (nginx: proxy_read_timeout 1h)", "it does not last: %v", err)
		return
	}
	r.add(Fine, "quiet stream", "", "it lasts, and the server's sign of life arrives")
}

// follow opens an event stream and sends its lines to a channel.
func (c Remote) follow(ctx context.Context, token, path string, lines chan<- string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.URL+path, nil)
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", "Bearer "+token)
	answer, err := c.Client.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = answer.Body.Close() }()
	if kind := answer.Header.Get("Content-Type"); answer.StatusCode != http.StatusOK || !strings.HasPrefix(kind, "text/event-stream") {
		return fmt.Errorf("%s, %s", answer.Status, kind)
	}
	s := bufio.NewScanner(answer.Body)
	s.Buffer(nil, 8<<20)
	for s.Scan() {
		select {
		case lines <- s.Text():
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	if s.Err() != nil {
		return s.Err()
	}
	return errors.New("the stream ended")
}

// waitFor waits until a line with this prefix arrives.
func waitFor(lines <-chan string, failed <-chan error, prefix string, within time.Duration) error {
	late := time.After(within)
	for {
		select {
		case l := <-lines:
			if strings.HasPrefix(l, prefix) {
				return nil
			}
		case err := <-failed:
			return err
		case <-late:
			return fmt.Errorf("nothing within %s", within)
		}
	}
}

// ask sends a request and returns the response with its body.
func (c Remote) ask(ctx context.Context, method, path, token string, body any) (*http.Response, []byte, error) {
	ctx, cancel := context.WithTimeout(ctx, 15*time.Second)
	defer cancel()
	var sent io.Reader
	if body != nil {
		data, err := json.Marshal(body)
		if err != nil {
			return nil, nil, err
		}
		sent = bytes.NewReader(data)
	}
	req, err := http.NewRequestWithContext(ctx, method, c.URL+path, sent)
	if err != nil {
		return nil, nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	answer, err := c.Client.Do(req)
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = answer.Body.Close() }()
	data, err := io.ReadAll(io.LimitReader(answer.Body, 4<<20))
	return answer, data, err
}

// json sends a request and decodes a successful response.
func (c Remote) json(ctx context.Context, method, path, token string, body, into any) error {
	answer, data, err := c.ask(ctx, method, path, token, body)
	if err != nil {
		return err
	}
	if answer.StatusCode >= 300 {
		return fmt.Errorf("%s answers %s, %.100q", path, answer.Status, data)
	}
	if err := json.Unmarshal(data, into); err != nil {
		return fmt.Errorf("%s answers no JSON", path)
	}
	return nil
}
