package world

import (
	"slices"
	"strconv"

	"theriac/engine"
)

// Variants are all the ways to set the game up but for the choice of roles: with the
// base game every way to hold hands, play events and consent, and every combination
// of what the expansions bring.
func Variants() []engine.Settings {
	return slices.Concat(baseVariants(), Combinations(), tableVariants())
}

// tableVariants are the ways to hold hands, play events and consent with the cards of
// the expansions.
func tableVariants() []engine.Settings {
	return allowed([]engine.Option{
		{Name: "box", Values: []string{"lab", "all"}}, {Name: "players", Values: numbers(3, 3)}, {Name: "epidemics", Values: numbers(5, 5)},
		{Name: "lab", Values: []string{"off", "on"}}, {Name: "strain", Values: []string{"off", "on"}}, {Name: "mutation", Values: []string{"off", "panic"}},
		{Name: "hands", Values: []string{"open", "hidden"}}, {Name: "events", Values: []string{"announced", "secret"}},
		{Name: "consent", Values: []string{"ask", "trust"}},
	})
}

// baseVariants are those without anything of an expansion.
func baseVariants() []engine.Settings {
	return allowed([]engine.Option{
		{Name: "players", Values: numbers(2, 4)}, {Name: "epidemics", Values: numbers(4, 6)},
		{Name: "hands", Values: []string{"open", "hidden"}}, {Name: "events", Values: []string{"announced", "secret"}},
		{Name: "consent", Values: []string{"ask", "trust"}},
	})
}

// Combinations are every way to combine what is in the box, the modes, the
// challenges, the levels and the seats, with each option that is left at its
// default.
func Combinations() []engine.Settings {
	return slices.DeleteFunc(allowed(Combined()), func(s engine.Settings) bool { return s.Get("box") == "base" })
}

// Combined are the options whose values Combinations combines.
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

// allowed is every combination of the options' values that the rules allow.
func allowed(of []engine.Option) []engine.Settings {
	var all []engine.Settings
	for set := range Every(of) {
		if _, err := engine.Resolve(options, set); err == nil {
			all = append(all, set)
		}
	}
	return all
}

// Every yields every combination of the options' values, allowed or not.
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
