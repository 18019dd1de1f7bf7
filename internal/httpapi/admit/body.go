package admit

import (
	"errors"
	"io"
	"net/http"
	"time"

	"theriac/internal/httpapi/wire"
)

// The limits of a request.
const (
	// MaxBodyBytes is the largest body that is read, but for MaxLogBytes.
	MaxBodyBytes = 64 << 10
	// MaxLogBytes is the largest body that brings a game. A long game of the most talkative
	// kind has a third of it.
	MaxLogBytes = 1 << 20
	bodyTime    = 10 * time.Second // for a body to arrive
)

// readBody reads the whole body, so that no handler waits for a slow sender or meets
// a torn body.
func (g *Gate) readBody(w http.ResponseWriter, r *http.Request, who *Caller) error {
	if r.Body == nil || r.Body == http.NoBody {
		return nil
	}
	most := int64(MaxBodyBytes)
	if (r.ContentLength < 0 || r.ContentLength > most) && who.Person.ID != "" && g.conf.Large(r) {
		most = MaxLogBytes // only somebody whom the server knows sends a whole game
	}
	if r.ContentLength > most {
		return wire.NewProblem(http.StatusRequestEntityTooLarge, wire.FormID(http.StatusRequestEntityTooLarge))
	}
	control := http.NewResponseController(w)
	// Not every writer has deadlines; the server that this package makes has.
	_ = control.SetReadDeadline(time.Now().Add(bodyTime))
	data, err := io.ReadAll(http.MaxBytesReader(w, r.Body, most))
	_ = control.SetReadDeadline(time.Time{})
	var large *http.MaxBytesError
	var slow interface{ Timeout() bool }
	switch {
	case errors.As(err, &large):
		return wire.NewProblem(http.StatusRequestEntityTooLarge, wire.FormID(http.StatusRequestEntityTooLarge))
	case errors.As(err, &slow) && slow.Timeout():
		return wire.NewProblem(http.StatusRequestTimeout, wire.FormID(http.StatusRequestTimeout))
	case err != nil:
		return wire.NewProblem(http.StatusBadRequest, wire.FormID(http.StatusBadRequest))
	}
	r.Body = &bodyReader{data}
	return nil
}

// bodyReader reads a body from memory.
type bodyReader struct{ rest []byte }

// Close does nothing.
func (*bodyReader) Close() error { return nil }

func (b *bodyReader) Read(p []byte) (int, error) {
	if len(b.rest) == 0 {
		return 0, io.EOF
	}
	n := copy(p, b.rest)
	b.rest = b.rest[n:]
	return n, nil
}
