package load

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"theriac/games"
)

// attacker is a hostile guest who stays within the limits. It sends as many requests as one address may, and
// waits when the server tells it to.
type attacker struct {
	job    Job
	tokens []string // several sessions of one person, because each has a lower limit than the address
	long   string   // id of the table that the guest fills with entries
	ended  string   // id of a table whose game was given up, so that its replay can be requested
	conn   *Conn
	pace   *rate.Limiter // for ordinary requests
	files  *rate.Limiter // limits requests for pages and files, which have a separate limit
	free   *rate.Limiter // slows requests for which the server has no limit

	mu   sync.Mutex
	rng  *rand.Rand
	next int
	wait map[string]time.Time // time until which each kind of request must wait
	out  Attacked
	pong undoLoop
}

const (
	// addressRate is how many requests an address may send per second. It may send a burst of 200.
	addressRate  = 50
	addressBurst = 200
	// Pages and files have a separate limit. Requests with a wrong host name count against it, too.
	filesRate  = 200
	filesBurst = 2000
	// paging is how many connections request pages and files.
	paging = 4
	// sessions is how many sessions the guest has: enough to reach the limit of the address.
	sessions = 4
	// wanted is how many entries the guest tries to add to its table.
	wanted = 3000
	// opening is how many moves are made before the undos begin, because each undo replays all of them.
	opening = 24
	// asking is how many ordinary requests run in parallel.
	asking = 12
	// probing is how many connections request /readyz in a loop. Such requests have no limit.
	probing = 4
	// trip simulates the time that a request needs to reach a server on another machine. Without it, the loop
	// would measure the processors that guest and server share here.
	trip = time.Millisecond
	// watching is how many delayed spectators follow the guest's table.
	watching = 4
)

func newAttacker(job Job) *attacker {
	return &attacker{
		job: job, conn: connFrom(job.Addr, guestFrom), wait: map[string]time.Time{}, rng: rand.New(rand.NewPCG(job.Seed, 7)), out: Attacked{Kinds: map[string]*Spent{}},
		pace: rate.NewLimiter(addressRate, addressBurst), files: rate.NewLimiter(filesRate, filesBurst), free: rate.NewLimiter(rate.Inf, 0),
	}
}

// run fills a table with entries, and then sends all kinds of requests in parallel.
func (a *attacker) run(ready func() error) (Attacked, error) {
	if err := a.arrive(); err != nil {
		return a.out, err
	}
	if err := ready(); err != nil {
		return a.out, err
	}
	began := time.Now()
	a.undo(began.Add(a.job.Duration*3/2), wanted)
	a.out.InflateSeconds = round(time.Since(began).Seconds())
	if err := ready(); err != nil {
		return a.out, err
	}
	a.everything(time.Now().Add(a.job.Duration))
	for _, s := range a.out.Kinds {
		s.P50, s.P99 = s.times.millis(50), s.times.millis(99)
	}
	a.out.Entries = a.pong.n
	return a.out, nil
}

// arrive registers the guest, and creates the sessions and tables.
func (a *attacker) arrive() error {
	who, err := NewPerson(a.conn)
	a.tokens = []string{who.Token}
	for len(a.tokens) < sessions && err == nil {
		var t struct{ Token string }
		err = a.conn.fetch(http.MethodPost, "/api/me/tokens", who.Token, map[string]any{}, &t)
		a.tokens = append(a.tokens, t.Token)
	}
	if err == nil {
		a.ended, err = a.begun()
	}
	if err != nil {
		return err
	}
	if got, err := a.do("propose", http.MethodPost, "/api/tables/"+a.ended+"/propose", map[string]any{"what": "end", "key": "end"}); err != nil || !got.OK() && got.Problem() != "over" {
		return errors.Join(err, got.Err())
	}
	a.long, err = a.begun()
	return err
}

// begun returns a table whose game has had some moves and is not over.
func (a *attacker) begun() (string, error) {
	for range 5 {
		got, err := a.create("delayed")
		if err == nil {
			err = got.Err()
		}
		var made struct{ ID string }
		if err == nil {
			err = json.Unmarshal(got.Body, &made)
		}
		m := &mover{conn: a.conn, table: made.ID, people: []Person{{Token: a.tokens[0]}}, rng: a.rng}
		for n := 0; n < opening && err == nil && !m.now.Over; n++ {
			if err = a.pace.WaitN(context.Background(), 2); err == nil { // one request for the view, and one for the move
				_, _, err = m.step()
			}
		}
		if err != nil || !m.now.Over {
			return made.ID, err
		}
	}
	return "", errors.New("load: every game was over at once")
}

