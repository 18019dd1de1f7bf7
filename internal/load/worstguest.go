package load

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"theriac/games"
)

// attacker is one hostile guest. It stays inside the limits: it sends as many
// requests as an address may, and waits where the server says so.
type attacker struct {
	job    Job
	tokens []string      // sessions of one person: a session's limit is less than an address's
	long   string        // the table that is made long
	ended  string        // one that was given up, for replays
	pace   chan struct{} // of requests
	files  chan struct{} // of pages and files, which have a limit of their own
	stop   chan struct{}

	mu   sync.Mutex
	rng  *rand.Rand
	next int
	wait map[string]time.Time // until when a kind has to wait
	out  Attacked
	pong undoLoop
}

// Attacked is what the guest achieved.
type Attacked struct {
	Entries        int               `json:"entries"`
	InflateSeconds float64           `json:"inflate_seconds"`
	Kinds          map[string]*Spent `json:"kinds"`
	Words          []string          `json:"words"`
}

const (
	// An address may send 50 requests a second, and 200 at once.
	addressRate  = 50
	addressBurst = 200
	// And as many pages and files, to which requests by a wrong name count.
	filesRate  = 200
	filesBurst = 2000
	// paging is how many connections request those.
	paging = 4
	// sessions is how many the guest has: enough for the limit of the address.
	sessions = 4
	// wanted is how long the table is to be.
	wanted = 3000
	// opening is how many moves are played before the undos begin: each undo replays
	// them.
	opening = 24
	// asking is how many requests are under way at once.
	asking = 12
	// probing is how many connections request /readyz in a loop, which has no limit.
	probing = 4
	// trip is how long a request travels to a server on another machine. Without it a
	// loop measures the processors that guest and server share.
	trip = time.Millisecond
	// watching is how many follow the long table with a delay.
	watching = 4
)

func newAttacker(job Job) *attacker {
	return &attacker{job: job, pace: make(chan struct{}, addressBurst), files: make(chan struct{}, filesBurst), stop: make(chan struct{}), wait: map[string]time.Time{},
		rng: rand.New(rand.NewPCG(job.Seed, 7)), out: Attacked{Kinds: map[string]*Spent{}}}
}

func (a *attacker) conn() *Conn {
	c := NewConn(a.job.Addr)
	c.From = guestFrom
	return c
}

// run gets ready, makes a table long, and then does everything at once.
func (a *attacker) run(ready func() error) (Attacked, error) {
	go a.refill(a.pace, addressRate)
	go a.refill(a.files, filesRate)
	defer close(a.stop)
	if err := a.arrive(); err != nil {
		return a.out, err
	}
	if err := ready(); err != nil {
		return a.out, err
	}
	began := time.Now()
	a.inflate(began.Add(a.job.Duration * 3 / 2))
	a.out.InflateSeconds = round(time.Since(began).Seconds())
	if err := ready(); err != nil {
		return a.out, err
	}
	a.everything(time.Now().Add(a.job.Duration))
	for _, s := range a.out.Kinds {
		s.P50, s.P99 = s.times.millis(50), s.times.millis(99)
	}
	a.out.Entries = max(a.out.Entries, a.pong.n)
	return a.out, nil
}

// refill gives out as many requests as a limit of the address does.
func (a *attacker) refill(pace chan<- struct{}, perSecond int) {
	for range cap(pace) {
		pace <- struct{}{}
	}
	tick := time.NewTicker(time.Second / time.Duration(perSecond))
	defer tick.Stop()
	for {
		select {
		case <-a.stop:
			return
		case <-tick.C:
			select {
			case pace <- struct{}{}:
			default:
			}
		}
	}
}

// arrive creates the guest, the sessions and the tables.
func (a *attacker) arrive() error {
	c := a.conn()
	defer c.Close()
	who, err := NewPerson(c)
	if err != nil {
		return err
	}
	a.tokens = []string{who.Token}
	for len(a.tokens) < sessions {
		got, err := c.succeed(http.MethodPost, "/api/me/tokens", who.Token, map[string]any{})
		if err != nil {
			return err
		}
		var t struct {
			Token string `json:"token"`
		}
		if err := json.Unmarshal(got.Body, &t); err != nil {
			return err
		}
		a.tokens = append(a.tokens, t.Token)
	}
	if a.ended, err = a.begun(c); err != nil {
		return err
	}
	if got, err := a.do(c, "giveup", http.MethodPost, "/api/tables/"+a.ended+"/giveup", map[string]any{"key": "end"}); err != nil || !got.OK() && got.Problem() != "over" {
		return errors.Join(err, got.Err())
	}
	a.long, err = a.begun(c)
	return err
}

