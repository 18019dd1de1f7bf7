// Package sim distributes many games among workers, for researchers who count what happens in them.
//
// By design it refuses to let results depend on the number of workers. A game's random numbers come only from
// the seed and the game's number. Each game defines what to play and what to count.
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

// Config configures which games to play.
type Config struct {
	Header  engine.Header // header of all games, without a seed
	Bot     string        // name of the bots that play
	Lone    string        // style of one player among the others, in games whose bots have styles
	Kind    string        // kind of puzzles to look for; empty means all kinds
	From    int           // number of the first game
	Games   int
	Seed    uint64
	Workers int
	// Batch is how many games a worker takes at a time; 0 means a number that suits fast games.
	Batch int
	// Progress is called from time to time with the number of games played so far.
	Progress func(done int)
}

// Result is what was counted. It is also encoded as JSON.
type Result interface {
	// Print writes the result for people. given has the options that the user set.
	Print(w io.Writer, given engine.Settings)
}

// Worker plays batches of games, and counts separately from other workers.
type Worker interface {
	// Play plays the games from number from up to, but not including, number to.
	Play(from, to int)
}

// fastBatch is the default number of games that a worker takes at a time.
const fastBatch = 128

// Share has the configured number of workers play all games. Then it calls end with each worker, one after
// another.
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

// Gather plays each game separately, and returns all results in the order of the games. Each worker calls begin
// once.
func Gather[T any](c Config, begin func() (play func(i int) ([]T, error))) ([]T, error) {
	c.Batch = 1
	found, failed := make([][]T, c.Games), make([]error, c.Games)
	Share(c, func() gatherer { // each game is played by only one worker
		play := begin()
		return func(i int) { found[i-c.From], failed[i-c.From] = play(i) }
	}, func(gatherer) {})
	return slices.Concat(found...), errors.Join(failed...)
}

// gatherer plays the i-th game and stores its results.
type gatherer func(i int)

// Play plays the games from number from up to, but not including, number to.
func (g gatherer) Play(from, to int) {
	for i := from; i < to; i++ {
		g(i)
	}
}

// Numbered returns the header of the i-th game, with an open deal of its own. If the number of players is not
// set, it alternates between fewest players, one more and two more.
func (c *Config) Numbered(i, fewest int) engine.Header {
	h := c.Header
	h.Settings = slices.Clone(h.Settings)
	if h.Settings.Get("players") == "" {
		h.Settings = append(h.Settings, engine.Setting{Name: "players", Value: strconv.Itoa(fewest + i%3)})
	}
	h.Seed = engine.NumberedSeed(c.Seed*1_000_000 + uint64(i) + 1)
	return h
}

// Chances returns a function that returns the random source of the i-th game: the seed's key combined with the
// game's number.
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
