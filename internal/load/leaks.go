package load

import (
	"context"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"time"
)

// LeaksResult is the result of the search for leaks.
type LeaksResult struct {
	Games    int            `json:"games"`
	Entries  int            `json:"entries"`
	Viewers  int            `json:"viewers"`
	Received int            `json:"received"` // messages that viewers received; all of them were checked
	Bytes    int64          `json:"bytes"`
	Leaks    int            `json:"leaks"`
	First    words          `json:"first,omitempty"`
	Did      map[string]int `json:"did"`    // number of actions other than moves, by kind
	Blocks   int            `json:"blocks"` // games in which a viewer blocked a player
	Heard    Heard          `json:"heard"`  // what others received of those players
	Planted  int            `json:"planted"`
	Caught   int            `json:"caught"` // games in which an injected leak was found
	Apart    int            `json:"apart"`  // number of those games in which the independent check found the leak too
	Failed   words          `json:"failed,omitempty"`
	Seed     uint64         `json:"seed"`
	Seconds  float64        `json:"seconds"`
}

// runLeaks plays games through the API, and checks everything that viewers received.
func (c Config) runLeaks(ctx context.Context) (LeaksResult, error) {
	h, err := c.open(ctx)
	if err != nil {
		return LeaksResult{}, err
	}
	defer h.close()
	return c.lookForLeaks(h.conn)
}

func (c Config) lookForLeaks(conn *Conn) (LeaksResult, error) {
	r := LeaksResult{Did: map[string]int{}, Seed: c.Seed}
	began := time.Now()
	var mu sync.Mutex
	err := Each(c.Leaks, 4*runtime.NumCPU(), func(i int) error {
		one, err := c.leakGame(conn, i)
		mu.Lock()
		defer mu.Unlock()
		if err != nil {
			r.Failed.note("game %d: %v", i, err)
			if len(r.Failed) >= mostWords {
				return err
			}
		}
		r.add(one)
		if r.Games%100 == 0 {
			c.progress("%d games, %d things received, %d leaks", r.Games, r.Received, r.Leaks)
		}
		return nil
	})
	r.Seconds = round(time.Since(began).Seconds())
	return r, err
}

// leakGame plays one game and checks all messages.
func (c Config) leakGame(conn *Conn, i int) (r LeaksResult, err error) {
	rng := rand.New(rand.NewPCG(c.Seed, uint64(i)))
	wish, seats := secretTable(rng)
	if slices.Contains(CardPlants(), c.Plant) {
		wish, seats = cardTable(rng)
	}
	g, err := newLeakGame(conn, rng, wish, seats)
	if err != nil {
		return r, err
	}
	defer g.close()
	if err := g.play(); err != nil {
		return r, err
	}
	o, err := newOracle(g)
	if err != nil {
		return r, err
	}
	planted := c.Plant != "" && injectLeak(c.Plant, g, o)
	looked, found, apart := o.check(g)
	r.Games, r.Entries, r.Viewers, r.Received, r.Leaks, r.Did = 1, g.n+1, len(g.viewers), looked, len(found), g.counts
	r.First = found[:min(len(found), 3)]
	r.Blocks, r.Heard = g.counts["block"], g.heardOf()
	for _, v := range g.viewers {
		for _, got := range v.log {
			r.Bytes += int64(len(got.data))
		}
	}
	if planted {
		r.Planted = 1
		r.Caught, r.Apart = min(1, len(found)), min(1, apart)
	}
	return r, nil
}

func (r *LeaksResult) add(o LeaksResult) {
	r.Games += o.Games
	r.Entries += o.Entries
	r.Viewers += o.Viewers
	r.Received += o.Received
	r.Bytes += o.Bytes
	r.Leaks += o.Leaks
	r.Blocks += o.Blocks
	r.Heard.Lines += o.Heard.Lines
	r.Heard.Plans += o.Heard.Plans
	r.Heard.Titles += o.Heard.Titles
	r.Planted += o.Planted
	r.Caught += o.Caught
	r.Apart += o.Apart
	for k, n := range o.Did {
		r.Did[k] += n
	}
	for _, what := range o.First {
		r.First.note("%s", what)
	}
}

// Sound reports whether there was no leak or, if leaks were injected, whether every one was found.
func (r LeaksResult) Sound() bool {
	if len(r.Failed) > 0 || r.Blocks > 0 && (r.Heard.Lines == 0 || r.Heard.Titles == 0) {
		return false
	}
	if r.Planted > 0 {
		return r.Caught == r.Planted
	}
	if r.Games >= 40 && r.Did["asked"] == 0 { // a bot's seat with a hidden hand was never taken
		return false
	}
	return r.Leaks == 0
}
