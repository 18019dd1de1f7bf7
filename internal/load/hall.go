package load

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"sync"
	"time"

	"theriac/internal/lobby"
)

// This file lets strangers meet over three nodes. They come, wish, wait, sit, leave, vanish and come back, while one
// node is killed. The claims of all people are kept here, apart from the server, and checked against each other.

// HallResult records how strangers met.
type HallResult struct {
	People   int            `json:"people"`
	Nodes    int            `json:"nodes"`
	Ways     map[string]int `json:"ways"`     // how wishes ended: at a new table, at one that waits, on a bot's seat
	Left     int            `json:"left"`     // people who left with a word
	Vanished int            `json:"vanished"` // people who left without one
	Back     int            `json:"back"`     // of those, the ones who came back
	Races    int            `json:"races"`    // seats that another person took first
	Waited   int            `json:"waited"`   // times that a bot had to move first
	Unseated int            `json:"unseated"` // people who found no seat in time
	Unknown  int            `json:"unknown"`  // requests without an answer
	Kills    int            `json:"kills"`
	Blocks   int            `json:"blocks"` // pairs in which one person blocks the other
	Moves    int            `json:"moves"`
	Seat     Spread         `json:"to_a_seat_ms"`
	Company  Spread         `json:"to_two_people_ms"`
	Alone    int            `json:"alone"` // people who had no company while they stayed
	Broken   []string       `json:"broken"`
	Seconds  float64        `json:"seconds"`
}

// Spread has percentiles of times.
type Spread struct {
	P50 float64 `json:"p50"`
	P95 float64 `json:"p95"`
	P99 float64 `json:"p99"`
}

func spread(t Times) Spread { return Spread{t.millis(50), t.millis(95), t.millis(99)} }

// Sound reports whether no invariant was broken, and everything interesting has happened.
func (r HallResult) Sound() bool {
	met := r.Ways["new"] > 0 && r.Ways["kept"] > 0 && r.Left > 0 && r.Vanished > 0 && r.Back > 0 && r.Kills > 0 && r.Blocks > 0 && r.Moves > 0
	return len(r.Broken) == 0 && met && r.Unseated*20 <= r.People
}

// hallLag is how many answers in a row may miss a person's seat, because nodes may lag for lobby.Stale.
const hallLag = 6

// hall is the run of one measurement.
type hall struct {
	addrs []string

	mu     sync.Mutex
	out    HallResult
	seat   Times
	met    Times
	claims map[string]string // who sits on a seat, by table and seat
	gone   map[string]bool   // people who vanished and stay away; after some minutes a bot has their seat
	tables map[string]bool
	blocks [][2]string
}

// runHall starts three nodes, sends the people there, and kills a node in the middle.
func (c Config) runHall(ctx context.Context) (r HallResult, err error) {
	top, err := os.MkdirTemp(c.Data, "theriac-load-")
	if err != nil {
		return r, err
	}
	defer func() { _ = os.RemoveAll(top) }()
	nodes, err := startThree(ctx, top)
	for _, n := range nodes {
		defer n.kill()
	}
	if err != nil {
		return r, err
	}
	h := &hall{out: HallResult{People: c.Hall, Nodes: len(nodes), Ways: map[string]int{}, Broken: []string{}}, claims: map[string]string{}, gone: map[string]bool{}, tables: map[string]bool{}}
	for _, n := range nodes {
		h.addrs = append(h.addrs, n.config.Listen)
	}
	c.progress("%d people come to %d nodes within %s", c.Hall, len(nodes), c.Duration)
	began := time.Now()
	var all sync.WaitGroup
	for i := range c.Hall {
		all.Go(func() {
			rng := rand.New(rand.NewPCG(c.Seed, uint64(i)))
			sleep(ctx, time.Duration(rng.Int64N(int64(c.Duration))))
			h.visit(ctx, i, rng)
		})
	}
	sleep(ctx, c.Duration/2)
	c.progress("killing a node")
	nodes[2].kill()
	h.update(func(out *HallResult) { out.Kills++ })
	sleep(ctx, 5*time.Second)
	if err := nodes[2].start(ctx); err != nil {
		return r, err
	}
	all.Wait()
	if sleep(ctx, lobby.Stale); ctx.Err() != nil {
		return h.out, ctx.Err()
	}
	c.progress("looking at %d tables", len(h.tables))
	h.check()
	h.out.Seat, h.out.Company, h.out.Seconds = spread(h.seat), spread(h.met), round(time.Since(began).Seconds())
	return h.out, ctx.Err()
}

