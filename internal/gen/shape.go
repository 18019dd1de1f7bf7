package main

import (
	"fmt"
	"strings"
)

// viewHead begins the file of a view.
const viewHead = "// Written by go run ./internal/gen from what the game's view writes. Not to be edited.\n"

// shape is the form of a value of a view's JSON: as a type of the client, and as
// something that a value can be held against.
type shape interface {
	// ts is how TypeScript calls it.
	ts() string
	// faults are what of a value is otherwise, each with its place. Members that
	// are met are noted in seen.
	faults(at string, value any, seen map[string]bool) []string
}

// number is a whole number, not negative.
type number struct{}

// truth is a member that is true where it is there.
type truth struct{}

// names is one of some names.
type names struct {
	alias  string
	values []string
}

// listOf is a list of values of one form.
type listOf struct{ item shape }

// either is one of two forms.
type either struct{ one, other shape }

// byName is an object whose members are some of the names.
type byName struct {
	key  names
	item shape
}

// object is an interface of its own.
type object struct {
	alias   string
	about   string
	members []member
}

// member is one named part of an object.
type member struct {
	name   string
	shape  shape
	always bool // it is never left out
	about  string
}

func (number) ts() string { return "number" }
func (truth) ts() string  { return "true" }
func (n names) ts() string {
	return n.alias
}
func (l listOf) ts() string { return wrapped(l.item) + "[]" }
func (e either) ts() string { return e.one.ts() + " | " + e.other.ts() }
func (b byName) ts() string { return "Partial<Record<" + b.key.ts() + ", " + b.item.ts() + ">>" }
func (o object) ts() string { return o.alias }

func wrapped(s shape) string {
	if _, ok := s.(either); ok {
		return "(" + s.ts() + ")"
	}
	return s.ts()
}

func (number) faults(at string, value any, _ map[string]bool) []string {
	if f, ok := value.(float64); !ok || f < 0 || f != float64(int64(f)) {
		return []string{fmt.Sprintf("%s is %v, no number", at, value)}
	}
	return nil
}

func (truth) faults(at string, value any, _ map[string]bool) []string {
	if value != true {
		return []string{fmt.Sprintf("%s is %v, not true", at, value)}
	}
	return nil
}

func (n names) faults(at string, value any, _ map[string]bool) []string {
	text, ok := value.(string)
	for _, v := range n.values {
		if ok && v == text {
			return nil
		}
	}
	return []string{fmt.Sprintf("%s is %v, no %s", at, value, n.alias)}
}

func (l listOf) faults(at string, value any, seen map[string]bool) []string {
	list, ok := value.([]any)
	if !ok || len(list) == 0 {
		return []string{fmt.Sprintf("%s is %v, no list", at, value)}
	}
	var all []string
	for _, v := range list {
		all = append(all, l.item.faults(at+"[]", v, seen)...)
	}
	return all
}

func (e either) faults(at string, value any, seen map[string]bool) []string {
	if len(e.one.faults(at, value, seen)) == 0 {
		return nil
	}
	return e.other.faults(at, value, seen)
}

func (b byName) faults(at string, value any, seen map[string]bool) []string {
	group, ok := value.(map[string]any)
	if !ok {
		return []string{fmt.Sprintf("%s is %v, no object", at, value)}
	}
	var all []string
	for key, v := range group {
		all = append(all, b.key.faults(at+" key", key, seen)...)
		all = append(all, b.item.faults(at+"{}", v, seen)...)
	}
	return all
}

func (o object) faults(at string, value any, seen map[string]bool) []string {
	group, ok := value.(map[string]any)
	if !ok {
		return []string{fmt.Sprintf("%s is %v, no object", at, value)}
	}
	var all []string
	declared := map[string]bool{}
	for _, m := range o.members {
		declared[m.name] = true
		v, there := group[m.name]
		if !there {
			if m.always {
				all = append(all, fmt.Sprintf("%s has no %s", at, m.name))
			}
			continue
		}
		seen[o.alias+"."+m.name] = true
		all = append(all, m.shape.faults(at+"."+m.name, v, seen)...)
	}
	for key := range group {
		if !declared[key] {
			all = append(all, fmt.Sprintf("%s has %s, which is not declared", at, key))
		}
	}
	return all
}

// declare writes the interface and those of its members that are declared
// nowhere yet.
func (o object) declare(b *strings.Builder, done map[string]bool) {
	if done[o.alias] {
		return
	}
	done[o.alias] = true
	for _, m := range o.members {
		declareWithin(b, m.shape, done)
	}
	fmt.Fprintf(b, "\n/** %s */\nexport interface %s {\n", o.about, o.alias)
	for _, m := range o.members {
		if m.about != "" {
			fmt.Fprintf(b, "\t/** %s */\n", m.about)
		}
		name, optional := m.name, "?"
		if strings.Contains(name, "-") {
			name = "'" + name + "'"
		}
		if m.always {
			optional = ""
		}
		fmt.Fprintf(b, "\t%s%s: %s;\n", name, optional, m.shape.ts())
	}
	b.WriteString("}\n")
}

func declareWithin(b *strings.Builder, s shape, done map[string]bool) {
	switch s := s.(type) {
	case object:
		s.declare(b, done)
	case listOf:
		declareWithin(b, s.item, done)
	case byName:
		declareWithin(b, s.key, done)
		declareWithin(b, s.item, done)
	case either:
		declareWithin(b, s.one, done)
		declareWithin(b, s.other, done)
	case names:
		if !done[s.alias] {
			done[s.alias] = true
			fmt.Fprintf(b, "\nexport type %s =\n\t| '%s';\n", s.alias, strings.Join(s.values, "'\n\t| '"))
		}
	}
}
