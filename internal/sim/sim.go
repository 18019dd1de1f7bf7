// Package sim shares many games out among workers, for researchers who count what
// happens in them.
//
// It refuses to depend on the number of workers: a game's chance comes from the
// seed and the game's number, so the counts are the same however the games are
// shared out. What is played and counted is the game's own.
package sim

import (
	"errors"
	"io"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"

	"theriac/engine"
)

// Config is what to play.
type Config struct {
	Header  engine.Header // without a seed
	Bot     string        // the name of the players
	Lone    string        // the style of one player among others, where a game knows styles
	Kind    string        // of puzzles, where some are looked for; empty: all
	From    int           // the number of the first game
	Games   int
	Seed    uint64
	Workers int
	// Batch is how many games a worker takes at a time; 0 for as many as fast games need.
	Batch int
	// Progress receives the number of games played so far, now and then.
	Progress func(done int)
}

// Result is what was counted. It is encoded as JSON as it is.
type Result interface {
	// Print writes it for people; given are the options that were asked for.
	Print(w io.Writer, given engine.Settings)
}

// Worker plays batches of games and counts them apart from other workers.
type Worker interface {
	// Play plays the games from..to-1.
	Play(from, to int)
}

// fastBatch is how many fast games a worker takes at a time.
const fastBatch = 128

// Share plays the games on as many workers as the configuration says, and calls end
// with each of them, one at a time, when there are no more games.
func Share[W Worker](c Config, begin func() W, end func(W)) {
	batch := c.Batch
	if batch == 0 {
		batch = fastBatch
	}
	var next, done atomic.Int64
	var mu sync.Mutex
	var wg sync.WaitGroup
	for range c.Workers {
		wg.Go(func() {
			worker := begin()
			for {
				from := int(next.Add(int64(batch))) - batch
				if from >= c.Games {
					break
				}
				to := min(from+batch, c.Games)
				worker.Play(c.From+from, c.From+to)
				if n := int(done.Add(int64(to - from))); c.Progress != nil {
					c.Progress(n)
				}
			}
			mu.Lock()
			defer mu.Unlock()
			end(worker)
		})
	}
	wg.Wait()
}

// Gather plays each game by itself, and returns what they yield in the order of the games.
// begin is called by each worker.
func Gather[T any](c Config, begin func() (play func(i int) ([]T, error))) ([]T, error) {
	c.Batch = 1
	found, failed := make([][]T, c.Games), make([]error, c.Games)
	Share(c, func() gatherer { // no two workers play the same game
		play := begin()
		return func(i int) { found[i-c.From], failed[i-c.From] = play(i) }
	}, func(gatherer) {})
	return slices.Concat(found...), errors.Join(failed...)
}

// gatherer plays the i-th game.
type gatherer func(i int)

// Play plays some games.
func (g gatherer) Play(from, to int) {
	for i := from; i < to; i++ {
		g(i)
	}
}

// Numbered is the header of the i-th game with an open deal of its own. If nobody chose how
// many players there are, the games take turns with three numbers, from the fewest on.
func (c *Config) Numbered(i, fewest int) engine.Header {
	h := c.Header
	h.Settings = slices.Clone(h.Settings)
	if h.Settings.Get("players") == "" {
		h.Settings = append(h.Settings, engine.Setting{Name: "players", Value: strconv.Itoa(fewest + i%3)})
	}
	h.Seed = engine.NumberedSeed(c.Seed*1_000_000 + uint64(i) + 1)
	return h
}

// Chances is the chance of each game by its number: the seed's key with the number
// worked in.
func (c *Config) Chances() func(i int) engine.Rand {
	base, _ := engine.NumberedSeed(c.Seed).Rand()
	return func(i int) engine.Rand {
		r := base
		for b := range 8 {
			r.Key[b] ^= byte(i >> (8 * b))
		}
		return r.Fork()
	}
}
