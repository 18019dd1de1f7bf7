package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"
)

func main() { os.Exit(run()) }

func run() int {
	bin := flag.String("bin", "../bin/theriac", "the program")
	lab := flag.String("lab", "../bin/theriac-lab", "the program that plays beside the backups")
	short := flag.Bool("short", false, "a few of most faults, in some minutes")
	asJSON := flag.Bool("json", false, "print JSON")
	seed := flag.Uint64("seed", 1, "seed of the chance")
	only := flag.String("only", "", "scenarios, separated by commas: kill, three, two, disk, stopped, running, backup, rolling, upgrade, notices, power, strict, trio, lies, frozen, oneway, skew, slow, full, wipe, clone, back, rot, forget")
	data := flag.String("data", "", "where to put folders")
	kills := flag.Int("kills", 50, "kill -9 of one node")
	leaders := flag.Int("leaders", 20, "kill -9 of the leader of three")
	partitions := flag.Int("partitions", 10, "times that one of three is cut off")
	cuts := flag.Int("cuts", 200, "power cuts of one node")
	trio := flag.Int("trio", 50, "power cuts of three nodes, every second one of all at once")
	backups := flag.Int("backups", 10, "backups of three nodes under load")
	times := flag.Int("times", 10, "faults in each of the remaining scenarios with three nodes")
	tables := flag.Int("tables", 12, "tables that are played at once")
	notices := flag.Int("notices", 1000, "people who are told at once while a node is killed")
	next := flag.String("next", "", "another build of the program, for the rolling upgrade")
	newer := flag.String("newer", "", "a build of the program with the tag nextentry, which writes a further kind of entry; it is built if none is given")
	keep := flag.Bool("keep", false, "leave the folders behind")
	flag.Parse()
	dir, err := os.MkdirTemp(*data, "theriac-faults-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	p := plan{
		bin: *bin, lab: *lab, next: *next, newer: *newer, dir: dir, seed: *seed, tables: *tables, kills: *kills, cuts: *cuts, trio: *trio, leaders: *leaders, partitions: *partitions, flips: 3, times: *times, backups: *backups, notices: *notices, restart: true, wait: 15 * time.Second,
		log: func(format string, args ...any) { fmt.Fprintf(os.Stderr, format+"\n", args...) },
	}
	if *short {
		p.tables, p.kills, p.leaders, p.partitions, p.backups, p.notices, p.cuts, p.times, p.wait = 6, 8, 1, 1, 1, 100, 5, 4, 5*time.Second
	}
	ok := true
	var all []Report
	long := []string{"two", "wipe", "rot", "notices", "rolling", "upgrade", "trio", "frozen", "oneway", "skew", "slow", "full", "clone", "back", "forget"}
	for _, s := range []struct {
		name string
		run  func() (Report, error)
	}{
		{"kill", p.oneNode}, {"three", p.threeNodes}, {"two", p.twoOfThree}, {"disk", p.fullDisk},
		{"stopped", func() (Report, error) { return p.flippedBits(false) }},
		{"running", func() (Report, error) { return p.flippedBits(true) }},
		{"backup", p.backupsUnderLoad},
		{"rolling", p.rolling},
		{"upgrade", p.upgrade},
		{"notices", p.noticesKilled},
		{"power", func() (Report, error) { return p.powerOne(p.cuts, false, false) }},
		{"strict", func() (Report, error) { return p.powerOne(p.cuts/4, true, false) }},
		{"trio", func() (Report, error) { return p.powerThree(p.trio) }},
		{"lies", func() (Report, error) { return p.powerLies(2) }},
		{"frozen", p.frozen}, {"oneway", p.oneWay}, {"skew", p.skewed}, {"slow", p.slowDisk},
		{"full", p.fullOfThree}, {"wipe", p.wiped}, {"clone", p.cloned}, {"back", p.rolledBack}, {"rot", p.rotten}, {"forget", p.forgotten},
	} {
		if *only != "" && !slices.Contains(strings.FieldsFunc(*only, func(r rune) bool { return r == ',' || r == ' ' }), s.name) || *short && slices.Contains(long, s.name) {
			continue
		}
		began := time.Now()
		r, err := s.run()
		r.Seed, r.Seconds = p.seed, time.Since(began).Seconds()
		r.OK = err == nil && (r.Sound() || r.Reported)
		if err != nil {
			r.Error = err.Error()
		}
		ok = ok && r.OK
		all = append(all, r)
		show(r)
	}
	if *asJSON {
		if err := json.NewEncoder(os.Stdout).Encode(all); err != nil {
			return 1
		}
	}
	if !ok {
		fmt.Fprintln(os.Stderr, "what was left behind is in "+dir)
		return 1
	}
	if !*keep {
		_ = os.RemoveAll(dir)
	}
	return 0
}

// show prints a report for people.
func show(r Report) {
	fmt.Fprintf(os.Stderr, "%s: ok %t, %.0f s, seed %d, faults %v\n", r.Scenario, r.OK, r.Seconds, r.Seed, r.Faults)
	fmt.Fprintf(os.Stderr, "  %d tables, %d acknowledged, %d lost, %d twice, %d not linearizable, %d not checked, %d differing views, %d damaged, %d playable, %d stuck\n",
		r.Tables, r.Acknowledged, r.Lost, r.Twice, r.Unordered, r.Unchecked, r.Twins, r.Damaged, r.Playable, r.Stuck)
	fmt.Fprintf(os.Stderr, "  longest answer %.0f ms, %d answers only afterwards, slowest start %.0f ms\n", r.LongestMS, r.Unsure, r.SlowestStartMS)
	for _, w := range r.Waits {
		fmt.Fprintf(os.Stderr, "  longest wait after %s: %.0f ms; median %.0f ms\n", w.Fault, w.LongestMS, w.MedianMS)
	}
	if r.ReadyAsked > 0 {
		fmt.Fprintf(os.Stderr, "  survivors' /readyz: asked %d times, slowest %.1f ms, %d over 100 ms, %d not 200\n", r.ReadyAsked, r.ReadySlowestMS, r.ReadySlow, r.NotReady)
	}
	for _, n := range append(append([]string{}, r.Notes...), r.Words...) {
		fmt.Fprintln(os.Stderr, "  "+n)
	}
	if r.Error != "" {
		fmt.Fprintln(os.Stderr, "  "+r.Error)
	}
}
