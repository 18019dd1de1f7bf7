package load

import (
	"io"
	"net/http"
	"time"

	"theriac/games"
)

// kinds take turns; the costliest have several.
func (a *attacker) kinds() []kind {
	get := func(name, path string, headers ...string) kind {
		return kind{name, func(c *Conn, name string) { _, _ = a.do(c, name, http.MethodGet, path, nil, headers...) }}
	}
	at := "/api/tables/" + a.long
	past := get("view from the beginning", at+"/view?after=-1")
	text := get("transcript", at+"/transcript")
	position := get("position as text", at+"/text")
	stream := get("stream from the beginning", at+"/events?after=-1", "Accept: text/event-stream")
	forged := get("forged Last-Event-ID", at+"/events", "Accept: text/event-stream", "Last-Event-ID: 2000000000.1")
	return []kind{
		past, text, stream, position, past, text, forged, position,
		past, text, position, get("fresh view", at+"/view?fresh=1"), past, text, get("fresh view from the beginning", at+"/view?fresh=1&after=-1"),
		past, text, stream, past, text, get("replay", "/api/tables/"+a.ended+"/replay"),
		past, text, get("replay of a moment", "/api/tables/"+a.ended+"/replay/20"), past, text, get("transcript of the end", "/api/tables/"+a.ended+"/transcript"),
		past, text, get("export", "/api/me/export"), past, text, get("own tables", "/api/tables?list=mine"),
		past, text, get("why", at+"/why?seat=0&move=build"), past, text, get("rules", "/api/games/"+games.Default()+"/rules"),
		past, text, get("docs", "/docs"), past, text, get("open tables", "/api/tables?list=open"),
		past, text, {"create", func(c *Conn, _ string) { _, _ = a.alone(c, "open") }},
	}
}

// page requests a page as often as the limit of files allows.
func (a *attacker) page(name, host, path string, over func() bool) {
	c := a.conn()
	defer c.Close()
	asks := request(host, http.MethodGet, path, "", nil, "Accept: text/html", "Accept-Language: fr")
	for !over() {
		if a.waits(name) {
			time.Sleep(5 * time.Millisecond)
			continue
		}
		select {
		case <-a.files:
		case <-a.stop:
			return
		}
		began := time.Now()
		got, err := c.Send(asks)
		a.note(name, got, err, time.Since(began))
		if err != nil {
			time.Sleep(100 * time.Millisecond)
		}
		time.Sleep(trip)
	}
}

// probe requests /readyz in a loop.
func (a *attacker) probe(over func() bool) {
	c := a.conn()
	defer c.Close()
	asks := request(a.job.Addr, http.MethodGet, "/readyz", "", nil)
	for !over() {
		began := time.Now()
		got, err := c.Send(asks)
		a.note("readyz", got, err, time.Since(began))
		if err != nil {
			time.Sleep(100 * time.Millisecond)
		}
		time.Sleep(trip)
	}
}

// watch follows the long table as a delayed spectator: each update has to be made for
// it.
func (a *attacker) watch(until time.Time) {
	for time.Now().Before(until) {
		select {
		case <-a.pace:
		case <-a.stop:
			return
		}
		nc, err := dial(a.job.Addr, guestFrom)
		if err != nil {
			time.Sleep(time.Second)
			continue
		}
		_ = nc.SetDeadline(until)
		if _, err = nc.Write(request(a.job.Addr, http.MethodGet, "/api/tables/"+a.long+"/events", "", nil, "Accept: text/event-stream")); err == nil {
			n, _ := io.Copy(io.Discard, nc)
			a.note("watch with a delay", Answer{Status: http.StatusOK, Body: nil}, nil, 0)
			a.mu.Lock()
			a.out.Kinds["watch with a delay"].Bytes += n
			a.mu.Unlock()
		}
		_ = nc.Close()
		time.Sleep(time.Second)
	}
}
