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
	hookReaders = 8    // number of goroutines that look up the webhooks for log entries
	hookEntries = 4096 // number of log entries that can wait for a lookup
	hookTries   = 2
	// Timeout limits one attempt of a call, from the DNS lookup to the end of the response.
	Timeout = 5 * time.Second
	// hookLookUp is the longest time for finding the webhooks of an entry.
	hookLookUp = 10 * time.Second
	// hookEnding is how long the end of a game may be delayed while its webhooks are looked up.
	hookEnding = 2 * time.Second
	hookAnswer = 4 << 10 // number of response bytes that are read and discarded
)

// Caller calls the webhooks of seats that begin to owe an answer. The node that wrote the log entry
// makes the calls. A call that still fails after several attempts is dropped.
type Caller struct {
	lobby   *lobby.Lobby
	people  *identity.People
	base    string // the URLs of tables begin with this
	observe func(how string)
	log     *slog.Logger
	entries chan Owed
	queue   *outbound.Queue
	client  *http.Client
}

// Owed is a job for Caller: some seats began to owe an answer, or their game ended.
type Owed struct {
	Table string
	Seats engine.Seats
	turn  engine.Seats // the seats whose turn it is, a subset of Seats
	step  string
	N     int
	over  bool
	// resolved is closed once the webhooks' URLs are found. It may be nil.
	resolved chan struct{}
}

// New returns a Caller. The URLs of tables begin with base. private allows webhooks to private
// network addresses. observe is called with the outcome of each notice.
func New(l *lobby.Lobby, people *identity.People, base string, private bool, observe func(how string), log *slog.Logger) *Caller {
	return &Caller{
		lobby: l, people: people, base: base, observe: observe, log: log, entries: make(chan Owed, hookEntries),
		queue: outbound.NewQueue(hookTries), client: outbound.NewClient(Timeout, private),
	}
}

// Ended calls the webhooks of a finished game. It must run before the lobby ends the table, because
// the lobby then deletes the webhooks' URLs. Ended waits a short time for the lookup of the URLs.
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

// EntryAppended is called for each entry that this node wrote. It ignores the last entry of a game,
// which Ended handles. It never blocks.
func (h *Caller) EntryAppended(t *table.Live, before, after *table.State) {
	if after.Over {
		return
	}
	var was engine.Seats
	if before != nil && before.Pos != nil {
		was = before.Pos.Decision().Owing()
	}
	d := after.Pos.Decision()
	o := Owed{Table: t.ID, Seats: d.Owing() &^ was, N: after.N}
	if o.Seats.Empty() || !h.lobby.MayHaveWebhooks(t.ID) { // most tables have no webhooks
		return
	}
	o.step = after.Pos.Vocabulary().Questions[d.Question]
	if d.Question == after.Pos.Vocabulary().Turn {
		o.turn = o.Seats
	}
	h.Tell(o)
}

// Tell queues a job. If the queue is full, Tell drops the job.
func (h *Caller) Tell(o Owed) {
	select {
	case h.entries <- o:
	default: // a full queue must not delay the table
		h.observe(outbound.Dropped)
	}
}

// Run looks up the webhooks for queued jobs until ctx is done.
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

// call looks up the webhooks of the seats that owe an answer and queues their notices. It waits for
// the store, but not for the webhooks' servers.
func (h *Caller) call(run context.Context, o Owed) {
	if o.resolved != nil {
		defer close(o.resolved)
	}
	ctx, cancel := context.WithTimeout(run, hookLookUp)
	defer cancel()
	t, err := h.lobby.Recent(ctx, o.Table)
	if err != nil {
		return // the seat's next notice will look the webhooks up again
	}
	for _, hook := range t.Webhooks {
		seat := engine.Seat(hook.Seat)
		if !o.Seats.Has(seat) || hook.On == lobby.OnOff || hook.On == lobby.OnTurn && !o.turn.Has(seat) && !o.over {
			continue
		}
		if t.Seats[hook.Seat].Standin != "" && !o.over {
			continue // a bot answers for this seat
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

// noteDelivery records the outcome of a notice in the metrics and the log.
func (h *Caller) noteDelivery(table, how string, err error) {
	h.observe(how)
	if err != nil {
		h.log.LogAttrs(context.Background(), slog.LevelInfo, "webhook failed", slog.String("table", table), slog.String("why", outbound.Reason(err)))
	}
}

// Notice is the body of a webhook call in its plain form.
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
	if hook.Form != lobby.FormatDiscord {
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
		"allowed_mentions": map[string]any{"parse": []string{}}, // a table's title must not notify everyone in the chat channel
	})
}

// post makes one attempt to send a notice. On failure, it reports whether another attempt may
// succeed.
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

// Waiting returns how many notices wait to be sent.
func (h *Caller) Waiting() int { return h.queue.Waiting() }

// Unread returns how many jobs wait for a lookup of their webhooks.
func (h *Caller) Unread() int { return len(h.entries) }
