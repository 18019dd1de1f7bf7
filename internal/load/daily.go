package load

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"sync"
	"time"

	"theriac/games"
)

// DailyConfig is people who all play the deal of the day.
type DailyConfig struct {
	Config
	People int
	Tables int           // that others play at meanwhile, as fast as they can
	Window time.Duration // of one measurement
	Rounds int           // how often each kind of measurement takes its turn
}

// DailyResult is how fast the board of the day was served, and what its writes cost
// those who play at other tables.
type DailyResult struct {
	People   int     `json:"people"`
	Results  int     `json:"results"`    // on the board at the end
	PlayedOn int     `json:"played_out"` // of them to the end; the others were given up
	FilledPS float64 `json:"results_per_second"`

	BoardReads int     `json:"board_reads"`
	BoardP50   float64 `json:"board_p50_ms"`
	BoardP99   float64 `json:"board_p99_ms"`
	TodayP99   float64 `json:"today_p99_ms"`
	// QuietP99 is of the whole board's pages, one after another, when nobody plays any more:
	// the others are read beside people who play as fast as the machine lets them.
	QuietP99 float64 `json:"board_quiet_p99_ms"`

	// Moves a second, in turns: alone, beside ordinary games that begin and end, and
	// beside as many games of the day's deal.
	MovesAlone  float64 `json:"moves_alone_per_second"`
	MovesBeside float64 `json:"moves_beside_ordinary_games_per_second"`
	MovesWith   float64 `json:"moves_beside_daily_games_per_second"`
	// Ratio is the last to the one before, the median of all rounds: what the board's
	// writes leave of the moves.
	Ratio     float64 `json:"ratio"`
	P50Beside float64 `json:"move_p50_beside_ordinary_ms"`
	P50With   float64 `json:"move_p50_beside_daily_ms"`
	Beside    int     `json:"games_beside"` // of each kind
	Rate      float64 `json:"games_beside_per_second"`

	Seconds float64  `json:"seconds"` // of each of the three kinds
	Words   []string `json:"words,omitempty"`
	Seed    uint64   `json:"seed"`
}

// The marks are 50 ms at p99 and 0.95 of the moves. The first is kept where nobody plays,
// and neither beside people who play as fast as the machine lets them, with ten thousand
// results in five minutes instead of a day (docs/proof.md): what fails is far above that.
const (
	mostQuiet = 50.0  // milliseconds at p99
	mostBoard = 400.0 // milliseconds at p99
	leastKept = 0.75  // of the moves
	// judged is how long the moves have to be measured before their ratio is judged; a
	// shorter one only says that everything works.
	judged = 15.0 // seconds of each kind
	batch  = 500  // people who fill the board at once
)

// Sound says whether the board is complete and fast, and its writes slowed nobody.
func (r DailyResult) Sound() bool {
	return len(r.Words) == 0 && r.Results == r.People && r.BoardReads > 0 && r.QuietP99 <= mostQuiet && r.BoardP99 <= mostBoard && r.MovesWith > 0 &&
		(r.Seconds < judged || r.Ratio >= leastKept)
}

// dailyRun is one measurement under way.
type dailyRun struct {
	c        DailyConfig
	addr     string
	game     string
	day      string
	settings map[string]string
	people   []Person

	mu           sync.Mutex
	windows      []window
	board, today Times
	played       int
	words        []string
}

// The kinds of windows.
const (
	aloneWindow = iota
	besideWindow
	withWindow
	windowKinds
)

// window is a while in which moves are counted.
type window struct {
	kind     int
	from, to time.Time
	moves    int
	times    Times
}

// RunDaily has many people play the deal of the day, reads its board, and measures
// moves at other tables meanwhile. All results come from real tables: one in twenty is
// played to its end, the others are given up after a move or two.
func RunDaily(ctx context.Context, c DailyConfig) (DailyResult, error) {
	r := DailyResult{People: c.People, Seed: c.Seed}
	h, err := c.open(ctx)
	if err != nil {
		return r, err
	}
	defer h.close()
	d := &dailyRun{c: c, addr: h.addr, game: games.Default(), people: make([]Person, c.People)}
	if err := d.look(); err != nil {
		return r, err
	}
	last := c.People / 10 // measured; those before only fill the board
	first := c.People - last
	c.progress("%d people play the deal of the day", first)
	began := time.Now()
	for done := 0; done < c.People && err == nil; done += batch {
		err = d.each(ctx, min(batch, c.People-done), func(n int, conn *Conn) (err error) {
			i := done + n
			if d.people[i], err = NewPerson(conn); err != nil || i >= first {
				return err
			}
			return d.play(conn, i)
		})
		if err == nil { // the server ends games in the background: nobody runs ahead of it
			err = d.settle(ctx, min(done+batch, first))
		}
	}
	if err != nil {
		return r, err
	}
	r.FilledPS = per(first, time.Since(began))
	if err := d.measure(ctx, first, &r); err != nil {
		return r, err
	}
	if err := d.check(&r); err != nil {
		d.note(err.Error())
	}
	r.Words, r.PlayedOn = d.words, d.played
	return r, nil
}

