package load

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"theriac/games"
)

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

	Seconds float64 `json:"seconds"` // of each of the three kinds
	Words   words   `json:"words,omitempty"`
	Seed    uint64  `json:"seed"`
}

// The marks are 50 ms at p99 and 0.95 of the moves. The first is kept if nobody plays,
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
	movers = 8    // tables that others play at meanwhile, as fast as they can
)

// Sound reports whether the board is complete and fast, and its writes slowed nobody.
func (r DailyResult) Sound() bool {
	return len(r.Words) == 0 && r.Results == r.People && r.BoardReads > 0 && r.QuietP99 <= mostQuiet && r.BoardP99 <= mostBoard && r.MovesWith > 0 &&
		(r.Seconds < judged || r.Ratio >= leastKept)
}

// dailyRun is one measurement under way.
type dailyRun struct {
	c        Config
	conn     *Conn
	game     string
	board    string // its path
	settings map[string]string
	people   []Person
	window   time.Duration // of one measurement
	rounds   int           // how often each kind of measurement takes its turn

	mu      sync.Mutex
	open    *Times               // the window that is open, if one is
	windows [windowKinds][]Times // of moves
	reads   Times                // of the board
	today   Times
	r       DailyResult
}

// The kinds of windows.
const (
	aloneWindow = iota
	besideWindow
	withWindow
	windowKinds
)

// runDaily has many people play the deal of the day, reads its board, and measures
// moves at other tables meanwhile. All results come from real tables: one in twenty is
// played to its end, the others are given up after a move or two.
func (c Config) runDaily(ctx context.Context) (DailyResult, error) {
	d := &dailyRun{window: 1500 * time.Millisecond, rounds: 20, c: c, game: games.Default(), people: make([]Person, c.Daily), r: DailyResult{People: c.Daily, Seed: c.Seed}}
	if c.Daily < 5000 { // enough to see that everything works
		d.window, d.rounds = 500*time.Millisecond, 3
	}
	h, err := c.open(ctx)
	if err != nil {
		return d.r, err
	}
	defer h.close()
	d.conn = h.conn
	if err := d.look(); err != nil {
		return d.r, err
	}
	first := c.Daily - c.Daily/10 // those after are measured; these only fill the board
	c.progress("%d people play the deal of the day", first)
	began := time.Now()
	for done := 0; done < c.Daily; done += batch {
		err := Each(min(batch, c.Daily-done), 16, func(n int) (err error) {
			i := done + n
			if d.people[i], err = NewPerson(d.conn); err != nil || i >= first {
				return err
			}
			return d.play(i)
		})
		if err == nil {
			err = ctx.Err()
		}
		if err == nil { // the server ends games in the background: nobody runs ahead of it
			err = d.settle(ctx, min(done+batch, first))
		}
		if err != nil {
			return d.r, err
		}
	}
	d.r.FilledPS = per(first, time.Since(began))
	if err := d.measure(ctx, first); err != nil {
		return d.r, err
	}
	d.note(ctx, d.check())
	return d.r, nil
}

// note keeps an error, unless everything ends.
func (d *dailyRun) note(ctx context.Context, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if err != nil && ctx.Err() == nil {
		d.r.Words.note("%v", err)
	}
}

// look reads which day it is, and how its game is set up.
func (d *dailyRun) look() error {
	var today struct {
		Day   string
		Games []struct {
			Game     string
			Settings map[string]string
		}
	}
	if err := d.conn.fetch(http.MethodGet, "/api/today", "", nil, &today); err != nil {
		return err
	}
	d.board = "/api/days/" + today.Day + "/" + d.game
	for _, g := range today.Games {
		if g.Game == d.game {
			d.settings = g.Settings
			return nil
		}
	}
	return errors.New("load: there is no deal today")
}

