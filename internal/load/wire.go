package load

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"time"
)

// Conn is one persistent connection, for requests one after another. It is not
// net/http's client because thousands of players share two processors with the server
// that they measure.
type Conn struct {
	addr string
	c    net.Conn
	r    *bufio.Reader
	// Wait is how long an answer may take.
	Wait time.Duration
	// From is the source address; "" is the system's choice. The loopback network has
	// many, each with limits of its own.
	From string
}

// NewConn makes a connection, which opens at its first use.
func NewConn(addr string) *Conn { return &Conn{addr: addr, Wait: 60 * time.Second} }

// Close ends the connection. The next request opens it again.
func (c *Conn) Close() {
	if c.c != nil {
		_ = c.c.Close()
		c.c = nil
	}
}

// Answer is a response.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
}

// OK says whether the request succeeded.
func (a Answer) OK() bool { return a.Status/100 == 2 }

// Problem is the id of an error.
func (a Answer) Problem() string {
	var p struct {
		ID string `json:"id"`
	}
	_ = json.Unmarshal(a.Body, &p)
	return p.ID
}

// Err is nil if the request succeeded.
func (a Answer) Err() error {
	if a.OK() {
		return nil
	}
	return fmt.Errorf("load: the server said %d %s", a.Status, clip(a.Body))
}

func clip(b []byte) []byte { return bytes.TrimSpace(b[:min(len(b), 300)]) }

// Do sends a request and waits for its answer. A body is sent as JSON.
func (c *Conn) Do(method, path, token string, body any) (Answer, error) {
	var data []byte
	switch b := body.(type) {
	case nil:
	case []byte:
		data = b
	default:
		var err error
		if data, err = json.Marshal(b); err != nil {
			return Answer{}, err
		}
	}
	return c.Send(request(c.addr, method, path, token, data))
}

// succeed sends a request that has to succeed.
func (c *Conn) succeed(method, path, token string, body any) (Answer, error) {
	a, err := c.Do(method, path, token, body)
	if err == nil {
		err = a.Err()
	}
	return a, err
}

// Send sends the bytes of a request, whatever they are, and waits for an answer.
func (c *Conn) Send(request []byte) (Answer, error) {
	if c.c == nil {
		nc, err := dial(c.addr, c.From)
		if err != nil {
			return Answer{}, err
		}
		c.c, c.r = nc, bufio.NewReaderSize(nc, 4096)
	}
	a, err := c.roundTrip(request)
	if err != nil {
		c.Close()
	}
	return a, err
}

// dial opens a connection from an address, or from any.
func dial(addr, from string) (net.Conn, error) {
	d := net.Dialer{Timeout: 10 * time.Second}
	if from != "" {
		d.LocalAddr = &net.TCPAddr{IP: net.ParseIP(from)}
	}
	return d.Dial("tcp", addr)
}

func (c *Conn) roundTrip(request []byte) (Answer, error) {
	_ = c.c.SetDeadline(time.Now().Add(c.Wait))
	_, sent := c.c.Write(request)
	// A server may refuse before it has read everything: its answer counts.
	resp, err := http.ReadResponse(c.r, nil)
	if err != nil {
		if sent != nil {
			err = sent
		}
		return Answer{}, err
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.Header.Get("Content-Type") == "text/event-stream" { // it would not end
		c.Close()
		return Answer{Status: resp.StatusCode, Header: resp.Header}, nil
	}
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return Answer{}, err
	}
	if resp.Close || sent != nil {
		c.Close()
	}
	return Answer{Status: resp.StatusCode, Header: resp.Header, Body: body}, nil
}

// request encodes a request.
func request(host, method, path, token string, body []byte, headers ...string) []byte {
	dst := append(make([]byte, 0, 512), method+" "+path+" HTTP/1.1\r\nHost: "+host+"\r\n"...)
	if token != "" {
		dst = append(append(append(dst, "Authorization: Bearer "...), token...), "\r\n"...)
	}
	for _, h := range headers {
		dst = append(append(dst, h...), "\r\n"...)
	}
	if body != nil || method == http.MethodPost || method == http.MethodPut {
		dst = append(dst, "Content-Type: application/json\r\nContent-Length: "...)
		dst = strconv.AppendInt(dst, int64(len(body)), 10)
		dst = append(dst, "\r\n"...)
	}
	return append(append(dst, "\r\n"...), body...)
}
