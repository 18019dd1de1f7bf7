// Package refusal makes errors that are shown to clients. Each error has its HTTP status and its id, so that no
// other code has to map errors to responses.
//
// By design it refuses to know the API: it has no texts for people, and imports nothing.
package refusal

// The HTTP statuses that a refusal can have.
const (
	Unauthorized = 401
	Forbidden    = 403
	NotFound     = 404
	Conflict     = 409
	Invalid      = 422
	Locked       = 423
	TooMany      = 429
	BadGateway   = 502
	Unavailable  = 503
)

// Error is an error with an HTTP status and a stable id in kebab case. Callers compare it with errors.Is.
type Error struct {
	status int
	id     string
	text   string
	remark string
}

// New returns an error. The text is for logs, not for clients.
func New(status int, id, text string) *Error { return &Error{status: status, id: id, text: text} }

// Elsewhere returns an error about another server that this server has called. The remark contains that
// server's answer. It goes to the log to help the operator, but not to clients.
func Elsewhere(status int, id, text, remark string) *Error {
	return &Error{status: status, id: id, text: text, remark: remark}
}

func (e *Error) Error() string { return e.text }

// Problem returns the HTTP status and the id for the response.
func (e *Error) Problem() (status int, id string) { return e.status, e.id }

// Remark returns the remark for the log, or "".
func (e *Error) Remark() string { return e.remark }
