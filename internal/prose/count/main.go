// The command count prints how many findings a checkout has, by rule and by directory. It also prints the
// figures of the first survey of the prose.
//
//	go run ./internal/prose/count [-v] [-only PREFIX] [DIR]
//
// By design it refuses to judge the figures: the test in internal/prose does.
package main

import (
	"flag"
	"fmt"
	"log"
	"maps"
	"slices"
	"strings"

	"theriac/internal/prose"
)

func main() {
	log.SetFlags(0)
	verbose := flag.Bool("v", false, "print every finding")
	only := flag.String("only", "", "print findings in paths that begin so")
	flag.Parse()
	root := "."
	if flag.NArg() > 0 {
		root = flag.Arg(0)
	}
	all, err := prose.Check(root)
	if err != nil {
		log.Fatal(err)
	}
	rules, dirs := map[string]int{}, map[string]int{}
	sum := map[string]map[string]int{}
	total := 0
	for _, f := range all {
		if !strings.HasPrefix(f.Path, *only) {
			continue
		}
		if *verbose || *only != "" {
			fmt.Println(f)
		}
		dir, _, ok := strings.Cut(f.Path, "/")
		if !ok {
			dir = "."
		}
		if sum[f.Rule] == nil {
			sum[f.Rule] = map[string]int{}
		}
		sum[f.Rule][dir]++
		rules[f.Rule]++
		dirs[dir]++
		total++
	}
	names := slices.Sorted(maps.Keys(dirs))
	fmt.Printf("%-14s", "rule")
	for _, dir := range names {
		fmt.Printf(" %9s", dir)
	}
	fmt.Printf(" %9s\n", "all")
	for _, rule := range slices.Sorted(maps.Keys(rules)) {
		fmt.Printf("%-14s", rule)
		for _, dir := range names {
			fmt.Printf(" %9d", sum[rule][dir])
		}
		fmt.Printf(" %9d\n", rules[rule])
	}
	fmt.Printf("%-14s", "all")
	for _, dir := range names {
		fmt.Printf(" %9d", dirs[dir])
	}
	fmt.Printf(" %9d\n", total)
	survey, err := prose.Survey(root)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("\nThe survey’s figures, in lines of comments and documents:")
	for _, name := range prose.Surveyed {
		fmt.Printf("%-40s %5d\n", name, survey[name])
	}
}
