package engine

import (
	"slices"
	"strconv"
	"strings"
)

// OptionKind says what an option's value looks like.
type OptionKind uint8

// The kinds of options.
const (
	Choice  OptionKind = iota // one of Values
	Range                     // a whole number from Min to Max
	Listing                   // "" or Values separated by commas, none twice
)

// Option is one thing that a table decides before the game: data, read by the
// set-up page, the API, the terminal and the simulator alike.
type Option struct {
	Name     string
	Kind     OptionKind
	Values   []string
	Min, Max int
	Default  string
	// Instead lists defaults that follow from another option's value.
	Instead []Instead
	// Excludes lists the values that the rulebook does not let go together.
	Excludes []Exclusion
	// Since and Until are the revisions of the rules that the option is part of;
	// 0 for the first and for the newest. An option that changes is listed twice.
	Since, Until int
}

// Instead is another default, used while Option has the value Is.
type Instead struct{ Option, Is, Default string }

// Exclusion forbids the option's Value while Option has the value Is, by Rule.
type Exclusion struct {
	Value, Option, Is, Rule string
	Since                   int // the revision of the rules that brought it; 0 for the first
}

// OptionsAt is the options as a game of that revision is held to them: those that
// it has, and what came later does not forbid what was allowed.
func OptionsAt(options []Option, revision int) []Option {
	out := slices.DeleteFunc(slices.Clone(options), func(o Option) bool {
		return o.Since > revision || o.Until != 0 && o.Until < revision
	})
	for i, o := range out {
		out[i].Excludes = slices.DeleteFunc(slices.Clone(o.Excludes), func(x Exclusion) bool { return x.Since > revision })
	}
	return out
}

// Setting is an option and its value.
type Setting struct{ Name, Value string }

// Settings are a table's options, in the order of the game's list.
type Settings []Setting

// Get is the value of a setting, or the empty text.
func (s Settings) Get(name string) string {
	for _, set := range s {
		if set.Name == name {
			return set.Value
		}
	}
	return ""
}

// Int is a setting's value as a number; Resolve has checked that it is one.
func (s Settings) Int(name string) int {
	n, _ := strconv.Atoi(s.Get(name))
	return n
}

// List is a setting's value as a list.
func (s Settings) List(name string) []string {
	v := s.Get(name)
	if v == "" {
		return nil
	}
	return strings.Split(v, ",")
}

// twice says that a listing names one of its values more than once.
func twice(o Option, value string) bool {
	items := strings.Split(value, ",")
	for i, it := range items {
		if o.Kind == Listing && slices.Contains(o.Values, it) && slices.Contains(items[:i], it) {
			return true
		}
	}
	return false
}

// Resolve checks the given settings against the options and fills in the
// defaults. An unknown name, a value that does not exist, or a combination that
// the rulebook excludes is an error, never ignored.
func Resolve(options []Option, given Settings) (Settings, error) {
	for i, g := range given {
		if !slices.ContainsFunc(options, func(o Option) bool { return o.Name == g.Name }) {
			return nil, &ParseError{Text: g.Name, Why: "no such option"}
		}
		if slices.ContainsFunc(given[:i], func(o Setting) bool { return o.Name == g.Name }) {
			return nil, &ParseError{Text: g.Name, Why: "the option is set twice"}
		}
	}
	out := make(Settings, 0, len(options))
	for _, o := range options {
		value := o.Default
		for _, in := range o.Instead {
			if out.Get(in.Option) == in.Is {
				value = in.Default
			}
		}
		for _, g := range given {
			if g.Name == o.Name {
				value = g.Value
			}
		}
		if twice(o, value) {
			return nil, &ParseError{Text: o.Name + " " + value, Why: "something is named twice"}
		}
		if !o.allows(value) {
			return nil, &ParseError{Text: o.Name + " " + value, Why: "no such value"}
		}
		out = append(out, Setting{o.Name, value})
	}
	for _, o := range options {
		for _, x := range o.Excludes {
			if out.Get(o.Name) == x.Value && out.Get(x.Option) == x.Is {
				return nil, &Refusal{What: o.Name + " " + x.Value + " with " + x.Option + " " + x.Is, Rule: x.Rule}
			}
		}
	}
	return out, nil
}

func (o Option) allows(value string) bool {
	switch o.Kind {
	case Choice:
		return slices.Contains(o.Values, value)
	case Range:
		n, err := strconv.Atoi(value)
		return err == nil && strconv.Itoa(n) == value && o.Min <= n && n <= o.Max
	case Listing:
		if value == "" {
			return true
		}
		items := strings.Split(value, ",")
		for i, it := range items {
			if !slices.Contains(o.Values, it) || slices.Contains(items[:i], it) {
				return false
			}
		}
		return true
	}
	return false
}
