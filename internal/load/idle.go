package load

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"
)

// Idled is what an idle client saw of the storm.
type Idled struct {
	Streams int      `json:"streams"`
	Cut     int      `json:"cut"`
	Gaps    int      `json:"gaps"`
	Repeats int      `json:"repeats"`
	Wrong   int      `json:"wrong"`
	Errors  int      `json:"errors"`
	Moves   int      `json:"moves"`
	Lost    int      `json:"lost"`
	Twice   int      `json:"twice"`
	BackMS  float64  `json:"back_ms"` // until the last stream was back
	Words   []string `json:"words"`
}

// runIdle opens streams and leaves them alone; then it cuts many at once while moves
// go on. It waits for the others before it opens, before it storms and before it
// reads everything back.
func runIdle(job Job, ready func() error) (Idled, error) {
	if job.Bare {
		return idleBare(job, ready)
	}
	p := newPlayers(job)
	if err := p.seat(); err != nil {
		return Idled{}, err
	}
	for _, s := range p.slots {
		s.conn.Close()
	}
	if err := ready(); err != nil { // the tables are there; the server is started anew
		return Idled{}, err
	}
	if err := p.warm(); err != nil {
		return Idled{}, err
	}
	if err := ready(); err != nil { // the tables are in memory, nobody watches
		return Idled{}, err
	}
	p.permits = newPermits(1) // nobody moves until the pace is set
	p.from, p.to = time.Now(), time.Now().Add(time.Hour)
	var all sync.WaitGroup
	for _, s := range p.slots {
		all.Go(func() { s.once() })
	}
	want := int64(job.Tables * job.Players)
	for end := time.Now().Add(2 * time.Minute); p.open.Load() < want; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			return Idled{}, fmt.Errorf("load: %d of %d streams opened: %v", p.open.Load(), want, p.out.Words)
		}
	}
	if err := ready(); err != nil { // all streams are open
		return Idled{}, err
	}
	out := Idled{Streams: int(want)}
	if job.Storm > 0 {
		p.storm(job, &out)
	}
	close(p.stop)
	all.Wait()
	p.verify()
	out.Gaps, out.Repeats, out.Wrong, out.Errors = int(p.gaps.Load()), int(p.repeats.Load()), p.out.Wrong, p.out.Errors
	out.Moves, out.Lost, out.Twice, out.Words = p.out.Moves, p.out.Lost, p.out.Duplicated, p.out.Words
	return out, nil
}

// warm reads every table once, so that it is in the server's memory.
func (p *players) warm() error {
	return each(len(p.slots), 8, func(i int) error {
		s := p.slots[i]
		defer s.conn.Close()
		_, err := View(s.conn, s.first.id, s.people[0].Token)
		return err
	})
}

// once plays a slot's first game only.
func (s *slot) once() {
	defer s.conn.Close()
	s.first.play()
	s.p.done(s.first)
}

// storm lets moves go on, cuts streams, and waits until they are back.
func (p *players) storm(job Job, out *Idled) {
	pace(p.permits, p.job.Rate, p.stop)
	time.Sleep(time.Second)
	before := p.opens.Load()
	for _, s := range p.slots {
		if out.Cut < job.Storm {
			out.Cut += s.first.cut()
		}
	}
	began := time.Now()
	for end := began.Add(time.Minute); p.opens.Load() < before+int64(out.Cut) && time.Now().Before(end); {
		time.Sleep(2 * time.Millisecond)
	}
	out.BackMS = round(float64(time.Since(began).Microseconds()) / 1000)
	time.Sleep(2 * time.Second)
}

// idleBare opens plain streams.
func idleBare(job Job, ready func() error) (Idled, error) {
	for range 2 {
		if err := ready(); err != nil {
			return Idled{}, err
		}
	}
	n := job.Tables * job.Players
	conns := make([]net.Conn, n)
	err := each(n, 64, func(i int) error {
		c, err := net.Dial("tcp", job.Addr)
		if err != nil {
			return err
		}
		conns[i] = c
		if _, err := c.Write(request(job.Addr, http.MethodGet, "/events", "", nil, "Accept: text/event-stream")); err != nil {
			return err
		}
		resp, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil {
			return err
		}
		if resp.StatusCode != http.StatusOK { // its body never ends
			return errors.New("load: the bare server said " + resp.Status)
		}
		return nil
	})
	if err != nil {
		return Idled{}, err
	}
	if err := ready(); err != nil {
		return Idled{}, err
	}
	for _, c := range conns {
		_ = c.Close()
	}
	return Idled{Streams: n}, nil
}
