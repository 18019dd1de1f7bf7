package load

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"
)

// measure has others play as fast as they can while, in turns, nothing else happens,
// ordinary games begin and end, and as many games of the day's deal do. The board is
// read all the time.
func (d *dailyRun) measure(ctx context.Context, first int, r *DailyResult) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var all sync.WaitGroup
	defer all.Wait()
	defer cancel()
	for i := range d.c.Tables {
		all.Go(func() {
			if err := d.mover(ctx, i); err != nil && ctx.Err() == nil {
				d.note(err.Error())
			}
		})
	}
	all.Go(func() {
		if err := d.reader(ctx); err != nil && ctx.Err() == nil {
			d.note(err.Error())
		}
	})
	if err := d.settle(ctx, first); err != nil {
		return err
	}
	left := d.people[first:]
	r.Beside = len(left)
	for round := range d.c.Rounds {
		some := left[len(left)*round/d.c.Rounds : len(left)*(round+1)/d.c.Rounds]
		from := first + len(left)*round/d.c.Rounds
		for k := range windowKinds {
			kind := (k + round) % windowKinds // nobody is always the first
			d.c.progress("round %d of %d: moves %s", round+1, d.c.Rounds, [...]string{"alone", "beside ordinary games", "beside games of the day"}[kind])
			if err := d.during(ctx, kind, from, len(some)); err != nil {
				return err
			}
		}
	}
	cancel()
	all.Wait()
	d.sum(r)
	return nil
}

// during is one window: it lasts its time, and its games are spread over it.
func (d *dailyRun) during(ctx context.Context, kind, from, n int) error {
	began := time.Now()
	end := began.Add(d.c.Window)
	d.mu.Lock()
	d.windows = append(d.windows, window{kind: kind, from: began, to: end})
	d.mu.Unlock()
	var err error
	if kind != aloneWindow {
		err = d.each(ctx, n, func(i int, conn *Conn) error {
			time.Sleep(time.Until(began.Add(time.Duration(float64(d.c.Window) * float64(i) / float64(n)))))
			if kind == besideWindow {
				return d.ordinary(conn, from+i)
			}
			return d.play(conn, from+i)
		})
	}
	time.Sleep(time.Until(end))
	if err == nil && kind == withWindow {
		err = d.settle(ctx, from+n)
	}
	return err
}

// settle waits until the board has that many results: a server writes them a moment
// after the end of a game, and the next window is not to pay for it.
func (d *dailyRun) settle(ctx context.Context, results int) error {
	conn := NewConn(d.addr)
	defer conn.Close()
	var board struct{ Total int }
	for end := time.Now().Add(time.Minute); time.Now().Before(end) && ctx.Err() == nil; time.Sleep(20 * time.Millisecond) {
		if err := fetch(conn, http.MethodGet, "/api/days/"+d.day+"/"+d.game, "", nil, &board); err != nil || board.Total >= results {
			return err
		}
	}
	return fmt.Errorf("load: the board has %d results, not %d", board.Total, results)
}

// mover plays at one table after the other, and notes every move in its window.
func (d *dailyRun) mover(ctx context.Context, i int) error {
	conn := NewConn(d.addr)
	defer conn.Close()
	who, err := NewPerson(conn)
	if err != nil {
		return err
	}
	rng := rand.New(rand.NewPCG(d.c.Seed+1, uint64(i)))
	for ctx.Err() == nil {
		var made struct{ ID string }
		body := map[string]any{"game": d.game, "settings": d.settings, "sit": "all", "start": true}
		if err := fetch(conn, http.MethodPost, "/api/tables", who.Token, body, &made); err != nil {
			return err
		}
		err := d.moves(conn, made.ID, who.Token, 10_000, rng, func(took time.Duration) bool {
			d.moved(time.Now(), took)
			return ctx.Err() == nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (d *dailyRun) moved(at time.Time, took time.Duration) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.windows) == 0 {
		return
	}
	if w := &d.windows[len(d.windows)-1]; !at.Before(w.from) && at.Before(w.to) {
		w.moves++
		w.times.add(took)
	}
}

// reader reads the board twenty times a second, mostly its first page, as some of
// those who are on it.
func (d *dailyRun) reader(ctx context.Context) error {
	conn := NewConn(d.addr)
	defer conn.Close()
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
		path, times := "/api/days/"+d.day+"/"+d.game, &d.board
		switch n % 4 {
		case 1:
			path += "?page=" + strconv.Itoa(rng.IntN(max(1, len(d.people)/50)))
		case 3:
			path, times = "/api/today", &d.today
		}
		began := time.Now()
		if err := fetch(conn, http.MethodGet, path, token, nil, nil); err != nil {
			return err
		}
		d.mu.Lock()
		times.add(time.Since(began))
		d.mu.Unlock()
	}
}

// sum adds the windows of each kind up.
func (d *dailyRun) sum(r *DailyResult) {
	var moves [windowKinds]int
	var times [windowKinds]Times
	rounds := make([][windowKinds]int, d.c.Rounds)
	for i, w := range d.windows {
		moves[w.kind] += w.moves
		rounds[i/windowKinds][w.kind] = w.moves
		times[w.kind] = append(times[w.kind], w.times...)
	}
	span := time.Duration(d.c.Rounds) * d.c.Window
	r.Seconds, r.Rate = span.Seconds(), per(r.Beside, span)
	r.MovesAlone, r.MovesBeside, r.MovesWith = per(moves[aloneWindow], span), per(moves[besideWindow], span), per(moves[withWindow], span)
	var ratios []float64
	for _, n := range rounds {
		ratios = append(ratios, ratio(float64(n[withWindow]), float64(n[besideWindow])))
	}
	slices.Sort(ratios)
	r.Ratio = ratios[len(ratios)/2]
	r.P50Beside, r.P50With = times[besideWindow].millis(50), times[withWindow].millis(50)
	r.BoardReads, r.BoardP50, r.BoardP99, r.TodayP99 = len(d.board), d.board.millis(50), d.board.millis(99), d.today.millis(99)
}

// check reads the whole board: everybody once, and ranks that never fall.
func (d *dailyRun) check(r *DailyResult) error {
	conn := NewConn(d.addr)
	defer conn.Close()
	var page struct {
		Total   int
		More    bool
		Results []struct{ Rank int }
	}
	rank := 1
	var quiet Times
	for n := 0; n == 0 || page.More; n++ {
		page.Results = nil
		began := time.Now()
		if err := fetch(conn, http.MethodGet, fmt.Sprintf("/api/days/%s/%s?page=%d", d.day, d.game, n), "", nil, &page); err != nil {
			return err
		}
		quiet.add(time.Since(began))
		for _, e := range page.Results {
			if e.Rank < rank || e.Rank > r.Results+1 {
				return fmt.Errorf("load: line %d of the board has rank %d after %d", r.Results+1, e.Rank, rank)
			}
			rank = e.Rank
			r.Results++
		}
	}
	r.QuietP99 = quiet.millis(99)
	for _, who := range d.people[:min(20, len(d.people))] {
		var mine struct{ Mine *struct{ Table string } }
		if err := fetch(conn, http.MethodGet, "/api/days/"+d.day+"/"+d.game, who.Token, nil, &mine); err != nil {
			return err
		}
		if mine.Mine == nil || mine.Mine.Table == "" {
			return fmt.Errorf("load: %s is not on the board", who.ID)
		}
	}
	return nil
}
