// Package refusal makes errors that clients are told. Such an error knows its status of
// HTTP and its id, so that nothing else has to list which error is answered how.
//
// It refuses to know the API: it has no texts for people, and imports nothing.
package refusal

// The statuses of HTTP that refusals have.
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

// Error is an error with a status and a stable id in kebab-case. Compare it with errors.Is.
type Error struct {
	status int
	id     string
	text   string
	remark string
}

// New makes one. The text is for logs.
func New(status int, id, text string) *Error { return &Error{status: status, id: id, text: text} }

// Elsewhere makes one about a server that this one asked. The remark goes to the log: what
// that server said helps the operator, and the client is not told.
func Elsewhere(status int, id, text, remark string) *Error {
	return &Error{status: status, id: id, text: text, remark: remark}
}

func (e *Error) Error() string { return e.text }

// Problem returns the status and the id.
func (e *Error) Problem() (status int, id string) { return e.status, e.id }

// Remark returns what the log says of it, or nothing.
func (e *Error) Remark() string { return e.remark }
