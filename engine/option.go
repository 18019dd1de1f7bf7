package engine

import (
	"slices"
	"strconv"
	"strings"
)

// OptionKind is the kind of values that an option can have.
type OptionKind uint8

// Options differ in the values that they can have.
const (
	Choice  OptionKind = iota // one of Values
	Range                     // an integer from Min to Max
	Listing                   // "" or Values separated by commas, none twice
)

// Option is something that a table chooses before the game. The set-up page, the API, the terminal and the
// simulator all use this description.
type Option struct {
	Name     string
	Kind     OptionKind
	Values   []string
	Min, Max int
	Default  string
	// Instead lists other defaults, which apply if another option has a certain value.
	Instead []Instead
	// Excludes lists combinations of values that the rulebook does not allow.
	Excludes []Exclusion
	// Since and Until are the first and last revision of the rules with this option; 0 means the first or the
	// newest. An option that has changed occurs twice.
	Since, Until int
}

// Instead is a default that applies if Option has the value Is.
type Instead struct{ Option, Is, Default string }

// Exclusion forbids the option's Value if Option has the value Is. Rule is the rule for that.
type Exclusion struct {
	Value, Option, Is, Rule string
	Since                   int // the revision of the rules that introduced the exclusion; 0 for the first
}

// OptionsAt returns a revision's options, leaving out exclusions that later revisions introduced.
func OptionsAt(options []Option, revision int) []Option {
	out := slices.DeleteFunc(slices.Clone(options), func(o Option) bool {
		return o.Since > revision || o.Until != 0 && o.Until < revision
	})
	for i, o := range out {
		out[i].Excludes = slices.DeleteFunc(slices.Clone(o.Excludes), func(x Exclusion) bool { return x.Since > revision })
	}
	return out
}

// Setting is an option's name and value.
type Setting struct{ Name, Value string }

// Settings are the values of a table's options, in the order of the game's options.
type Settings []Setting

// Get returns the value of an option, or an empty string if it is not set.
func (s Settings) Get(name string) string {
	for _, set := range s {
		if set.Name == name {
			return set.Value
		}
	}
	return ""
}

// Int returns the value of an option as a number. The settings must come from Resolve, which checks that it
// is one.
func (s Settings) Int(name string) int {
	n, _ := strconv.Atoi(s.Get(name))
	return n
}

// List returns the value of an option as a list.
func (s Settings) List(name string) []string {
	v := s.Get(name)
	if v == "" {
		return nil
	}
	return strings.Split(v, ",")
}

// twice reports whether a list value contains the same element more than once.
func twice(o Option, value string) bool {
	items := strings.Split(value, ",")
	for i, it := range items {
		if o.Kind == Listing && slices.Contains(o.Values, it) && slices.Contains(items[:i], it) {
			return true
		}
	}
	return false
}

// Resolve checks settings against the options and fills in defaults. It returns an error for an unknown name,
// an unknown value, or a combination that the options exclude.
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
