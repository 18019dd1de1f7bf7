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

	"theriac/engine"
	"theriac/engine/enginetest"
	"theriac/games/labs"
	"theriac/internal/commands"
	"theriac/locale"
)

// suiteCmd runs the conformance suite on many random games.
type suiteCmd struct {
	Game    string `help:"The game." enum:"${games}" default:"${game}"`
	Games   int    `help:"Number of games." default:"20000"`
	From    int    `help:"The number of the first game." default:"0"`
	Workers int    `help:"Games to play in parallel; 0: one per core." default:"0"`
	JSON    bool   `help:"Print one JSON object." name:"json"`
}

// enoughGames is how many games it takes to reach every rule of a game with few variants.
const enoughGames = 20000

// suiteBatch is the number of games that a worker takes at a time.
const suiteBatch = 200

// enough returns the number of games after which a rule that has never applied counts as a failure. It grows
// with the number of variants, because each must be played often.
func (c *suiteCmd) enough() int {
	const each = 200
	game, _ := labs.Find(c.Game)
	if ways := len(game.Variants()); ways > 2*each {
		return each * ways
	}
	return enoughGames
}

func (c *suiteCmd) Run() error {
	if c.Workers < 1 {
		c.Workers = runtime.GOMAXPROCS(0)
	}
	report, err := c.play()
	if err != nil {
		return err
	}
	c.refuse(&report)
	silent, unknown := c.compare(report)
	if c.Games < c.enough() {
		silent = nil // a short run cannot reach every rule, so do not report missing ones
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

// play distributes the games among workers and stops at the first failure.
func (c *suiteCmd) play() (enginetest.Report, error) {
	var total enginetest.Report
	var failure error
	var next, done atomic.Int64
	var mu sync.Mutex
	var wg sync.WaitGroup
	show := commands.NewProgress("games", c.Games)
	game, _ := labs.Find(c.Game)
	for range c.Workers {
		wg.Go(func() {
			suite := game.Suite()
			for {
				from := int(next.Add(suiteBatch)) - suiteBatch
				if from >= c.Games {
					return
				}
				to := min(from+suiteBatch, c.Games)
				report, err := suite.Play(uint64(c.From+from), uint64(c.From+to))
				mu.Lock()
				total.Merge(report)
				failure = errors.Join(failure, err)
				stop := failure != nil
				mu.Unlock()
				if stop {
					return
				}
				show.Show(int(done.Add(int64(to - from))))
			}
		})
	}
	wg.Wait()
	show.Done()
	return total, failure
}

// refuse counts the rules that forbid combinations of options. It takes valid settings and changes one value to
// one that another option excludes.
func (c *suiteCmd) refuse(r *enginetest.Report) {
	game, _ := labs.Find(c.Game)
	variants := game.Variants()
	for _, o := range game.Rules.Options() {
		for _, x := range o.Excludes {
			for _, set := range variants {
				if set.Get(x.Option) != x.Is {
					continue
				}
				set = append(slices.DeleteFunc(slices.Clone(set), func(s engine.Setting) bool { return s.Name == o.Name }),
					engine.Setting{Name: o.Name, Value: x.Value})
				var no *engine.Refusal
				if _, err := engine.Resolve(game.Rules.Options(), set); errors.As(err, &no) && no.Rule == x.Rule {
					r.Fired[x.Rule]++
					break
				}
			}
		}
	}
}

// compare compares the rules that have applied with the ledger. It returns the rules in the ledger that have
// never applied, except definitions, and the applied ones that the ledger lacks.
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
