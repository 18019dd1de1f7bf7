package hooks

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"time"

	"theriac/engine"
	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/internal/outbound"
	"theriac/internal/table"
	"theriac/locale"
)

const (
	hookReaders = 8    // look up whom an entry concerns
	hookEntries = 4096 // that wait to be looked up
	hookTries   = 2
	// Timeout is for one attempt, from the name lookup to the end of the response.
	Timeout = 5 * time.Second
	// hookLookUp is how long the lookup of the hooks may take.
	hookLookUp = 10 * time.Second
	// hookEnding is how long the end of a game waits for the lookup.
	hookEnding = 2 * time.Second
	hookAnswer = 4 << 10 // so much of a response is read, and thrown away
)

// Caller calls the addresses that people gave for the seats they hold, when a seat
// begins to owe an answer. The node that wrote the entry calls; a call that fails
// after some attempts is dropped.
type Caller struct {
	lobby   *lobby.Lobby
	people  *identity.People
	base    string // of links to tables
	observe func(how string)
	log     *slog.Logger
	entries chan Owed
	queue   *outbound.Queue
	client  *http.Client
}

// Owed says that some seats began to owe an answer.
type Owed struct {
	Table string
	Seats engine.Seats
	turn  engine.Seats // of these, those on turn
	step  string
	N     int
	over  bool
	// resolved is closed once the hooks are known; may be nil.
	resolved chan struct{}
}

// New makes the caller of webhooks. Links to tables begin with base; observe counts how
// each notice ended; private allows addresses that only this network reaches.
func New(l *lobby.Lobby, people *identity.People, base string, private bool, observe func(how string), log *slog.Logger) *Caller {
	return &Caller{
		lobby: l, people: people, base: base, observe: observe, log: log, entries: make(chan Owed, hookEntries),
		queue: outbound.NewQueue(hookTries), client: outbound.NewClient(Timeout, private),
	}
}

// Ended handles the end of a game, before the lobby does: that removes the addresses
// of its webhooks. It waits until they are found, but delays no ending for long.
func (h *Caller) Ended(ctx context.Context, s *table.State) {
	ctx, cancel := context.WithTimeout(ctx, hookEnding)
	defer cancel()
	d := s.Pos.Decision()
	o := Owed{Table: s.Table, Seats: s.Seats(), step: s.Pos.Vocabulary().Questions[d.Question], N: s.N, over: true, resolved: make(chan struct{})}
	select {
	case h.entries <- o:
	case <-ctx.Done():
		h.observe(outbound.Dropped)
		return
	}
	select {
	case <-o.resolved:
	case <-ctx.Done():
	}
}

// Wrote handles each entry that this node wrote. It does not block. It leaves the
// last one to Ended.
func (h *Caller) Wrote(t *table.Table, before, after *table.State) {
	if after.Over {
		return
	}
	var was engine.Seats
	if before != nil && before.Pos != nil {
		was = before.Pos.Decision().Owing()
	}
	d := after.Pos.Decision()
	o := Owed{Table: t.ID, Seats: d.Owing() &^ was, N: after.N}
	if o.Seats.Empty() || h.lobby.Hookless(t.ID) { // most tables
		return
	}
	o.step = after.Pos.Vocabulary().Questions[d.Question]
	if d.Question == after.Pos.Vocabulary().Turn {
		o.turn = o.Seats
	}
	h.Tell(o)
}

// Tell tells the webhooks of seats that they owe an answer.
func (h *Caller) Tell(o Owed) {
	select {
	case h.entries <- o:
	default: // too far behind: a notice is not worth a delay of the table
		h.observe(outbound.Dropped)
	}
}

// Run looks up whom entries concern, until ctx ends.
func (h *Caller) Run(ctx context.Context) {
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
func (h *Caller) call(run context.Context, o Owed) {
	if o.resolved != nil {
		defer close(o.resolved)
	}
	ctx, cancel := context.WithTimeout(run, hookLookUp)
	defer cancel()
	t, err := h.lobby.Recent(ctx, o.Table)
	if err != nil {
		return // the next answer that is owed calls again
	}
	for _, hook := range t.Webhooks {
		seat := engine.Seat(hook.Seat)
		if !o.Seats.Has(seat) || hook.On == lobby.OnOff || hook.On == lobby.OnTurn && !o.turn.Has(seat) && !o.over {
			continue
		}
		if t.Seats[hook.Seat].Standin != "" && !o.over {
			continue // a bot answers for them
		}
		body, err := h.body(ctx, t, hook, o)
		if err != nil {
			continue
		}
		h.queue.Put(run, outbound.Delivery{
			Owner: t.Seats[hook.Seat].Holder, URL: hook.URL,
			Send: func(ctx context.Context) (bool, error) { return h.post(ctx, hook.URL, body) },
			Done: func(how string, err error) { h.noteDelivery(t.ID, how, err) },
		})
	}
}

// noteDelivery notes how a notice ended.
func (h *Caller) noteDelivery(table, how string, err error) {
	h.observe(how)
	if err != nil {
		h.log.LogAttrs(context.Background(), slog.LevelInfo, "webhook failed", slog.String("table", table), slog.String("why", outbound.Reason(err)))
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

func (h *Caller) body(ctx context.Context, t lobby.Table, hook lobby.Hook, o Owed) ([]byte, error) {
	link := h.base + "/t/" + t.ID
	if hook.Form != lobby.FormDiscord {
		return json.Marshal(Notice{Table: t.ID, Title: t.Title, Game: t.Game, Seat: hook.Seat, Question: o.step,
			Turn: o.turn.Has(engine.Seat(hook.Seat)), N: o.N, Link: link})
	}
	lang := ""
	if who, err := h.people.Get(ctx, t.Seats[hook.Seat].Holder); err == nil {
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
func (h *Caller) post(ctx context.Context, url string, body []byte) (again bool, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
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

// Waiting is how many notices wait.
func (h *Caller) Waiting() int { return h.queue.Waiting() }

// Unread is how many entries wait to be looked up.
func (h *Caller) Unread() int { return len(h.entries) }
