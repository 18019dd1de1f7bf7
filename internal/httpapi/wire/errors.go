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

// Problem is an error response in the form of RFC 9457. Its id never changes, so programs can rely
// on it. Clients have a text for each id.
type Problem struct {
	Status  int     `json:"status" doc:"The HTTP status." example:"409"`
	Title   string  `json:"title" doc:"The status in words."`
	ID      string  `json:"id" doc:"What is wrong: stable, in kebab-case." example:"stale-question"`
	Rule    string  `json:"rule,omitempty" doc:"The rule of the game that forbids it."`
	What    string  `json:"what,omitempty" doc:"What it is about, such as the move as it was sent."`
	Request string  `json:"request,omitempty" doc:"The request's id, as in the server's log. Only for errors of the server."`
	Errors  []Fault `json:"errors,omitempty" doc:"The parts of the request that do not match this document."`

	// Retry is when the client should try again; it becomes a header. Remark is for the server's
	// log. Neither is part of the JSON.
	Retry  time.Duration `json:"-"`
	Remark string        `json:"-"`
}

// Fault describes one malformed part of a request.
type Fault struct {
	Where string `json:"where,omitempty" doc:"Such as body.title."`
	Why   string `json:"why"`
}

func (p *Problem) Error() string { return "httpapi: " + p.ID }

// GetStatus returns the HTTP status.
func (p *Problem) GetStatus() int { return p.Status }

// ContentType returns the media type of RFC 9457.
func (p *Problem) ContentType(string) string { return "application/problem+json" }

// GetHeaders returns headers that tell when to retry or how to authenticate.
func (p *Problem) GetHeaders() http.Header {
	switch {
	case p.Status == http.StatusUnauthorized:
		return http.Header{"Www-Authenticate": {"Bearer"}}
	case p.Retry > 0:
		return http.Header{"Retry-After": {strconv.Itoa(max(1, int(math.Ceil(p.Retry.Seconds()))))}}
	}
	return nil
}

// Write sends the problem as the response.
func (p *Problem) Write(w http.ResponseWriter) {
	data, err := json.Marshal(p)
	if err != nil {
		data = []byte("{}") // cannot happen, since a problem contains only strings and numbers
	}
	header := w.Header()
	header.Set("Content-Type", p.ContentType(""))
	for name, values := range p.GetHeaders() {
		header[name] = values
	}
	w.WriteHeader(p.Status)
	_, _ = w.Write(data) // an error means that the client has disconnected
}

// NewProblem returns a problem with an HTTP status and an id.
func NewProblem(status int, id string) *Problem {
	return &Problem{Status: status, Title: http.StatusText(status), ID: id}
}

// Plain sends plain text as the response.
func Plain(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(text))
}

// Broken is the id of the problem for an internal error.
const Broken = "broken"

// teller is an error that determines the HTTP status and the problem id of its response.
type teller interface {
	error
	Problem() (status int, id string)
}

// unnamed lists the errors of packages that do not know HTTP, each with the response to it. How long
// clients should wait before they retry is in the map waits.
var unnamed = []struct {
	err    error
	status int
	id     string
}{
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

// waits is how long a client should wait before it retries a request, by problem id. The archive of
// old games takes longer to recover than the store.
var waits = map[string]time.Duration{tryAgain: time.Second, "stories-busy": time.Minute}

// Explain returns the problem for an error. The problem comes from the error itself, if it is a
// teller, or from the table unnamed. Any other error is an internal error.
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
		again := NewProblem(http.StatusServiceUnavailable, tryAgain) // another server took too long to respond
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

// badSettings is the id of the problem if the engine rejects the settings of a new table.
const badSettings = "bad-settings"

// formal converts huma's validation errors to a problem. It omits the values that these errors
// quote, because the values can be secrets.
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

// Short shortens a string that a client sent, for use in a log or an error.
func Short(text string) string { return text[:min(len(text), 200)] }

// FormID returns the id of the problem for a malformed request with this status.
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

// IDs lists the problem ids of this package. A test checks that each has a text.
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
