package world

import (
	"slices"
	"strconv"

	"theriac/engine"
)

// Variants returns all variants of the set-up, except for the choice of roles. They include every combination
// of the options about hands, events and consent in the base game, and every combination of what the expansions
// add.
func Variants() []engine.Settings {
	return slices.Concat(baseVariants(), Combinations(), tableVariants())
}

// tableVariants returns every combination of the options about hands, events and consent, with the cards of the
// expansions.
func tableVariants() []engine.Settings {
	return allowed([]engine.Option{
		{Name: "box", Values: []string{"lab", "all"}}, {Name: "players", Values: numbers(3, 3)}, {Name: "epidemics", Values: numbers(5, 5)},
		{Name: "lab", Values: []string{"off", "on"}}, {Name: "strain", Values: []string{"off", "on"}}, {Name: "mutation", Values: []string{"off", "panic"}},
		{Name: "hands", Values: []string{"open", "hidden"}}, {Name: "events", Values: []string{"announced", "secret"}},
		{Name: "consent", Values: []string{"ask", "trust"}},
	})
}

// baseVariants returns all variants of the base game, without anything from an expansion.
func baseVariants() []engine.Settings {
	return allowed([]engine.Option{
		{Name: "players", Values: numbers(2, 4)}, {Name: "epidemics", Values: numbers(4, 6)},
		{Name: "hands", Values: []string{"open", "hidden"}}, {Name: "events", Values: []string{"announced", "secret"}},
		{Name: "consent", Values: []string{"ask", "trust"}},
	})
}

// Combinations returns every allowed combination of box contents, modes, challenges, levels and seats. All
// other options have their defaults.
func Combinations() []engine.Settings {
	return slices.DeleteFunc(allowed(Combined()), func(s engine.Settings) bool { return s.Get("box") == "base" })
}

// Combined returns the options that Combinations varies.
func Combined() []engine.Option {
	var out []engine.Option
	for _, name := range []string{"mode", "box", "players", "epidemics", "lab", "strain", "mutation", "objectives"} {
		for _, o := range options {
			if o.Name != name {
				continue
			}
			if o.Kind == engine.Range {
				o.Values = numbers(o.Min, o.Max)
			}
			out = append(out, o)
		}
	}
	return out
}

func numbers(from, to int) []string {
	var list []string
	for n := from; n <= to; n++ {
		list = append(list, strconv.Itoa(n))
	}
	return list
}

// allowed returns those combinations of the given options' values that the rules allow.
func allowed(of []engine.Option) []engine.Settings {
	var all []engine.Settings
	for set := range Every(of) {
		if _, err := engine.Resolve(options, set); err == nil {
			all = append(all, set)
		}
	}
	return all
}

// Every yields every combination of the given options' values, allowed or not.
func Every(of []engine.Option) func(yield func(engine.Settings) bool) {
	return func(yield func(engine.Settings) bool) {
		at := make([]int, len(of))
		for {
			set := make(engine.Settings, len(of))
			for i, o := range of {
				set[i] = engine.Setting{Name: o.Name, Value: o.Values[at[i]]}
			}
			if !yield(set) {
				return
			}
			i := len(of) - 1
			for ; i >= 0; i-- {
				if at[i]++; at[i] < len(of[i].Values) {
					break
				}
				at[i] = 0
			}
			if i < 0 {
				return
			}
		}
	}
}
