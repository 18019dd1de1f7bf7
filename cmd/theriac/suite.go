package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"theriac/engine/enginetest"
	"theriac/games"
	"theriac/games/epidemic/epidemictest"
	"theriac/locale"
)

// suiteCmd runs the conformance suite over many random games.
type suiteCmd struct {
	Game    string `help:"The game." enum:"world,iberia" default:"world"`
	Games   int    `help:"How many games." default:"20000"`
	From    int    `help:"The number of the first game." default:"0"`
	Workers int    `help:"How many games at a time; 0 is one for each core." default:"0"`
	JSON    bool   `help:"Print one JSON object." name:"json"`
}

// enoughGames is from how many games on a rule that never fired is a failure.
const enoughGames = 20000

// suiteBatch is how many games a worker takes at a time.
const suiteBatch = 200

func (c *suiteCmd) Run() error {
	if c.Workers < 1 {
		c.Workers = runtime.GOMAXPROCS(0)
	}
	report, err := c.play()
	if err != nil {
		return err
	}
	silent, unknown := c.compare(report)
	if c.Games < enoughGames {
		silent = nil // a short run need not meet every rule
	}
	if c.JSON {
		if err := json.NewEncoder(os.Stdout).Encode(report); err != nil {
			return err
		}
	} else {
		printSuite(report)
	}
	if len(silent)+len(unknown) > 0 {
		return fmt.Errorf("rules that never fired: %v; named, but not rules of the ledger: %v", silent, unknown)
	}
	return nil
}

// play shares the games out among workers and stops at the first failure.
func (c *suiteCmd) play() (enginetest.Report, error) {
	var total enginetest.Report
	var failure error
	var next, done atomic.Int64
	var mu sync.Mutex
	var wg sync.WaitGroup
	show := newProgress("games", c.Games)
	for range c.Workers {
		wg.Go(func() {
			game, _ := games.FindMap(c.Game)
			subject := epidemictest.Subject(game.Table, game.Variants())
			for {
				from := int(next.Add(suiteBatch)) - suiteBatch
				if from >= c.Games {
					return
				}
				to := min(from+suiteBatch, c.Games)
				report, err := subject.Play(uint64(c.From+from), uint64(c.From+to))
				mu.Lock()
				total.Merge(report)
				failure = errors.Join(failure, err)
				stop := failure != nil
				mu.Unlock()
				if stop {
					return
				}
				show.show(int(done.Add(int64(to - from))))
			}
		})
	}
	wg.Wait()
	show.done()
	return total, failure
}

// compare holds what fired against the ledger: the rules, definitions aside,
// that no fact and no refusal named, and the names that are no rule.
func (c *suiteCmd) compare(r enginetest.Report) (silent, unknown []string) {
	texts, err := locale.For("en")
	if err != nil {
		return nil, []string{err.Error()}
	}
	for _, rule := range texts.Rules(c.Game) {
		if !rule.Definition && r.Fired[rule.ID] == 0 {
			silent = append(silent, rule.ID)
		}
	}
	for id := range r.Fired {
		if rule, ok := texts.Rule(c.Game, id); !ok || rule.Definition {
			unknown = append(unknown, id)
		}
	}
	return silent, unknown
}

func printSuite(r enginetest.Report) {
	fmt.Printf("%d games, %d moves, at most %d moves to choose from: no promise broken\n", r.Games, r.Moves, r.Longest)
	printCounts("ends", r.Ended)
	printCounts("checks", r.Checks)
	printCounts("rules fired", r.Fired)
}

func printCounts(title string, counts map[string]int) {
	fmt.Printf("\n%s\n", title)
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		fmt.Printf("  %-36s %12d\n", name, counts[name])
	}
}
