package httpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"time"

	"theriac/engine"
	"theriac/internal/lobby"
	"theriac/internal/table"
	"theriac/locale"
)

const (
	hookReaders = 8    // look up whom an entry concerns
	hookEntries = 4096 // that wait to be looked up
	hookTries   = 2
	hookDial    = 3 * time.Second // to connect to one address
	hookTimeout = 5 * time.Second // for one attempt, from the name lookup to the end of the response
	hookPause   = time.Second     // before the second attempt, twice
	// hookLookUp is how long the lookup of the hooks may take.
	hookLookUp = 10 * time.Second
	// hookEnding is how long the end of a game waits for the lookup.
	hookEnding = 2 * time.Second
	hookAnswer = 4 << 10 // so much of a response is read, and thrown away
	hookHeader = 16 << 10
)

// hooks calls the addresses that people gave for the seats they hold, when a seat
// begins to owe an answer. The node that wrote the entry calls; a call that fails
// after some attempts is dropped.
type hooks struct {
	a       *API
	entries chan owed
	queue   *hookQueue
	client  *http.Client
	closed  []netip.Prefix
}

// owed says that some seats began to owe an answer.
type owed struct {
	table string
	seats engine.Seats
	turn  engine.Seats // of these, those on turn
	step  string
	n     int
	over  bool
	// resolved is closed once the hooks are known; may be nil.
	resolved chan struct{}
}

func newHooks(a *API) *hooks {
	dial := &net.Dialer{Timeout: hookDial}
	h := &hooks{a: a, entries: make(chan owed, hookEntries), closed: closed()}
	h.queue = newHookQueue(h.post, h.noteDelivery)
	transport := &http.Transport{
		DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			return h.dial(ctx, dial, network, address)
		},
		MaxIdleConns: hooksAtOnce, MaxIdleConnsPerHost: 2, IdleConnTimeout: time.Minute, MaxResponseHeaderBytes: hookHeader,
	}
	h.client = &http.Client{Transport: transport, Timeout: hookTimeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	return h
}

// dial connects to public addresses, and to others only where the operator allows it.
// It checks the address after its name was resolved.
func (h *hooks) dial(ctx context.Context, d *net.Dialer, network, address string) (net.Conn, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	found, err := net.DefaultResolver.LookupNetIP(ctx, "ip", host)
	if err != nil {
		return nil, err
	}
	err = errors.New("httpapi: a webhook has no address that may be called")
	for _, ip := range found {
		if !h.a.conf.Live.PrivateHooks && !h.public(ip.Unmap()) {
			continue
		}
		var c net.Conn
		if c, err = d.DialContext(ctx, network, net.JoinHostPort(ip.String(), port)); err == nil {
			return c, nil
		}
	}
	return nil, err
}

// closed are addresses outside the public internet, or leading back from it:
// carriers' own, protocol assignments, tests, the way round through IPv6, and clouds'
// own services.
func closed() []netip.Prefix {
	var list []netip.Prefix
	for _, p := range []string{
		"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
		"240.0.0.0/4", "168.63.129.16/32", "64:ff9b::/96", "64:ff9b:1::/48", "2001::/23", "2001:db8::/32", "2002::/16", "fec0::/10", "100::/64",
	} {
		list = append(list, netip.MustParsePrefix(p))
	}
	return list
}

// public says whether an address is on the public internet.
func (h *hooks) public(ip netip.Addr) bool {
	for _, p := range h.closed {
		if p.Contains(ip) {
			return false
		}
	}
	return ip.IsGlobalUnicast() && !ip.IsPrivate() && !ip.IsLoopback() && !ip.IsLinkLocalUnicast()
}

// Ended handles the end of a game, before the lobby does: that removes the addresses
// of its webhooks. It waits until they are found, but delays no ending for long.
func (a *API) Ended(ctx context.Context, s *table.State) {
	ctx, cancel := context.WithTimeout(ctx, hookEnding)
	defer cancel()
	d := s.Pos.Decision()
	o := owed{table: s.Table, seats: s.Seats(), step: s.Pos.Vocabulary().Questions[d.Question], n: s.N, over: true, resolved: make(chan struct{})}
	select {
	case a.hooks.entries <- o:
	case <-ctx.Done():
		a.conf.Observe.Hook(hookDropped)
		return
	}
	select {
	case <-o.resolved:
	case <-ctx.Done():
	}
}