func (h *hall) update(f func(*HallResult)) {
	h.mu.Lock()
	defer h.mu.Unlock()
	f(&h.out)
}

func (h *hall) broken(format string, args ...any) {
	h.update(func(out *HallResult) {
		if len(out.Broken) < 20 {
			out.Broken = append(out.Broken, fmt.Sprintf(format, args...))
		}
	})
}

// visitor is one person in the hall.
type visitor struct {
	*hall
	rng   *rand.Rand
	conns []*Conn
	me    Person
	table string
	seat  int
}

// ask sends a request to any node, and repeats it on another one until there is an answer.
func (v *visitor) ask(ctx context.Context, method, path string, body any) (Answer, bool) {
	for range 30 {
		a, err := v.conns[v.rng.IntN(len(v.conns))].Do(method, path, v.me.Token, body)
		if err == nil && a.Status < 500 && a.Status != http.StatusTooManyRequests {
			return a, true
		}
		v.update(func(out *HallResult) { out.Unknown++ })
		if sleep(ctx, 500*time.Millisecond); ctx.Err() != nil {
			break
		}
	}
	return Answer{}, false
}

// visit does what one person does: they come, find a seat, play a while, and go.
func (h *hall) visit(ctx context.Context, i int, rng *rand.Rand) {
	v := &visitor{hall: h, rng: rng}
	for _, addr := range h.addrs {
		conn := NewConn(addr)
		conn.Wait = 10 * time.Second
		defer conn.Close()
		v.conns = append(v.conns, conn)
	}
	a, ok := v.ask(ctx, http.MethodPost, "/api/people", map[string]any{"name": fmt.Sprintf("Guest %d", i)})
	var in struct {
		Person struct{ ID string }
		Token  string
	}
	if !ok || !a.OK() || json.Unmarshal(a.Body, &in) != nil {
		h.update(func(out *HallResult) { out.Unseated++ })
		return
	}
	v.me = Person{in.Person.ID, in.Token}
	if rng.IntN(20) == 0 {
		v.block(ctx)
	}
	began := time.Now()
	if !v.sit(ctx) {
		h.update(func(out *HallResult) { out.Unseated++ })
		return
	}
	h.mu.Lock()
	h.seat.add(time.Since(began))
	h.mu.Unlock()
	company := v.stay(ctx, began, time.Duration(5+rng.IntN(20))*time.Second, false)
	switch rng.IntN(4) {
	case 0:
		v.vanish(ctx, began, company)
	default:
		v.leave(ctx)
		if !company {
			h.update(func(out *HallResult) { out.Alone++ })
		}
	}
}

// block blocks a person who sits somewhere now.
func (v *visitor) block(ctx context.Context) {
	v.mu.Lock()
	var others []string
	for _, person := range v.claims {
		others = append(others, person)
	}
	v.mu.Unlock()
	if len(others) == 0 {
		return
	}
	slices.Sort(others)
	other := others[v.rng.IntN(len(others))]
	if a, ok := v.ask(ctx, http.MethodPut, "/api/me/blocks/"+other, nil); ok && a.OK() {
		v.mu.Lock()
		v.blocks = append(v.blocks, [2]string{v.me.ID, other})
		v.out.Blocks++
		v.mu.Unlock()
	}
}

// sit takes a seat: the first that the server offers and that no other person takes before.
func (v *visitor) sit(ctx context.Context) bool {
	wish := map[string]any{"game": "", "pace": "live", "languages": []string{[]string{"en", "fr"}[v.rng.IntN(2)]}}
	if level := []string{"", "first", "standard"}[v.rng.IntN(3)]; level != "" {
		wish["level"] = level
	}
	for range 10 {
		a, ok := v.ask(ctx, http.MethodPost, "/api/hall", wish)
		if !ok {
			return false
		}
		var f struct {
			Way   string
			Seat  int
			Table struct{ ID string }
		}
		if !a.OK() || json.Unmarshal(a.Body, &f) != nil {
			sleep(ctx, time.Second)
			continue
		}
		v.table, v.seat = f.Table.ID, f.Seat
		if f.Way == "kept" && !v.dropIn(ctx) {
			v.update(func(out *HallResult) { out.Races++ })
			continue
		}
		v.update(func(out *HallResult) { out.Ways[f.Way]++ })
		v.claim()
		if f.Way == "new" {
			v.quicken(ctx)
		}
		return true
	}
	return false
}