func (d *dailyRun) note(what string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.words) < mostWords {
		d.words = append(d.words, what)
	}
}

// each calls f for 0 to n-1, sixteen at a time, each with a connection of its own.
func (d *dailyRun) each(ctx context.Context, n int, f func(i int, conn *Conn) error) error {
	conns := make(chan *Conn, 16)
	for range cap(conns) {
		conns <- NewConn(d.addr)
	}
	defer func() {
		for range cap(conns) {
			(<-conns).Close()
		}
	}()
	return each(n, cap(conns), func(i int) error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		conn := <-conns
		defer func() { conns <- conn }()
		return f(i, conn)
	})
}

// fetch makes a request that must succeed.
func fetch(c *Conn, method, path, token string, body, out any) error {
	a, err := c.succeed(method, path, token, body)
	if err != nil {
		return fmt.Errorf("%s %s: %w", method, path, err)
	}
	if out == nil {
		return nil
	}
	return json.Unmarshal(a.Body, out)
}

// look reads which day it is, and how its game is set up.
func (d *dailyRun) look() error {
	conn := NewConn(d.addr)
	defer conn.Close()
	var today struct {
		Day   string
		Games []struct {
			Game     string
			Settings map[string]string
		}
	}
	if err := fetch(conn, http.MethodGet, "/api/today", "", nil, &today); err != nil {
		return err
	}
	d.day = today.Day
	for _, g := range today.Games {
		if g.Game == d.game {
			d.settings = g.Settings
			return nil
		}
	}
	return errors.New("load: there is no deal today")
}

// play has a person play the deal of the day: one in twenty to its end.
func (d *dailyRun) play(conn *Conn, i int) error {
	var made struct {
		Table  string
		Counts bool
	}
	token := d.people[i].Token
	if err := fetch(conn, http.MethodPost, "/api/today/"+d.game, token, map[string]any{}, &made); err != nil {
		return err
	}
	if !made.Counts {
		return errors.New("load: a first table does not count")
	}
	rng := rand.New(rand.NewPCG(d.c.Seed, uint64(i)))
	if i%20 > 0 {
		return d.giveUp(conn, made.Table, token, i%3, rng)
	}
	d.mu.Lock()
	d.played++
	d.mu.Unlock()
	return d.moves(conn, made.Table, token, 10_000, rng, nil)
}

// ordinary has a person begin and give up a table like that of the day, with a deal of
// its own.
func (d *dailyRun) ordinary(conn *Conn, i int) error {
	var made struct{ ID string }
	token := d.people[i].Token
	body := map[string]any{"game": d.game, "settings": d.settings, "sit": "all", "start": true}
	if err := fetch(conn, http.MethodPost, "/api/tables", token, body, &made); err != nil {
		return err
	}
	return d.giveUp(conn, made.ID, token, i%3, rand.New(rand.NewPCG(d.c.Seed, uint64(i))))
}

// giveUp ends a game after a few moves.
func (d *dailyRun) giveUp(conn *Conn, table, token string, after int, rng *rand.Rand) error {
	if err := d.moves(conn, table, token, after, rng, nil); err != nil {
		return err
	}
	return fetch(conn, http.MethodPost, "/api/tables/"+table+"/giveup", token, map[string]any{"key": "enough"}, nil)
}

// moves makes moves of all seats, until there are so many or the game is over. It calls
// moved after each.
func (d *dailyRun) moves(conn *Conn, table, token string, most int, rng *rand.Rand, moved func(took time.Duration) bool) error {
	for n := range most {
		a, err := conn.succeed(http.MethodGet, "/api/tables/"+table+"/view", token, nil)
		if err != nil {
			return err
		}
		now, err := Look(a.Body)
		if err != nil || now.Over {
			return err
		}
		seat, list := -1, [][]byte(nil)
		for s := range 8 {
			if list = now.List(s); owing(now, s) && len(list) > 0 {
				seat = s
				break
			}
		}
		if seat < 0 {
			return fmt.Errorf("load: nobody can move at %s", table)
		}
		began := time.Now()
		_, answer, err := Move(conn, table, token, Post{Seat: seat, Question: now.Question, Move: text(list[rng.IntN(len(list))]), Key: "m" + strconv.Itoa(n)})
		if err == nil {
			err = answer.Err()
		}
		if err != nil {
			return err
		}
		if moved != nil && !moved(time.Since(began)) {
			return nil
		}
	}
	return nil
}
