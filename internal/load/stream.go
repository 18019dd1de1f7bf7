package load

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"
)

// Event is one server-sent event. Its data is valid until the next one.
type Event struct {
	Name string
	Data []byte
	At   time.Time // when all of it was read
}

// Stream is one open stream of a table.
type Stream struct {
	body  io.ReadCloser
	lines *bufio.Scanner
	data  []byte
	cut   context.CancelFunc
	// LastID is the Last-Event-ID for a reconnect.
	LastID string
}

// From says where a stream begins.
type From struct {
	After  int    // the last entry that is known; -1: none
	Now    bool   // begin with the newest, and no past
	LastID string // the id of the last event before; it takes precedence over After
}

// mostData bounds an event: a long game from its beginning.
const mostData = 64 << 20

// Stream opens the stream of a table.
func (c *Conn) Stream(ctx context.Context, table, token string, from From) (*Stream, error) {
	path, headers := "/api/tables/"+table+"/events", []string{"Accept: text/event-stream"}
	switch {
	case from.LastID != "":
		headers = append(headers, "Last-Event-ID: "+from.LastID)
	case !from.Now:
		path += "?after=" + strconv.Itoa(from.After)
	}
	ctx, cut := context.WithCancel(ctx)
	late := time.AfterFunc(60*time.Second, cut)
	resp, err := c.send(ctx, http.MethodGet, path, token, nil, headers...)
	if err == nil && resp.StatusCode != http.StatusOK {
		body, _ := io.ReadAll(io.LimitReader(resp.Body, 1000))
		_ = resp.Body.Close()
		err = fmt.Errorf("load: the server said %d %s", resp.StatusCode, body)
	}
	if err != nil {
		cut()
		return nil, err
	}
	late.Stop()
	s := &Stream{body: resp.Body, lines: bufio.NewScanner(resp.Body), cut: cut, LastID: from.LastID}
	s.lines.Buffer(nil, mostData)
	return s, nil
}

// Close cuts the stream.
func (s *Stream) Close() { s.cut() }

// Next waits for the next event. It skips heartbeats.
func (s *Stream) Next() (ev Event, err error) {
	s.data = s.data[:0]
	for s.lines.Scan() {
		line := s.lines.Bytes()
		if len(line) == 0 && ev.Name != "" {
			ev.Data, ev.At = s.data, time.Now()
			return ev, nil
		}
		name, value, _ := bytes.Cut(line, []byte(": "))
		switch string(name) {
		case "event":
			ev.Name = string(value)
		case "id":
			s.LastID = string(value)
		case "data":
			s.data = append(s.data, value...)
		}
	}
	return ev, cmp.Or(s.lines.Err(), io.EOF)
}