// dropIn takes the bot's seat that is kept, as soon as the bot has moved.
func (v *visitor) dropIn(ctx context.Context) bool {
	for range 100 {
		a, ok := v.ask(ctx, http.MethodPost, "/api/tables/"+v.table+"/dropin", map[string]any{"seat": v.seat})
		if !ok || a.OK() || a.Problem() != "bot-moves" {
			return ok && a.OK()
		}
		v.update(func(out *HallResult) { out.Waited++ })
		sleep(ctx, 200*time.Millisecond)
	}
	return false
}

// quicken gives the other seats of a new table to the weakest bots, without a pause between their moves.
func (v *visitor) quicken(ctx context.Context) {
	if a, ok := v.ask(ctx, http.MethodGet, "/api/tables/"+v.table, nil); ok && a.OK() {
		var t struct {
			Seats []struct {
				Seat int
				Bot  *struct{}
			}
		}
		if json.Unmarshal(a.Body, &t) == nil {
			for _, s := range t.Seats {
				if s.Bot != nil {
					v.ask(ctx, http.MethodPut, fmt.Sprintf("/api/tables/%s/seats/%d/bot", v.table, s.Seat), map[string]any{"level": "novice"})
				}
			}
		}
	}
	v.ask(ctx, http.MethodPut, "/api/tables/"+v.table+"/pace", map[string]any{"botPace": "at-once"})
}

// claim records that the person sits, and complains if another person sits there.
func (v *visitor) claim() {
	key := fmt.Sprint(v.table, "/", v.seat)
	v.mu.Lock()
	other, taken := v.claims[key]
	taken = taken && !v.gone[other]
	v.claims[key], v.tables[v.table] = v.me.ID, true
	v.mu.Unlock()
	if taken && other != v.me.ID {
		v.broken("two people were told that seat %s is theirs: %s and %s", key, other, v.me.ID)
	}
}

func (v *visitor) release() {
	v.mu.Lock()
	defer v.mu.Unlock()
	if key := fmt.Sprint(v.table, "/", v.seat); v.claims[key] == v.me.ID {
		delete(v.claims, key)
	}
}

// stay plays for some time. It reports whether another person was there.
func (v *visitor) stay(ctx context.Context, began time.Time, most time.Duration, company bool) bool {
	watching, cut := context.WithCancel(ctx)
	defer cut()
	v.follow(watching)
	missing := 0
	for end := time.Now().Add(most); time.Now().Before(end) && ctx.Err() == nil; sleep(ctx, 700*time.Millisecond) {
		a, ok := v.ask(ctx, http.MethodGet, "/api/tables/"+v.table, nil)
		if ctx.Err() != nil {
			return company
		}
		if !ok || !a.OK() {
			v.broken("%s sits at %s and cannot see it: %d %s", v.me.ID, v.table, a.Status, a.Problem())
			return company
		}
		others, mine, over := v.look(a)
		if over {
			return company
		}
		if !mine {
			if missing++; missing < hallLag { // a node may show a table as it was two seconds ago
				continue
			}
			v.broken("%s lost seat %d at %s", v.me.ID, v.seat, v.table)
			return company
		}
		missing = 0
		if others > 0 && !company {
			company = true
			v.mu.Lock()
			v.met.add(time.Since(began))
			v.mu.Unlock()
		}
		v.move()
	}
	return company
}

// follow keeps an event stream of the table open, on any node.
func (v *visitor) follow(ctx context.Context) {
	conn, rng := v.conns, rand.New(rand.NewPCG(v.rng.Uint64(), 1))
	go func() {
		for ctx.Err() == nil {
			s, err := conn[rng.IntN(len(conn))].Stream(ctx, v.table, v.me.Token, From{Now: true})
			for err == nil {
				_, err = s.Next()
			}
			if s != nil {
				s.Close()
			}
			sleep(ctx, 300*time.Millisecond)
		}
	}()
}