// play has a person play the deal of the day: one in twenty to its end.
func (d *dailyRun) play(i int) error {
	var made struct {
		Table  string
		Counts bool
	}
	if err := d.conn.fetch(http.MethodPost, "/api/today/"+d.game, d.people[i].Token, map[string]any{}, &made); err != nil {
		return err
	}
	if !made.Counts {
		return errors.New("load: a first table does not count")
	}
	if i%20 > 0 {
		return d.giveUp(made.Table, i)
	}
	d.mu.Lock()
	d.r.PlayedOn++
	d.mu.Unlock()
	m := d.mover(made.Table, d.people[i], i)
	for !m.now.Over {
		if _, _, err := m.step(); err != nil {
			return err
		}
	}
	return nil
}

// ordinary has a person begin and give up a table like that of the day, with a deal of
// its own.
func (d *dailyRun) ordinary(i int) error {
	table, err := d.table(d.people[i])
	if err != nil {
		return err
	}
	return d.giveUp(table, i)
}

// table makes a table like that of the day.
func (d *dailyRun) table(who Person) (string, error) {
	return newTable(d.conn, who.Token, map[string]any{"game": d.game, "settings": d.settings, "sit": "all", "start": true})
}

// giveUp ends a game after a move or two, or none.
func (d *dailyRun) giveUp(table string, i int) error {
	m := d.mover(table, d.people[i], i)
	for range i % 3 {
		if _, _, err := m.step(); err != nil {
			return err
		}
	}
	_, err := d.conn.succeed(http.MethodPost, "/api/tables/"+table+"/giveup", d.people[i].Token, map[string]any{"key": "enough"})
	return err
}

// mover plays all seats of a table.
func (d *dailyRun) mover(table string, who Person, i int) *mover {
	return &mover{conn: d.conn, table: table, people: []Person{who}, rng: rand.New(rand.NewPCG(d.c.Seed, uint64(i)))}
}

// measure has others play as fast as they can while, in turns, nothing else happens,
// ordinary games begin and end, and as many games of the day's deal do. The board is
// read all the time.
func (d *dailyRun) measure(ctx context.Context, first int) error {
	beside, cancel := context.WithCancel(ctx)
	var all sync.WaitGroup
	for i := range movers {
		all.Go(func() { d.note(beside, d.moves(beside, i)) })
	}
	all.Go(func() { d.note(beside, d.reader(beside)) })
	err := d.windowsOf(ctx, first)
	cancel()
	all.Wait()
	if err == nil {
		d.sum()
	}
	return err
}

// windowsOf goes through all windows.
func (d *dailyRun) windowsOf(ctx context.Context, first int) error {
	if err := d.settle(ctx, first); err != nil {
		return err
	}
	left := d.c.Daily - first
	d.r.Beside = left
	for round := range d.rounds {
		from, to := first+left*round/d.rounds, first+left*(round+1)/d.rounds
		d.c.progress("round %d of %d", round+1, d.rounds)
		for k := range windowKinds {
			if err := d.during(ctx, (k+round)%windowKinds, from, to-from); err != nil { // nobody is always the first
				return err
			}
		}
	}
	return nil
}

// during is one window: it lasts its time, and its games are spread over it.
func (d *dailyRun) during(ctx context.Context, kind, from, n int) error {
	began := time.Now()
	var moves Times
	d.count(nil, &moves)
	time.AfterFunc(d.window, func() { d.count(&moves, nil) })
	var err error
	if kind != aloneWindow {
		err = Each(n, 16, func(i int) error {
			sleep(ctx, time.Until(began.Add(time.Duration(float64(d.window)*float64(i)/float64(n)))))
			if kind == besideWindow {
				return d.ordinary(from + i)
			}
			return d.play(from + i)
		})
	}
	sleep(ctx, time.Until(began.Add(d.window)))
	d.count(&moves, nil)
	d.windows[kind] = append(d.windows[kind], moves)
	if err == nil && kind == withWindow {
		err = d.settle(ctx, from+n)
	}
	return err
}

// settle waits until the board has that many results: a server writes them a moment
// after the end of a game, and the next window is not to pay for it.
func (d *dailyRun) settle(ctx context.Context, results int) error {
	var board struct{ Total int }
	for end := time.Now().Add(time.Minute); time.Now().Before(end) && ctx.Err() == nil; time.Sleep(20 * time.Millisecond) {
		if err := d.conn.fetch(http.MethodGet, d.board, "", nil, &board); err != nil || board.Total >= results {
			return err
		}
	}
	return fmt.Errorf("load: the board has %d results, not %d", board.Total, results)
}

