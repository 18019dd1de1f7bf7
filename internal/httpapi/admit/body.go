package admit

import (
	"errors"
	"io"
	"net/http"
	"time"

	"theriac/internal/httpapi/wire"
)

// Limits on the body of a request.
const (
	// MaxBodyBytes is the largest accepted body, except for uploads of a whole game.
	MaxBodyBytes = 64 << 10
	// MaxLogBytes is the largest accepted body of a request that uploads a game. Even a very long
	// game has a log of only a third of that.
	MaxLogBytes = 1 << 20
	bodyTime    = 10 * time.Second // how long a body may take to arrive
)

// readBody reads the whole body before the handler runs, so that no handler waits for a slow sender
// or gets a truncated body.
func (g *Gate) readBody(w http.ResponseWriter, r *http.Request, who *Caller) error {
	if r.Body == nil || r.Body == http.NoBody {
		return nil
	}
	most := int64(MaxBodyBytes)
	if (r.ContentLength < 0 || r.ContentLength > most) && who.Person.ID != "" && g.conf.Large(r) {
		most = MaxLogBytes // only authenticated callers can upload a whole game
	}
	if r.ContentLength > most {
		return wire.NewProblem(http.StatusRequestEntityTooLarge, wire.FormID(http.StatusRequestEntityTooLarge))
	}
	control := http.NewResponseController(w)
	// Not every ResponseWriter supports deadlines, but the one that API.Server provides does.
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

// bodyReader is the body of a request after it was read into memory.
type bodyReader struct{ rest []byte }

// Close implements io.Closer. It does nothing.
func (*bodyReader) Close() error { return nil }

func (b *bodyReader) Read(p []byte) (int, error) {
	if len(b.rest) == 0 {
		return 0, io.EOF
	}
	n := copy(p, b.rest)
	b.rest = b.rest[n:]
	return n, nil
}
