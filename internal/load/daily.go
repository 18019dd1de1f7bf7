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

// DailyResult measures how fast the server served the leaderboard of the daily deal. It also shows how much
// writing the leaderboard slowed down other tables.
type DailyResult struct {
	People   int     `json:"people"`
	Results  int     `json:"results"`    // results on the leaderboard at the end
	PlayedOn int     `json:"played_out"` // games played to their end; the others were given up
	FilledPS float64 `json:"results_per_second"`

	BoardReads int     `json:"board_reads"`
	BoardP50   float64 `json:"board_p50_ms"`
	BoardP99   float64 `json:"board_p99_ms"`
	TodayP99   float64 `json:"today_p99_ms"`
	// QuietP99 is the time to read the whole leaderboard, page by page, when no one plays any more. The other
	// times are measured while people play as fast as the machine allows.
	QuietP99 float64 `json:"board_quiet_p99_ms"`

	// These are rates of moves at other tables. MovesAlone is measured while nothing else happens, and
	// MovesBeside while ordinary games begin and end. MovesWith is measured while the same number of daily
	// games do.
	MovesAlone  float64 `json:"moves_alone_per_second"`
	MovesBeside float64 `json:"moves_beside_ordinary_games_per_second"`
	MovesWith   float64 `json:"moves_beside_daily_games_per_second"`
	// Ratio is the rate during daily games divided by the rate during ordinary games, as the median of all
	// rounds. It shows how much the leaderboard's writes slow down moves.
	Ratio     float64 `json:"ratio"`
	P50Beside float64 `json:"move_p50_beside_ordinary_ms"`
	P50With   float64 `json:"move_p50_beside_daily_ms"`
	Beside    int     `json:"games_beside"` // number of ordinary games, and of daily games, during the measurement
	Rate      float64 `json:"games_beside_per_second"`

	Seconds float64 `json:"seconds"` // how long each of the three rates was measured
	Words   words   `json:"words,omitempty"`
	Seed    uint64  `json:"seed"`
}

// The real goals are 50 ms at p99 and a ratio of 0.95. This measurement squeezes a day's ten thousand results
// into five minutes, so it meets them only in part (reports/proof.md). It therefore fails only far beyond the
// goals.
const (
	mostQuiet = 50.0  // milliseconds at p99
	mostBoard = 400.0 // milliseconds at p99
	leastKept = 0.75  // of Ratio
	// judged is how many seconds each kind of measurement window must last in total before Ratio is compared
	// with its limit. A shorter run only shows that everything works.
	judged = 15.0
	batch  = 500 // number of people who are added to the leaderboard in one step
	movers = 8   // number of tables at which other people play as fast as they can during the measurement
)

// Sound reports whether the leaderboard is complete and fast enough, and its writes did not slow down other
// tables too much.
func (r DailyResult) Sound() bool {
	return len(r.Words) == 0 && r.Results == r.People && r.BoardReads > 0 && r.QuietP99 <= mostQuiet && r.BoardP99 <= mostBoard && r.MovesWith > 0 &&
		(r.Seconds < judged || r.Ratio >= leastKept)
}

// dailyRun is the state of one measurement of the daily deal.
type dailyRun struct {
	c        Config
	conn     *Conn
	game     string
	board    string // URL path of the leaderboard
	settings map[string]string
	people   []Person
	window   time.Duration // how long each measurement window lasts
	rounds   int           // how many windows of each kind there are

	mu      sync.Mutex
	open    *Times               // the times of the current measurement window, or nil
	windows [windowKinds][]Times // duration of each move, grouped by kind of window
	reads   Times                // duration of each read of the leaderboard
	today   Times
	r       DailyResult
}

// The kinds of measurement windows, by what happens during them.
const (
	aloneWindow = iota
	besideWindow
	withWindow
	windowKinds
)

// runDaily has many people play the daily deal and reads its leaderboard, while it measures moves at other
// tables. All results come from real tables. One game in twenty is played to its end; the others are given up
// after at most two moves.
func (c Config) runDaily(ctx context.Context) (DailyResult, error) {
	d := &dailyRun{window: 1500 * time.Millisecond, rounds: 20, c: c, game: games.Default(), people: make([]Person, c.Daily), r: DailyResult{People: c.Daily, Seed: c.Seed}}
	if c.Daily < 5000 { // too few results to judge, so this only shows that everything works
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
	first := c.Daily - c.Daily/10 // games before this one only fill the leaderboard; the others are measured
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
		if err == nil { // the server records results in the background, so wait until it has caught up
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

// note records an error, unless the whole run is ending.
func (d *dailyRun) note(ctx context.Context, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if err != nil && ctx.Err() == nil {
		d.r.Words.note("%v", err)
	}
}

// look reads today's date on the server, and the settings of the daily deal.
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

// play has person i play the daily deal. One person in twenty plays to the end, and the others give up early.
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

// ordinary has person i begin a game with the daily deal's settings but other cards, and give it up.
func (d *dailyRun) ordinary(i int) error {
	table, err := d.table(d.people[i])
	if err != nil {
		return err
	}
	return d.giveUp(table, i)
}

// table makes a table with the settings of the daily deal.
func (d *dailyRun) table(who Person) (string, error) {
	return newTable(d.conn, who.Token, map[string]any{"game": d.game, "settings": d.settings, "sit": "all", "start": true})
}

// giveUp makes up to two moves and then gives up the game.
func (d *dailyRun) giveUp(table string, i int) error {
	m := d.mover(table, d.people[i], i)
	for range i % 3 {
		if _, _, err := m.step(); err != nil {
			return err
		}
	}
	_, err := d.conn.succeed(http.MethodPost, "/api/tables/"+table+"/propose", d.people[i].Token, map[string]any{"what": "end", "key": "enough"})
	return err
}

// mover returns a mover that plays all seats of a table.
func (d *dailyRun) mover(table string, who Person, i int) *mover {
	return &mover{conn: d.conn, table: table, people: []Person{who}, rng: rand.New(rand.NewPCG(d.c.Seed, uint64(i)))}
}

// measure runs three kinds of measurement windows in turn. In the first kind, nothing else happens. In the
// second, ordinary games begin and end; in the third, the same number of daily games do. In every window,
// people at other tables play as fast as they can, and the leaderboard is read continuously.
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

// windowsOf runs all measurement windows. The games in these windows are played by the people from index first
// on.
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
			if err := d.during(ctx, (k+round)%windowKinds, from, to-from); err != nil { // each round starts with a different kind
				return err
			}
		}
	}
	return nil
}

// during runs one window. The games that begin in it are spread evenly over the window.
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

// settle waits until the leaderboard has the given number of results. The server adds them shortly after a game
// ends, and that work must not slow down the next window.
func (d *dailyRun) settle(ctx context.Context, results int) error {
	var board struct{ Total int }
	for end := time.Now().Add(time.Minute); time.Now().Before(end) && ctx.Err() == nil; time.Sleep(20 * time.Millisecond) {
		if err := d.conn.fetch(http.MethodGet, d.board, "", nil, &board); err != nil || board.Total >= results {
			return err
		}
	}
	return fmt.Errorf("load: the board has %d results, not %d", board.Total, results)
}

// moves plays at one table after another, and adds the time of every move to the current measurement window.
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

// count replaces the list that collects durations of moves by open. It does nothing if the current list is not
// instead.
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

// reader reads the leaderboard twenty times a second. It mostly reads the first page, as real players would.
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

// sum computes the results from the windows of each kind.
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

// check reads the whole leaderboard, and checks that everyone is on it exactly once and that ranks are in
// order.
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