// moves plays at one table after the other, and notes every move in its window.
func (d *dailyRun) moves(ctx context.Context, i int) error {
	who, err := NewPerson(d.conn)
	if err != nil {
		return err
	}
	m := d.mover("", who, -1-i)
	m.now.Over = true
	for ctx.Err() == nil {
		if m.now.Over {
			if m.table, err = d.table(who); err != nil {
				return err
			}
		}
		_, took, err := m.step()
		if err != nil {
			return err
		}
		if !m.now.Over {
			d.moved(took)
		}
	}
	return nil
}

// count opens a window instead of another, if that is open.
func (d *dailyRun) count(instead, open *Times) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.open == instead {
		d.open = open
	}
}

func (d *dailyRun) moved(took time.Duration) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.open != nil {
		d.open.add(took)
	}
}

// reader reads the board twenty times a second, mostly its first page, as some of
// those who are on it.
func (d *dailyRun) reader(ctx context.Context) error {
	rng := rand.New(rand.NewPCG(d.c.Seed+2, 0))
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for n := 0; ; n++ {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		token := d.people[rng.IntN(len(d.people))].Token
		path, times := d.board, &d.reads
		switch n % 4 {
		case 1:
			path += "?page=" + strconv.Itoa(rng.IntN(max(1, len(d.people)/50)))
		case 3:
			path, times = "/api/today", &d.today
		}
		began := time.Now()
		if _, err := d.conn.succeed(http.MethodGet, path, token, nil); err != nil {
			return err
		}
		times.add(time.Since(began))
	}
}

// sum adds the windows of each kind up.
func (d *dailyRun) sum() {
	r, span := &d.r, time.Duration(d.rounds)*d.window
	var times [windowKinds]Times
	var ratios []float64
	for kind, list := range d.windows {
		for round, w := range list {
			times[kind] = append(times[kind], w...)
			if kind == withWindow {
				ratios = append(ratios, ratio(float64(len(w)), float64(len(d.windows[besideWindow][round]))))
			}
		}
	}
	slices.Sort(ratios)
	r.Ratio = ratios[len(ratios)/2]
	r.Seconds, r.Rate = span.Seconds(), per(r.Beside, span)
	r.MovesAlone, r.MovesBeside, r.MovesWith = per(len(times[aloneWindow]), span), per(len(times[besideWindow]), span), per(len(times[withWindow]), span)
	r.P50Beside, r.P50With = times[besideWindow].millis(50), times[withWindow].millis(50)
	r.BoardReads, r.BoardP50, r.BoardP99, r.TodayP99 = len(d.reads), d.reads.millis(50), d.reads.millis(99), d.today.millis(99)
}

// check reads the whole board: everybody once, and ranks that never fall.
func (d *dailyRun) check() error {
	var page struct {
		More    bool
		Results []struct{ Rank int }
	}
	rank := 1
	var quiet Times
	for n := 0; n == 0 || page.More; n++ {
		page.Results = nil
		began := time.Now()
		if err := d.conn.fetch(http.MethodGet, fmt.Sprintf("%s?page=%d", d.board, n), "", nil, &page); err != nil {
			return err
		}
		quiet.add(time.Since(began))
		for _, e := range page.Results {
			if e.Rank < rank || e.Rank > d.r.Results+1 {
				return fmt.Errorf("load: line %d of the board has rank %d after %d", d.r.Results+1, e.Rank, rank)
			}
			rank = e.Rank
			d.r.Results++
		}
	}
	d.r.QuietP99 = quiet.millis(99)
	for _, who := range d.people[:min(20, len(d.people))] {
		var mine struct{ Mine *struct{ Table string } }
		if err := d.conn.fetch(http.MethodGet, d.board, who.Token, nil, &mine); err != nil {
			return err
		}
		if mine.Mine == nil || mine.Mine.Table == "" {
			return fmt.Errorf("load: %s is not on the board", who.ID)
		}
	}
	return nil
}
