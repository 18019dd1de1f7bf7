package daily

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"time"

	"theriac/internal/store"
)

// Row is one result on the leaderboard of a day's deal.
type Row struct {
	Person string
	Result
}

// board is the sorted leaderboard of one deal, with the results that this node knows.
type board struct {
	mu    sync.Mutex
	all   map[string]*Row
	order []*Row
	won   int
	ready chan struct{}
	once  sync.Once
	used  time.Time
	stop  context.CancelFunc
}

// better compares two rows for ranking. Wins rank before losses, fast wins before slow ones, and
// late losses before early ones. If that does not decide, the game's own figures do. Rows that
// compare equal share a rank.
func better(a, b *Row) int {
	if a.Won != b.Won {
		if a.Won {
			return -1
		}
		return 1
	}
	turns := cmp.Compare(a.Turns, b.Turns)
	if !a.Won {
		turns = -turns
	}
	if turns != 0 {
		return turns
	}
	for i := range min(len(a.Figures), len(b.Figures)) {
		c := cmp.Compare(b.Figures[i].Value, a.Figures[i].Value)
		if a.Figures[i].Less {
			c = -c
		}
		if c != 0 {
			return c
		}
	}
	return 0
}

// place compares two rows to decide which is listed first. Unlike better, it never treats the rows
// of two people as equal.
func place(a, b *Row) int {
	return cmp.Or(better(a, b), a.At.Compare(b.At), strings.Compare(a.Person, b.Person))
}

func (b *board) set(person string, e *Row) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if old := b.all[person]; old != nil {
		if i, found := slices.BinarySearchFunc(b.order, old, place); found {
			b.order = slices.Delete(b.order, i, i+1)
		}
		if old.Won {
			b.won--
		}
		delete(b.all, person)
	}
	if e == nil {
		return
	}
	i, _ := slices.BinarySearchFunc(b.order, e, place)
	b.order = slices.Insert(b.order, i, e)
	b.all[person] = e
	if e.Won {
		b.won++
	}
}

func (b *board) rank(e *Row) int {
	i, _ := slices.BinarySearchFunc(b.order, e, better)
	return i + 1
}

// Ranked is a row of a leaderboard with its rank.
type Ranked struct {
	Rank int
	Row
}

// Board is one page of a leaderboard.
type Board struct {
	Total, Won int
	Rows       []Ranked
	Mine       *Ranked
}

// Board returns a page of a deal's leaderboard, best results first, and the person's own row.
func (d *Daily) Board(ctx context.Context, day, game, person string, skip, most int) (Board, error) {
	if _, err := d.deal(ctx, day, game); err != nil {
		return Board{}, err
	}
	b := d.board(day, game)
	select {
	case <-b.ready:
	case <-ctx.Done():
		return Board{}, wrap("board", ctx.Err())
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	out := Board{Total: len(b.order), Won: b.won, Rows: []Ranked{}}
	from := min(max(skip, 0), len(b.order))
	for _, e := range b.order[from:min(from+max(most, 0), len(b.order))] {
		out.Rows = append(out.Rows, Ranked{b.rank(e), *e})
	}
	if e := b.all[person]; e != nil {
		out.Mine = &Ranked{b.rank(e), *e}
	}
	return out, nil
}

// board returns the leaderboard of a day's deal. The first call for a deal subscribes to its
// results.
func (d *Daily) board(day, game string) *board {
	key := dealKey(day, game)
	d.mu.Lock()
	defer d.mu.Unlock()
	b := d.boards[key]
	if b == nil {
		d.dropBoard()
		ctx, stop := context.WithCancel(d.ctx)
		b = &board{all: map[string]*Row{}, ready: make(chan struct{}), stop: stop}
		d.boards[key] = b
		go d.watch(ctx, b, "on."+key)
	}
	b.used = d.conf.Now()
	return b
}

// dropBoard removes a leaderboard from memory to make space for another. The caller holds d.mu.
func (d *Daily) dropBoard() {
	if len(d.boards) < kept {
		return
	}
	oldest := ""
	for key, b := range d.boards {
		if oldest == "" || b.used.Before(d.boards[oldest].used) {
			oldest = key
		}
	}
	d.boards[oldest].stop()
	delete(d.boards, oldest)
}

// watch keeps a leaderboard up to date. If the store ends the subscription, watch subscribes again.
func (d *Daily) watch(ctx context.Context, b *board, prefix string) {
	for ctx.Err() == nil {
		b.mu.Lock()
		missing := map[string]bool{}
		for person := range b.all {
			missing[person] = true
		}
		b.mu.Unlock()
		var mu sync.Mutex
		err := d.kv.results.Watch(ctx, prefix, func(rec store.Record) {
			person := rec.Key[strings.LastIndexByte(rec.Key, '.')+1:]
			mu.Lock()
			delete(missing, person)
			mu.Unlock()
			if len(rec.Data) == 0 {
				b.set(person, nil)
				return
			}
			e := &Row{Person: person}
			if err := json.Unmarshal(rec.Data, &e.Result); err != nil {
				d.trouble(wrap("board", err))
				return
			}
			b.set(person, e)
		}, func() {
			mu.Lock()
			defer mu.Unlock()
			for person := range missing {
				b.set(person, nil)
			}
			clear(missing)
			b.once.Do(func() { close(b.ready) })
		})
		if ctx.Err() != nil {
			return
		}
		d.trouble(wrap("board", err))
		select {
		case <-ctx.Done():
		case <-time.After(time.Second):
		}
	}
}