// look returns how many other people sit at the table, whether the person still does, and whether the game is over.
func (v *visitor) look(a Answer) (others int, mine, over bool) {
	var t struct {
		Status string
		Seats  []struct {
			Seat   int
			Holder *struct{ ID string }
		}
	}
	if err := json.Unmarshal(a.Body, &t); err != nil {
		v.broken("a table that cannot be read: %v", err)
		return 0, true, false
	}
	for _, s := range t.Seats {
		if s.Holder == nil {
			continue
		}
		if s.Holder.ID == v.me.ID {
			mine = mine || s.Seat == v.seat
		} else {
			others++
		}
	}
	return others, mine, t.Status == "finished"
}

// move answers for the person's seat if the game waits for it.
func (v *visitor) move() {
	conn := v.conns[v.rng.IntN(len(v.conns))]
	g, err := view(conn, v.table, v.me.Token, "")
	if err != nil || g.Over || !slices.Contains(slices.Concat(g.Question.All, g.Question.Any), v.seat) {
		return
	}
	list := g.List(v.seat)
	if len(list) == 0 {
		return
	}
	_, a, err := Move(conn, v.table, v.me.Token, Post{v.seat, g.Question.ID, list[v.rng.IntN(len(list))], fmt.Sprint("h", v.rng.Uint64())})
	if err == nil && a.OK() {
		v.update(func(out *HallResult) { out.Moves++ })
	}
}

// leave hands the seat to a bot.
func (v *visitor) leave(ctx context.Context) {
	v.release() // from here on, the server may give the seat to another person
	a, ok := v.ask(ctx, http.MethodPost, "/api/tables/"+v.table+"/givetobot", map[string]any{"seat": v.seat})
	if ok && !a.OK() && a.Problem() != "not-running" && a.Problem() != "not-playing" && a.Problem() != "not-holder" {
		v.broken("%s could not leave: %d %s", v.me.ID, a.Status, a.Problem())
	}
	v.update(func(out *HallResult) { out.Left++ })
}

// vanish goes away without a word, and in half of the cases comes back. The seat stays the person's.
func (v *visitor) vanish(ctx context.Context, began time.Time, company bool) {
	v.update(func(out *HallResult) { out.Vanished++ })
	if v.rng.IntN(2) == 0 {
		v.mu.Lock()
		v.gone[v.me.ID] = true
		v.mu.Unlock()
		return
	}
	sleep(ctx, time.Duration(3+v.rng.IntN(10))*time.Second)
	v.update(func(out *HallResult) { out.Back++ })
	v.stay(ctx, began, 5*time.Second, company)
	v.leave(ctx)
}

// check reads every table at the end. Anyone who claims a seat must have it, and no person may sit twice.
// No two people who block each other may be together.
func (h *hall) check() {
	conn := NewConn(h.addrs[0])
	defer conn.Close()
	running := map[string]string{} // at which running table a person sits
	for table := range h.tables {
		var t struct {
			Status string
			Seats  []struct {
				Seat   int
				Holder *struct{ ID string }
			}
		}
		if err := conn.fetch(http.MethodGet, "/api/tables/"+table, "", nil, &t); err != nil {
			h.broken("table %s is lost: %v", table, err)
			continue
		}
		if t.Status != "playing" {
			continue
		}
		for _, s := range t.Seats {
			claimed := h.claims[fmt.Sprint(table, "/", s.Seat)]
			if s.Holder == nil {
				if claimed != "" && !h.gone[claimed] {
					h.broken("%s was told that seat %d at %s is theirs, and has lost it", claimed, s.Seat, table)
				}
				continue
			}
			switch {
			case claimed != s.Holder.ID:
				h.broken("%s holds seat %d at %s, which is claimed by %q", s.Holder.ID, s.Seat, table, claimed)
			case running[s.Holder.ID] != "":
				h.broken("%s sits twice: at %s and %s", s.Holder.ID, table, running[s.Holder.ID])
			}
			running[s.Holder.ID] = table
		}
	}
	for _, pair := range h.blocks {
		if a := running[pair[0]]; a != "" && a == running[pair[1]] {
			h.broken("%s and %s block each other and sit at %s", pair[0], pair[1], a)
		}
	}
}
