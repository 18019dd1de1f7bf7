// Command days simulates days of a whole server or of a cluster's store, each from a seed.
// After each step it checks what must always hold. To play a day that went wrong again, give its
// seed. It refuses to know what is checked.
//
//	go run ./internal/simulate/days --days 100
//	go run ./internal/simulate/days --seed 17 --trace
//	go run ./internal/simulate/days --cluster --days 100
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
	"theriac/internal/simulate/cluster"
)

func main() { os.Exit(run()) }

func run() int {
	seed := flag.Uint64("seed", 1, "seed of the first day; the next one has the next seed")
	days := flag.Int("days", 1, "how many days")
	tables := flag.Int("tables", 100, "tables of a day")
	nodes := flag.Int("nodes", 3, "nodes of the server")
	ofCluster := flag.Bool("cluster", false, "play days of a cluster's store, without tables and people")
	workers := flag.Int("workers", runtime.GOMAXPROCS(0), "days at the same time")
	most := flag.Duration("for", 0, "begin no more days after this long")
	trace := flag.Bool("trace", false, "print everything that happens")
	asJSON := flag.Bool("json", false, "print JSON")
	flag.Parse()
	debug.SetGCPercent(800) // collect garbage rarely, because a day uses little memory and frees all of it at its end
	s := series{seed: *seed, days: *days, workers: *workers, most: *most, began: time.Now()}
	if *trace {
		s.trace = os.Stdout
	}
	out := struct {
		Days    int     `json:"days"`
		Seconds float64 `json:"seconds"`
		PerHour float64 `json:"days_per_hour"`
		Busy    float64 `json:"cpu_seconds_per_day"`
		Sum     any     `json:"sum"`
		Broken  any     `json:"broken"`
	}{}
	var broken int
	if *ofCluster {
		sum, list := s.clusters()
		out.Sum, out.Broken, broken = sum, list, len(list)
		s.summary("%d frames, %d acknowledged, %d refused, %d fresh reads, %d local ones; %d days broken",
			sum.Frames, sum.Acked, sum.Refused, sum.Fresh, sum.Local, broken)
	} else {
		sum, list := s.servers(*tables, *nodes)
		out.Sum, out.Broken, broken = sum, list, len(list)
		s.summary("%d games, %d finished, %d entries, %d acknowledged, %d refused, %d repeated, %d views checked; %d days broken",
			sum.Games, sum.Finished, sum.Entries, sum.Acked, sum.Refused, sum.Repeated, sum.Views, broken)
	}
	out.Days, out.Seconds, out.PerHour, out.Busy = s.done, s.took().Seconds(), s.perHour(), s.busy()
	if *asJSON {
		if err := json.NewEncoder(os.Stdout).Encode(out); err != nil {
			return 1
		}
	}
	if broken > 0 {
		return 1
	}
	return 0
}

// series runs the simulations of several days in parallel.
type series struct {
	seed    uint64
	days    int
	workers int
	most    time.Duration
	trace   io.Writer
	began   time.Time
	done    int
}

// play calls day with successive seeds, from several goroutines. Each call returns a function that adds its
// results to the totals. play holds a lock while it calls that function.
func (s *series) play(day func(seed uint64) (add func())) {
	var mu sync.Mutex
	var all sync.WaitGroup
	next := make(chan uint64)
	for range s.workers {
		all.Go(func() {
			for seed := range next {
				add := day(seed)
				mu.Lock()
				s.done++
				add()
				mu.Unlock()
			}
		})
	}
	for i := range s.days {
		if s.most > 0 && time.Since(s.began) > s.most {
			break
		}
		next <- s.seed + uint64(i)
	}
	close(next)
	all.Wait()
}

func (s *series) took() time.Duration { return time.Since(s.began) }
func (s *series) perHour() float64    { return float64(s.done) / s.took().Hours() }
func (s *series) busy() float64       { return cpu.ProcessTime().Seconds() / float64(max(s.done, 1)) }

func (s *series) summary(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "%d days from seed %d in %.0f s (%.0f an hour, %.2f s of a processor each): %s\n",
		s.done, s.seed, s.took().Seconds(), s.perHour(), s.busy(), fmt.Sprintf(format, args...))
}

// servers simulates days of a whole server.
func (s *series) servers(tables, nodes int) (sum simulate.Result, broken []simulate.Result) {
	sum.Faults, broken = map[string]int{}, []simulate.Result{}
	s.play(func(seed uint64) func() {
		r := simulate.Run(simulate.Config{Seed: seed, Tables: tables, Nodes: nodes, Trace: s.trace})
		return func() {
			if sum.Add(r); r.Broken != "" {
				broken = append(broken, r)
				report(r.Trace, r.Broken, fmt.Sprintf("--seed %d --tables %d --nodes %d", seed, tables, nodes))
			}
		}
	})
	return sum, broken
}

// clusters simulates days of a cluster's store.
func (s *series) clusters() (sum cluster.Result, broken []cluster.Result) {
	sum.Faults, broken = map[string]int{}, []cluster.Result{}
	s.play(func(seed uint64) func() {
		r := cluster.Run(cluster.Config{Seed: seed, Trace: s.trace})
		return func() {
			if sum.Add(r); r.Broken != "" {
				broken = append(broken, r)
				report(r.Trace, r.Broken, fmt.Sprintf("--cluster --seed %d", seed))
			}
		}
	})
	return sum, broken
}

// report prints what went wrong, and how to play it again.
func report(trace []string, broken, flags string) {
	fmt.Fprintf(os.Stderr, "%s\n%s\nplay it again: go run ./internal/simulate/days %s --trace\n", strings.Join(trace, "\n"), broken, flags)
}
