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

// Event is one server-sent event. Its data is valid only until the next event is read.
type Event struct {
	Name string
	Data []byte
	At   time.Time // when the whole event had been read
}

// Stream is an open event stream of a table.
type Stream struct {
	body  io.ReadCloser
	lines *bufio.Scanner
	data  []byte
	cut   context.CancelFunc
	// LastID is the Last-Event-ID to send when reconnecting.
	LastID string
}

// From tells where a stream begins.
type From struct {
	After  int    // number of the last known entry; -1 means none
	Now    bool   // begin with the newest entry and skip older ones
	LastID string // the id of the last event received; it takes precedence over After
}

// mostData limits the size of an event, which may contain a whole long game.
const mostData = 64 << 20

// Stream opens the event stream of a table.
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

// Close disconnects the stream.
func (s *Stream) Close() { s.cut() }

// Next returns the next event. It skips heartbeats.
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
