package wire

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"net/http"
	"strconv"
	"time"

	"theriac/engine"
	"theriac/internal/advice"
	"theriac/internal/store"

	"github.com/danielgtaylor/huma/v2"
)

// Problem is an error in the form of RFC 9457. Its id is stable and made for
// programs; clients have the texts for it.
type Problem struct {
	Status  int     `json:"status" doc:"The HTTP status." example:"409"`
	Title   string  `json:"title" doc:"The status in words."`
	ID      string  `json:"id" doc:"What is wrong: stable, in kebab-case." example:"stale-question"`
	Rule    string  `json:"rule,omitempty" doc:"The rule of the game that forbids it."`
	What    string  `json:"what,omitempty" doc:"What it is about, such as the move as it was sent."`
	Request string  `json:"request,omitempty" doc:"The request's id, as in the server's log. Only for errors of the server."`
	Errors  []Fault `json:"errors,omitempty" doc:"The parts of the request that do not match this document."`

	// Retry is when to try again, and Remark what the log says. Both are for this server.
	Retry  time.Duration `json:"-"`
	Remark string        `json:"-"`
}

// Fault is one part of a request that is malformed.
type Fault struct {
	Where string `json:"where,omitempty" doc:"Such as body.title."`
	Why   string `json:"why"`
}

func (p *Problem) Error() string { return "httpapi: " + p.ID }

// GetStatus is the HTTP status.
func (p *Problem) GetStatus() int { return p.Status }

// ContentType is that of RFC 9457.
func (p *Problem) ContentType(string) string { return "application/problem+json" }

// GetHeaders says when to retry or how to authenticate, where that helps.
func (p *Problem) GetHeaders() http.Header {
	switch {
	case p.Status == http.StatusUnauthorized:
		return http.Header{"Www-Authenticate": {"Bearer"}}
	case p.Retry > 0:
		return http.Header{"Retry-After": {strconv.Itoa(max(1, int(math.Ceil(p.Retry.Seconds()))))}}
	}
	return nil
}

// Write answers with the problem.
func (p *Problem) Write(w http.ResponseWriter) {
	data, err := json.Marshal(p)
	if err != nil {
		data = []byte("{}") // its fields are texts and numbers
	}
	header := w.Header()
	header.Set("Content-Type", p.ContentType(""))
	for name, values := range p.GetHeaders() {
		header[name] = values
	}
	w.WriteHeader(p.Status)
	_, _ = w.Write(data) // the client may have gone
}

// NewProblem is a problem of a status and an id.
func NewProblem(status int, id string) *Problem {
	return &Problem{Status: status, Title: http.StatusText(status), ID: id}
}

// Plain answers with a text.
func Plain(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(text))
}

// Broken is the id of an internal error.
const Broken = "broken"

// teller is an error that knows what a client is told.
type teller interface {
	error
	Problem() (status int, id string)
}

// unnamed are the errors that know nothing of clients, and what these are told. The id has
// its time to wait in waits.
var unnamed = []struct {
	err    error
	status int
	id     string
}{
	{store.ErrAway, http.StatusServiceUnavailable, "archive-away"},
	{store.ErrUncertain, http.StatusServiceUnavailable, tryAgain},
	{store.ErrUnavailable, http.StatusServiceUnavailable, tryAgain},
	{store.ErrConflict, http.StatusServiceUnavailable, tryAgain},
	{context.DeadlineExceeded, http.StatusServiceUnavailable, tryAgain},
	{context.Canceled, http.StatusServiceUnavailable, tryAgain},
	{advice.ErrFailed, http.StatusServiceUnavailable, tryAgain},
	{store.ErrFull, http.StatusInsufficientStorage, "full"},
	{store.ErrNewer, http.StatusLocked, "newer"},
	{store.ErrDamaged, http.StatusLocked, "damaged"},
}

const tryAgain = "try-again"

// waits are when a client should repeat what was not taken: an old game whose bucket does
// not answer takes longer than the store.
var waits = map[string]time.Duration{tryAgain: time.Second, "archive-away": 10 * time.Second, "stories-busy": time.Minute}

// Explain turns an error into what a client is told: as the error itself says, or as unnamed
// does. Any other error is the server's own fault.
func Explain(err error) *Problem {
	var own *Problem
	if errors.As(err, &own) {
		return own
	}
	p := told(err)
	p.Retry = waits[p.ID]
	return p
}

func told(err error) *Problem {
	var (
		t       teller
		refused *engine.Refusal
		parse   *engine.ParseError
	)
	if errors.As(err, &t) {
		p := NewProblem(t.Problem())
		if r, ok := t.(interface{ Remark() string }); ok {
			p.Remark = r.Remark()
		}
		if d, ok := t.(interface{ Detail() (rule, what string) }); ok {
			p.Rule, p.What = d.Detail()
		} else if errors.As(err, &parse) {
			p.What = parse.Text
		}
		if p.Remark == "" || !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, context.Canceled) {
			return p
		}
		again := NewProblem(http.StatusServiceUnavailable, tryAgain) // another server took too long
		again.Remark = p.Remark
		return again
	}
	for _, s := range unnamed {
		if errors.Is(err, s.err) {
			return NewProblem(s.status, s.id)
		}
	}
	if errors.As(err, &refused) {
		p := NewProblem(http.StatusUnprocessableEntity, badSettings)
		p.Rule, p.What = refused.Rule, refused.What
		return p
	}
	if errors.As(err, &parse) {
		p := NewProblem(http.StatusUnprocessableEntity, badSettings)
		p.What = parse.Text
		return p
	}
	return NewProblem(http.StatusInternalServerError, Broken)
}

// badSettings is what the engine refuses while a table is made.
const badSettings = "bad-settings"

// formal turns huma's validation errors into a problem. It leaves out the values that
// they quote: they can be secrets.
func formal(_ huma.Context, _ string, v any) (any, error) {
	m, ok := v.(*huma.ErrorModel)
	if !ok {
		return v, nil
	}
	p := NewProblem(m.Status, FormID(m.Status))
	for _, e := range m.Errors[:min(len(m.Errors), 10)] {
		if e != nil {
			p.Errors = append(p.Errors, Fault{Where: Short(e.Location), Why: Short(e.Message)})
		}
	}
	return p, nil
}

// Short is the beginning of a text that a client sent.
func Short(text string) string { return text[:min(len(text), 200)] }

// FormID is the id of a malformed request.
func FormID(status int) string {
	switch status {
	case http.StatusBadRequest:
		return "unreadable"
	case http.StatusNotFound:
		return "not-found"
	case http.StatusMethodNotAllowed:
		return "wrong-method"
	case http.StatusRequestTimeout:
		return "too-slow"
	case http.StatusRequestEntityTooLarge:
		return "too-large"
	case http.StatusUnsupportedMediaType:
		return "not-json"
	case http.StatusUnprocessableEntity:
		return "invalid"
	case http.StatusInternalServerError:
		return Broken
	}
	return "refused"
}

// IDs lists the ids that this package answers with, to check that each has a text.
func IDs() []string {
	list := []string{Broken, tryAgain, badSettings}
	for _, u := range unnamed {
		list = append(list, u.id)
	}
	for status := http.StatusBadRequest; status < 600; status++ {
		list = append(list, FormID(status))
	}
	return list
}