// create makes a table at which the guest holds all seats, and starts it.
func (a *attacker) create(watch string) (Answer, error) {
	return a.do("create", http.MethodPost, "/api/tables", map[string]any{
		"game": games.Default(), "settings": map[string]string{"players": "4"}, "public": true, "sit": "all", "start": true, "watch": watch,
	})
}

// do sends a request of the guest as soon as the limits allow it, and records the result.
func (a *attacker) do(kind, method, path string, body any, headers ...string) (Answer, error) {
	a.mu.Lock()
	a.next++
	token := a.tokens[a.next%len(a.tokens)]
	a.mu.Unlock()
	return a.send(a.pace, kind, method, path, token, body, headers...)
}

func (a *attacker) send(limit *rate.Limiter, kind, method, path, token string, body any, headers ...string) (Answer, error) {
	if err := limit.Wait(context.Background()); err != nil {
		return Answer{}, err
	}
	began := time.Now()
	got, err := a.conn.Do(method, path, token, body, headers...)
	a.note(kind, got, err, time.Since(began))
	return got, err
}

// note counts a response, and makes the kind of request wait if the response has Retry-After.
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
		a.out.Words.note("%s: %v", kind, err)
	case got.OK() || got.Status == http.StatusMisdirectedRequest: // the only possible response to a wrong host name
		s.Answered++
		s.times.add(took)
		s.Bytes += int64(len(got.Body))
	default:
		var p struct{ ID, What string }
		_ = json.Unmarshal(got.Body, &p)
		if got.Status != http.StatusTooManyRequests {
			p.What = "" // What names the exceeded limit, but only in a 429 response
		}
		s.Refused[strconv.Itoa(got.Status)+" "+p.ID+" "+p.What]++
		if wait, err := strconv.Atoi(got.Header.Get("Retry-After")); err == nil {
			a.wait[kind] = time.Now().Add(time.Duration(wait) * time.Second)
		}
	}
}

// waits reports whether a kind of request must still wait.
func (a *attacker) waits(kind string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return time.Now().Before(a.wait[kind])
}

// undoLoop is the state of a loop that makes a move and takes it back. It can predict the id of the next
// question, so it needs no other requests.
type undoLoop struct {
	move  Post // the move to repeat; its question ID lacks the number of undos, which the loop appends
	undos int
	made  int
	n     int // number of the newest entry
	moved bool
	known bool
	end   bool // the server rejects further undos
}

// undo makes moves and takes them back until the table has enough entries, or the server rejects more undos.
func (a *attacker) undo(until time.Time, most int) {
	for p := &a.pong; time.Now().Before(until) && p.n < most && !p.end; {
		if a.waits("undo") || a.waits("move") {
			time.Sleep(5 * time.Millisecond)
			continue
		}
		if !p.known && !a.look() {
			continue
		}
		kind, what, body := "undo", "undo", any(map[string]any{"to": p.made, "key": a.key()})
		if !p.moved {
			move := p.move
			move.Key = a.key()
			if p.undos > 0 {
				move.Question += "." + strconv.Itoa(p.undos)
			}
			kind, what, body = "move", "moves", move
		}
		got, err := a.do(kind, http.MethodPost, "/api/tables/"+a.long+"/"+what, body)
		switch {
		case err == nil && got.OK():
			p.n++
			if p.moved {
				p.undos++
			}
			p.moved = !p.moved
		case err == nil && got.Problem() == "only-moves":
			p.end = true
		case !a.waits(kind):
			p.known, p.moved = false, false
		}
	}
}

func (a *attacker) key() string { return strconv.FormatUint(a.rng.Uint64(), 36) }

// look fetches the current state of the table with many moves, which the attack then undoes and plays again.
func (a *attacker) look() bool {
	got, err := a.do("look", http.MethodGet, "/api/tables/"+a.long+"/view", nil)
	if err != nil || !got.OK() {
		time.Sleep(10 * time.Millisecond)
		return false
	}
	l, err := Look(got.Body)
	seat := l.First()
	list := l.List(seat)
	if err != nil || len(list) == 0 {
		a.pong.end = true
		return false
	}
	base, undos, _ := strings.Cut(l.Question.ID, ".")
	n, _ := strconv.Atoi(undos)
	a.pong = undoLoop{move: Post{Seat: seat, Question: base, Move: list[0]}, undos: n, made: l.Made, n: l.N, known: true}
	return true
}

