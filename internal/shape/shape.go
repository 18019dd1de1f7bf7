// Package shape describes the JSON of a game's view: as TypeScript types for the web client, and as a schema
// with which tests check values.
//
// By design it refuses to know any particular game: each game declares its own shapes.
package shape

import (
	"fmt"
	"strings"
)

// Head is the first line of each generated file.
const Head = "// Written by go run ./internal/gen from what the game's view writes. Not to be edited.\n"

// Shape is the form of a JSON value in a view. It can be written as a TypeScript type, and can check values.
type Shape interface {
	// ts returns the TypeScript type for values of this form.
	ts() string
	// faults lists where and how a value differs from this form. at is the path of the value. faults adds the
	// members of objects that it finds to seen.
	faults(at string, value any, seen map[string]bool) []string
}

// Number is the form of a non-negative integer.
type Number struct{}

// Truth is the form of a member that is either true or absent.
type Truth struct{}

// Names is the form of a name from a fixed set.
type Names struct {
	Alias  string
	Values []string
}

// ListOf is the form of a list whose values all have the form Item.
type ListOf struct{ Item Shape }

// Either is the form of a value that has one of two forms.
type Either struct{ One, Other Shape }

// ByName is the form of an object whose members are some of the names in Key.
type ByName struct {
	Key  Names
	Item Shape
}

// Object is the form of an object with fixed members. It becomes a TypeScript interface with the name Alias.
type Object struct {
	Alias   string
	About   string
	Members []Member
}

// Member is a named member of an Object.
type Member struct {
	Name   string
	Shape  Shape
	Always bool // the member is never omitted
	About  string
}

func (Number) ts() string { return "number" }
func (Truth) ts() string  { return "true" }
func (n Names) ts() string {
	return n.Alias
}
func (l ListOf) ts() string { return wrapped(l.Item) + "[]" }
func (e Either) ts() string { return e.One.ts() + " | " + e.Other.ts() }
func (b ByName) ts() string { return "Partial<Record<" + b.Key.ts() + ", " + b.Item.ts() + ">>" }
func (o Object) ts() string { return o.Alias }

func wrapped(s Shape) string {
	if _, ok := s.(Either); ok {
		return "(" + s.ts() + ")"
	}
	return s.ts()
}

func (Number) faults(at string, value any, _ map[string]bool) []string {
	if f, ok := value.(float64); !ok || f < 0 || f != float64(int64(f)) {
		return []string{fmt.Sprintf("%s is %v, no number", at, value)}
	}
	return nil
}

func (Truth) faults(at string, value any, _ map[string]bool) []string {
	if value != true {
		return []string{fmt.Sprintf("%s is %v, not true", at, value)}
	}
	return nil
}

func (n Names) faults(at string, value any, _ map[string]bool) []string {
	text, ok := value.(string)
	for _, v := range n.Values {
		if ok && v == text {
			return nil
		}
	}
	return []string{fmt.Sprintf("%s is %v, no %s", at, value, n.Alias)}
}

func (l ListOf) faults(at string, value any, seen map[string]bool) []string {
	list, ok := value.([]any)
	if !ok || len(list) == 0 {
		return []string{fmt.Sprintf("%s is %v, no list", at, value)}
	}
	var all []string
	for _, v := range list {
		all = append(all, l.Item.faults(at+"[]", v, seen)...)
	}
	return all
}

func (e Either) faults(at string, value any, seen map[string]bool) []string {
	if len(e.One.faults(at, value, seen)) == 0 {
		return nil
	}
	return e.Other.faults(at, value, seen)
}

func (b ByName) faults(at string, value any, seen map[string]bool) []string {
	group, ok := value.(map[string]any)
	if !ok {
		return []string{fmt.Sprintf("%s is %v, no object", at, value)}
	}
	var all []string
	for key, v := range group {
		all = append(all, b.Key.faults(at+" key", key, seen)...)
		all = append(all, b.Item.faults(at+"{}", v, seen)...)
	}
	return all
}

func (o Object) faults(at string, value any, seen map[string]bool) []string {
	group, ok := value.(map[string]any)
	if !ok {
		return []string{fmt.Sprintf("%s is %v, no object", at, value)}
	}
	var all []string
	declared := map[string]bool{}
	for _, m := range o.Members {
		declared[m.Name] = true
		v, there := group[m.Name]
		if !there {
			if m.Always {
				all = append(all, fmt.Sprintf("%s has no %s", at, m.Name))
			}
			continue
		}
		seen[o.Alias+"."+m.Name] = true
		all = append(all, m.Shape.faults(at+"."+m.Name, v, seen)...)
	}
	for key := range group {
		if !declared[key] {
			all = append(all, fmt.Sprintf("%s has %s, which is not declared", at, key))
		}
	}
	return all
}

// Declare writes the TypeScript interface of the object. It also writes the interfaces of its members' forms,
// unless they are already in done.
func (o Object) Declare(b *strings.Builder, done map[string]bool) {
	if done[o.Alias] {
		return
	}
	done[o.Alias] = true
	for _, m := range o.Members {
		declareWithin(b, m.Shape, done)
	}
	fmt.Fprintf(b, "\n/** %s */\nexport interface %s {\n", o.About, o.Alias)
	for _, m := range o.Members {
		if m.About != "" {
			fmt.Fprintf(b, "\t/** %s */\n", m.About)
		}
		name, optional := m.Name, "?"
		if strings.Contains(name, "-") {
			name = "'" + name + "'"
		}
		if m.Always {
			optional = ""
		}
		fmt.Fprintf(b, "\t%s%s: %s;\n", name, optional, m.Shape.ts())
	}
	b.WriteString("}\n")
}

func declareWithin(b *strings.Builder, s Shape, done map[string]bool) {
	switch s := s.(type) {
	case Object:
		s.Declare(b, done)
	case ListOf:
		declareWithin(b, s.Item, done)
	case ByName:
		declareWithin(b, s.Key, done)
		declareWithin(b, s.Item, done)
	case Either:
		declareWithin(b, s.One, done)
		declareWithin(b, s.Other, done)
	case Names:
		if !done[s.Alias] {
			done[s.Alias] = true
			fmt.Fprintf(b, "\nexport type %s =\n\t| '%s';\n", s.Alias, strings.Join(s.Values, "'\n\t| '"))
		}
	}
}

// Count returns a member with a number, which is omitted if it is zero.
func Count(name, about string) Member { return Member{Name: name, Shape: Number{}, About: about} }

// Some returns a member with a list, which is omitted if it is empty.
func Some(name string, of Shape, about string) Member {
	return Member{Name: name, Shape: ListOf{of}, About: about}
}

// Faults lists where and how a value differs from the form. at is the path of the value. Faults adds the
// members that it finds to seen.
func (o Object) Faults(at string, value any, seen map[string]bool) []string {
	return o.faults(at, value, seen)
}