// begun is a game that has gone on for a while and is not over.
func (a *attacker) begun(c *Conn) (string, error) {
	for range 5 {
		id, err := a.alone(c, "delayed")
		if err == nil {
			err = a.playOn(c, id, opening)
		}
		if err != nil {
			return "", err
		}
		if l, err := a.look(c, id); err != nil || !l.Over {
			return id, err
		}
	}
	return "", errors.New("load: every game was over at once")
}

// alone makes a table where the guest holds every seat, and starts it.
func (a *attacker) alone(c *Conn, watch string) (string, error) {
	got, err := a.do(c, "create", http.MethodPost, "/api/tables", map[string]any{
		"game": games.Default(), "settings": map[string]string{"players": "4"}, "public": true, "sit": "all", "start": true, "watch": watch,
	})
	if err == nil {
		err = got.Err()
	}
	var made struct {
		ID string `json:"id"`
	}
	if err == nil {
		err = json.Unmarshal(got.Body, &made)
	}
	return made.ID, err
}

// do sends a request, when the limits allow, and notes the result.
func (a *attacker) do(c *Conn, kind, method, path string, body any, headers ...string) (Answer, error) {
	select {
	case <-a.pace:
	case <-a.stop:
		return Answer{}, errors.New("stopped")
	}
	var data []byte
	if body != nil {
		data, _ = json.Marshal(body)
	}
	a.mu.Lock()
	a.next++
	token := a.tokens[a.next%len(a.tokens)]
	a.mu.Unlock()
	began := time.Now()
	got, err := c.Send(request(a.job.Addr, method, path, token, data, headers...))
	a.note(kind, got, err, time.Since(began))
	return got, err
}

// note counts an answer, and obeys its Retry-After.
func (a *attacker) note(kind string, got Answer, err error, took time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	s := a.out.Kinds[kind]
	if s == nil {
		s = &Spent{Refused: map[string]int{}}
		a.out.Kinds[kind] = s
	}
	switch {
	case err != nil:
		s.Refused["no answer"]++
		if len(a.out.Words) < mostWords {
			a.out.Words = append(a.out.Words, kind+": "+err.Error())
		}
	case got.OK() || got.Status == http.StatusMisdirectedRequest: // by a wrong name nothing else can be had
		s.Answered++
		s.times.add(took)
		s.Bytes += int64(len(got.Body))
	default:
		s.Refused[strconv.Itoa(got.Status)+" "+got.Problem()+" "+limitOf(got)]++
		if wait, err := strconv.Atoi(got.Header.Get("Retry-After")); err == nil {
			a.wait[kind] = time.Now().Add(time.Duration(wait) * time.Second)
		}
	}
}

// limitOf is the limit that a refusal names.
func limitOf(a Answer) string {
	var p struct {
		What string `json:"what"`
	}
	if a.Status == http.StatusTooManyRequests {
		_ = json.Unmarshal(a.Body, &p)
	}
	return p.What
}

// waits says whether a kind still has to wait.
func (a *attacker) waits(kind string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return time.Now().Before(a.wait[kind])
}

// look reads a table.
func (a *attacker) look(c *Conn, id string) (Glance, error) {
	got, err := a.do(c, "look", http.MethodGet, "/api/tables/"+id+"/view", nil)
	if err == nil {
		err = got.Err()
	}
	if err != nil {
		return Glance{}, err
	}
	return Look(got.Body)
}

// owes is the first seat that has to answer.
func owes(l *Glance) int {
	if seat := firstOf(l.All); seat >= 0 {
		return seat
	}
	return firstOf(l.Any)
}

// playOn plays some moves at random.
func (a *attacker) playOn(c *Conn, id string, n int) error {
	for range n {
		l, err := a.look(c, id)
		if err != nil {
			return err
		}
		seat := owes(&l)
		if l.Over || seat < 0 {
			return nil
		}
		list := l.List(seat)
		p := Post{Seat: seat, Question: l.Question, Move: text(list[a.rng.IntN(len(list))]), Key: strconv.FormatUint(a.rng.Uint64(), 36)}
		if got, err := a.do(c, "play", http.MethodPost, "/api/tables/"+id+"/moves", p); err != nil || !got.OK() {
			return errors.Join(err, got.Err())
		}
	}
	return nil
}