// Wrote handles each entry that this node wrote. It does not block. It leaves the
// last one to Ended.
func (a *API) Wrote(t *table.Table, before, after *table.State) {
	if after.Over {
		return
	}
	var was engine.Seats
	if before != nil && before.Pos != nil {
		was = before.Pos.Decision().Owing()
	}
	d := after.Pos.Decision()
	o := owed{table: t.ID, seats: d.Owing() &^ was, n: after.N}
	if o.seats.Empty() {
		return
	}
	o.step = after.Pos.Vocabulary().Questions[d.Question]
	if d.Question == after.Pos.Vocabulary().Turn {
		o.turn = o.seats
	}
	select {
	case a.hooks.entries <- o:
	default: // too far behind: a notice is not worth a delay of the table
		a.conf.Observe.Hook(hookDropped)
	}
}

func (h *hooks) run(ctx context.Context) {
	for range hookReaders {
		go func() {
			for {
				select {
				case <-ctx.Done():
					return
				case o := <-h.entries:
					h.call(ctx, o)
				}
			}
		}()
	}
}

// call finds the hooks of the seats that owe an answer and queues their notices. It
// waits for the store and for no receiver.
func (h *hooks) call(run context.Context, o owed) {
	if o.resolved != nil {
		defer close(o.resolved)
	}
	ctx, cancel := context.WithTimeout(run, hookLookUp)
	defer cancel()
	t, err := h.a.conf.Lobby.Recent(ctx, o.table)
	if err != nil {
		return // the next answer that is owed calls again
	}
	for _, hook := range t.Webhooks {
		seat := engine.Seat(hook.Seat)
		if !o.seats.Has(seat) || hook.On == lobby.OnOff || hook.On == lobby.OnTurn && !o.turn.Has(seat) && !o.over {
			continue
		}
		if t.Seats[hook.Seat].Standin != "" && !o.over {
			continue // a bot answers for them
		}
		body, err := h.body(ctx, t, hook, o)
		if err != nil {
			continue
		}
		h.queue.put(run, notice{owner: t.Seats[hook.Seat].Holder, url: hook.URL, body: body, table: t.ID})
	}
}

// noteDelivery notes how a notice ended.
func (h *hooks) noteDelivery(n notice, how string, err error) {
	h.a.conf.Observe.Hook(how)
	if err != nil {
		h.a.conf.Logger.LogAttrs(context.Background(), slog.LevelInfo, "webhook failed", slog.String("table", n.table), slog.String("why", reason(err)))
	}
}

// Notice is the plain form of a webhook's body.
type Notice struct {
	Table    string `json:"table"`
	Title    string `json:"title,omitempty"`
	Game     string `json:"game"`
	Seat     int    `json:"seat"`
	Question string `json:"question" doc:"The kind of question, such as action or window; over at the end."`
	Turn     bool   `json:"turn"`
	N        int    `json:"n"`
	Link     string `json:"link"`
}

func (h *hooks) body(ctx context.Context, t lobby.Table, hook lobby.Hook, o owed) ([]byte, error) {
	link := h.a.origin.base + "/t/" + t.ID
	if hook.Form != lobby.FormDiscord {
		return json.Marshal(Notice{Table: t.ID, Title: t.Title, Game: t.Game, Seat: hook.Seat, Question: o.step,
			Turn: o.turn.Has(engine.Seat(hook.Seat)), N: o.n, Link: link})
	}
	lang := ""
	if who, err := h.a.conf.Identity.Get(ctx, t.Seats[hook.Seat].Holder); err == nil {
		lang = who.Lang
	}
	words, err := locale.For(locale.Match(lang))
	if err != nil {
		return nil, err
	}
	key := "webhook.owed"
	switch {
	case o.over:
		key = "webhook.over"
	case o.turn.Has(engine.Seat(hook.Seat)):
		key = "webhook.turn"
	}
	title := t.Title
	if title == "" {
		title = t.ID
	}
	return json.Marshal(map[string]any{
		"content":          words.Text(key, "title", title, "link", link),
		"allowed_mentions": map[string]any{"parse": []string{}}, // a title cannot call everybody
	})
}

// post sends a notice once, and says whether another attempt may help.
func (h *hooks) post(ctx context.Context, n notice) (again bool, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, n.url, bytes.NewReader(n.body))
	if err != nil {
		return false, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", "theriac")
	res, err := h.client.Do(req)
	if err != nil {
		return true, err
	}
	_, _ = io.CopyN(io.Discard, res.Body, hookAnswer)
	_ = res.Body.Close()
	if res.StatusCode >= 300 {
		return res.StatusCode >= 500 || res.StatusCode == http.StatusTooManyRequests, fmt.Errorf("status %d", res.StatusCode)
	}
	return false, nil
}

// reason is why a call failed, without the address: it can hold a secret.
func reason(err error) string {
	for {
		inner := errors.Unwrap(err)
		if inner == nil {
			return short(err.Error())
		}
		err = inner
	}
}