// everything sends all expensive requests as often as the limits allow.
func (a *attacker) everything(until time.Time) {
	var all sync.WaitGroup
	defer all.Wait()
	again := func(n int, f func() (asked bool)) {
		for range n {
			all.Go(func() {
				for time.Now().Before(until) {
					if !f() {
						time.Sleep(5 * time.Millisecond)
					}
				}
			})
		}
	}
	// one repeats a request, and pauses as long as it would take from another machine.
	one := func(n int, name, path string, limit *rate.Limiter, headers ...string) {
		again(n, func() bool {
			if a.waits(name) {
				return false
			}
			_, err := a.send(limit, name, http.MethodGet, path, "", nil, headers...)
			time.Sleep(trip)
			return err == nil
		})
	}
	var turn atomic.Int64
	costly := a.costly()
	again(asking, func() bool {
		for range costly {
			if k := costly[turn.Add(1)%int64(len(costly))]; !a.waits(k.name) {
				if k.path == "" {
					_, _ = a.create("open")
				} else {
					_, _ = a.do(k.name, http.MethodGet, k.path, nil, k.headers...)
				}
				return true
			}
		}
		return false
	})
	// A table handles one command at a time, so one goroutine is enough.
	all.Go(func() { a.undo(until, math.MaxInt) })
	one(probing, "readyz", "/readyz", a.free)
	one(paging, "wrong host", "/", a.files, "Host: evil.example", "Accept: text/html", "Accept-Language: fr")
	one(paging, "mail page", "/mail/stop/x", a.files, "Accept: text/html", "Accept-Language: fr")
	for range watching {
		all.Go(func() { a.watch(until) })
	}
}

// costly is a request that is expensive for the server.
type costly struct {
	name, path string // an empty path stands for creating a table
	headers    []string
}

// costly returns the expensive requests in the order in which the guest sends them. The two most expensive ones
// come before each of the others.
func (a *attacker) costly() (turns []costly) {
	at, ended, sse := "/api/tables/"+a.long, "/api/tables/"+a.ended, "Accept: text/event-stream"
	for _, k := range []costly{
		{"stream from the beginning", at + "/events?after=-1", []string{sse}},
		{"position as text", at + "/text", nil},
		{"forged Last-Event-ID", at + "/events", []string{sse, "Last-Event-ID: 2000000000.1"}},
		{"fresh view", at + "/view?fresh=1", nil},
		{"fresh view from the beginning", at + "/view?fresh=1&after=-1", nil},
		{"replay", ended + "/replay", nil},
		{"replay of a moment", ended + "/replay/20", nil},
		{"transcript of the end", ended + "/transcript", nil},
		{"export", "/api/me/export", nil},
		{"own tables", "/api/tables?list=mine", nil},
		{"why", at + "/why?seat=0&move=build", nil},
		{"rules", "/api/games/" + games.Default() + "/rules", nil},
		{"docs", "/docs", nil},
		{"open tables", "/api/tables?list=open", nil},
		{"create", "", nil},
	} {
		turns = append(turns, costly{"view from the beginning", at + "/view?after=-1", nil}, costly{"transcript", at + "/transcript", nil}, k)
	}
	return turns
}

// watch follows the guest's table as a delayed spectator. The server has to compute each update separately for
// delayed spectators.
func (a *attacker) watch(until time.Time) {
	ctx, cancel := context.WithDeadline(context.Background(), until)
	defer cancel()
	for a.pace.Wait(ctx) == nil {
		resp, err := a.conn.send(ctx, http.MethodGet, "/api/tables/"+a.long+"/events", "", nil, "Accept: text/event-stream")
		if err == nil {
			n, _ := io.Copy(io.Discard, resp.Body)
			_ = resp.Body.Close()
			a.note("watch with a delay", Answer{Status: http.StatusOK}, nil, 0)
			a.mu.Lock()
			a.out.Kinds["watch with a delay"].Bytes += n
			a.mu.Unlock()
		}
		sleep(ctx, time.Second)
	}
}