// undoLoop is the state of moving and taking back. The names of questions are
// predictable, so that no other request is needed.
type undoLoop struct {
	seat  int
	base  string
	undos int
	move  string
	made  int
	n     int // the newest entry
	moved bool
	known bool
	end   bool // only moves are accepted any more
}

// undoRound makes a move or takes it back.
func (a *attacker) undoRound(c *Conn) {
	p := &a.pong
	if !p.known {
		got, err := a.do(c, "look", http.MethodGet, "/api/tables/"+a.long+"/view", nil)
		if err != nil || !got.OK() {
			time.Sleep(10 * time.Millisecond)
			return
		}
		l, err := Look(got.Body)
		seat := owes(&l)
		var u struct {
			Made int `json:"made"`
		}
		if err != nil || seat < 0 || json.Unmarshal(got.Body, &u) != nil || len(l.List(seat)) == 0 {
			p.end = true
			return
		}
		base, undos, _ := strings.Cut(l.Question, ".")
		n, _ := strconv.Atoi(undos)
		*p = undoLoop{seat: seat, base: base, undos: n, move: text(l.List(seat)[0]), made: u.Made, n: l.N, known: true}
	}
	key := strconv.FormatUint(a.rng.Uint64(), 36)
	if !p.moved {
		question := p.base
		if p.undos > 0 {
			question += "." + strconv.Itoa(p.undos)
		}
		got, err := a.do(c, "move", http.MethodPost, "/api/tables/"+a.long+"/moves", Post{Seat: p.seat, Question: question, Move: p.move, Key: key})
		if err != nil || !got.OK() {
			p.known = a.waits("move")
			return
		}
		p.moved = true
		p.n++
		return
	}
	got, err := a.do(c, "undo", http.MethodPost, "/api/tables/"+a.long+"/undo", map[string]any{"to": p.made, "key": key})
	switch {
	case err == nil && got.OK():
		p.moved = false
		p.undos++
		p.n++
	case err == nil && got.Problem() == "only-moves":
		p.end = true
	case a.waits("undo"):
	default:
		p.known, p.moved = false, false
	}
}

// inflate moves and takes back until the table is long, or cannot get longer.
func (a *attacker) inflate(until time.Time) {
	c := a.conn()
	defer c.Close()
	for time.Now().Before(until) && a.pong.n < wanted && !a.pong.end {
		if a.waits("undo") || a.waits("move") {
			time.Sleep(5 * time.Millisecond)
			continue
		}
		a.undoRound(c)
	}
	a.out.Entries = a.pong.n
}

// everything requests all that costs, as often as the limits allow.
func (a *attacker) everything(until time.Time) {
	var all sync.WaitGroup
	over := func() bool { return !time.Now().Before(until) }
	kinds := a.kinds()
	turn := 0
	take := func() (string, func(*Conn, string)) {
		a.mu.Lock()
		defer a.mu.Unlock()
		for range kinds {
			turn++
			k := kinds[turn%len(kinds)]
			if !time.Now().Before(a.wait[k.name]) {
				return k.name, k.do
			}
		}
		return "", nil
	}
	for range asking {
		all.Go(func() {
			c := a.conn()
			defer c.Close()
			for !over() {
				if name, do := take(); do != nil {
					do(c, name)
				} else {
					time.Sleep(5 * time.Millisecond)
				}
			}
		})
	}
	all.Go(func() { // one at a time: a table takes one command after another
		c := a.conn()
		defer c.Close()
		for !over() && !a.pong.end {
			if a.waits("undo") || a.waits("move") {
				time.Sleep(5 * time.Millisecond)
				continue
			}
			a.undoRound(c)
		}
	})
	for range probing {
		all.Go(func() { a.probe(over) })
	}
	for range watching {
		all.Go(func() { a.watch(until) })
	}
	for range paging {
		all.Go(func() { a.page("wrong host", "evil.example", "/", over) })
		all.Go(func() { a.page("mail page", a.job.Addr, "/mail/stop/x", over) })
	}
	all.Wait()
}

// kind is a kind of costly request.
type kind struct {
	name string
	do   func(c *Conn, name string)
}
