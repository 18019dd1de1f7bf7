package load

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"time"
)

// Event is one server-sent event. Its data is valid until the next one.
type Event struct {
	Name string
	ID   string
	Data []byte
	At   time.Time // when all of it was read
}

// Stream is one open stream of a table.
type Stream struct {
	c    net.Conn
	r    *bufio.Reader
	data []byte
	// LastID is the Last-Event-ID for a reconnect.
	LastID string
}

// From says where a stream begins.
type From struct {
	After  int    // the last entry that is known; -1: none
	Now    bool   // begin with the newest, and no past
	LastID string // the id of the last event before; it takes precedence over After
}

// OpenStream opens the stream of a table. size is the reader's buffer.
func OpenStream(addr, table, token string, from From, size int) (*Stream, error) {
	c, err := net.DialTimeout("tcp", addr, 10*time.Second)
	if err != nil {
		return nil, err
	}
	s := &Stream{c: c, r: bufio.NewReaderSize(c, size), LastID: from.LastID}
	path := "/api/tables/" + table + "/events"
	headers := []string{"Accept: text/event-stream"}
	switch {
	case from.LastID != "":
		headers = append(headers, "Last-Event-ID: "+from.LastID)
	case !from.Now:
		path += "?after=" + strconv.Itoa(from.After)
	}
	_ = c.SetDeadline(time.Now().Add(60 * time.Second))
	if _, err := c.Write(request(addr, http.MethodGet, path, token, nil, headers...)); err != nil {
		_ = c.Close()
		return nil, err
	}
	resp, err := http.ReadResponse(s.r, nil)
	if err != nil {
		_ = c.Close()
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		body, _ := io.ReadAll(io.LimitReader(resp.Body, 1000))
		_ = c.Close()
		return nil, &StatusError{resp.StatusCode, string(body)}
	}
	if len(resp.TransferEncoding) > 0 {
		s.r = bufio.NewReaderSize(resp.Body, size)
	}
	_ = c.SetDeadline(time.Time{})
	return s, nil
}

// StatusError is an unexpected status.
type StatusError struct {
	Status int
	Body   string
}

func (e *StatusError) Error() string {
	return fmt.Sprintf("load: the server said %d %s", e.Status, e.Body)
}

// Close cuts the stream.
func (s *Stream) Close() { _ = s.c.Close() }

// Next waits for the next event. It skips heartbeats.
func (s *Stream) Next() (Event, error) {
	var ev Event
	s.data = s.data[:0]
	for {
		line, err := s.line()
		if err != nil {
			return Event{}, err
		}
		if len(line) == 0 {
			if ev.Name == "" && len(s.data) == 0 {
				continue
			}
			ev.Data, ev.At = s.data, time.Now()
			return ev, nil
		}
		name, value, _ := bytes.Cut(line, []byte{':'})
		value = bytes.TrimPrefix(value, []byte{' '})
		switch string(name) {
		case "event":
			ev.Name = string(value)
		case "id":
			ev.ID = string(value)
			s.LastID = ev.ID
		case "data":
			if len(s.data) > 0 {
				s.data = append(s.data, '\n')
			}
			s.data = append(s.data, value...)
		}
	}
}

// line reads one line, however long. Data lines are mostly longer than the
// reader's buffer.
func (s *Stream) line() ([]byte, error) {
	line, err := s.r.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) {
		long := bytes.Clone(line)
		for errors.Is(err, bufio.ErrBufferFull) {
			line, err = s.r.ReadSlice('\n')
			long = append(long, line...)
		}
		line = long
	}
	if err != nil {
		return nil, err
	}
	return bytes.TrimRight(line, "\r\n"), nil
}
