// Command days simulates days of a whole server, each from a seed, and checks after each
// step what must always hold. A day that went wrong is played again with its seed. It
// refuses to know what is checked.
//
//	go run ./internal/simulate/days --days 100
//	go run ./internal/simulate/days --seed 17 --trace
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"theriac/internal/cpu"
	"theriac/internal/simulate"
)

func main() { os.Exit(run()) }

func run() int {
	seed := flag.Uint64("seed", 1, "seed of the first day; the next one has the next seed")
	days := flag.Int("days", 1, "how many days")
	tables := flag.Int("tables", 100, "tables of a day")
	nodes := flag.Int("nodes", 3, "nodes of the server")
	workers := flag.Int("workers", runtime.GOMAXPROCS(0), "days at the same time")
	most := flag.Duration("for", 0, "begin no more days after this long")
	trace := flag.Bool("trace", false, "print everything that happens")
	asJSON := flag.Bool("json", false, "print JSON")
	flag.Parse()
	debug.SetGCPercent(800) // a day is small, and gone when it is over
	began := time.Now()
	sum := simulate.Result{Faults: map[string]int{}}
	done, broken := 0, []simulate.Result{}
	var mu sync.Mutex
	var all sync.WaitGroup
	next := make(chan uint64)
	for range *workers {
		all.Go(func() {
			for seed := range next {
				c := simulate.Config{Seed: seed, Tables: *tables, Nodes: *nodes}
				if *trace {
					c.Trace = io.Writer(os.Stdout)
				}
				r := simulate.Run(c)
				mu.Lock()
				done++
				sum.Add(r)
				if r.Broken != "" {
					broken = append(broken, r)
					report(r, *tables, *nodes)
				}
				mu.Unlock()
			}
		})
	}
	for i := range *days {
		if *most > 0 && time.Since(began) > *most {
			break
		}
		next <- *seed + uint64(i)
	}
	close(next)
	all.Wait()
	took, busy := time.Since(began), cpu.ProcessTime().Seconds()/float64(max(done, 1))
	fmt.Fprintf(os.Stderr, "%d days from seed %d in %.0f s (%.0f an hour, %.2f s of a processor each): %d games, %d finished, %d entries, %d acknowledged, %d refused, %d repeated, %d views checked; %d days broken\n",
		done, *seed, took.Seconds(), float64(done)/took.Hours(), busy, sum.Games, sum.Finished, sum.Entries, sum.Acked, sum.Refused, sum.Repeated, sum.Views, len(broken))
	if *asJSON {
		out := struct {
			Days    int               `json:"days"`
			Seconds float64           `json:"seconds"`
			PerHour float64           `json:"days_per_hour"`
			Busy    float64           `json:"cpu_seconds_per_day"`
			Sum     simulate.Result   `json:"sum"`
			Broken  []simulate.Result `json:"broken"`
		}{done, took.Seconds(), float64(done) / took.Hours(), busy, sum, broken}
		if err := json.NewEncoder(os.Stdout).Encode(out); err != nil {
			return 1
		}
	}
	if len(broken) > 0 {
		return 1
	}
	return 0
}

// report says what went wrong, and how to see it again.
func report(r simulate.Result, tables, nodes int) {
	fmt.Fprintf(os.Stderr, "%s\nseed %d: %s\nplay it again: go run ./internal/simulate/days --seed %d --tables %d --nodes %d --trace\n",
		strings.Join(r.Trace, "\n"), r.Seed, r.Broken, r.Seed, tables, nodes)
}
