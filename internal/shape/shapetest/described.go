package shapetest

import (
	"fmt"
	"slices"
	"testing"

	"theriac/engine"
	"theriac/internal/shape"
)

// field is a field of a position as a coder describes it: the kinds of its values or, for a group, its fields.
type field struct {
	list   bool
	form   string         // "number", "truth", "word", "name" or "object"
	kinds  []*engine.Kind // the kinds of the names
	fields map[string]*field
}

// description collects the fields that a coder describes, group by group.
type description struct {
	fields map[string]*field
	outer  []group
}

// group is a group of fields that is still open, with the fields of the group around it.
type group struct {
	name   string
	list   bool
	fields map[string]*field
}

func (d *description) add(name string, f *field) {
	old, known := d.fields[name]
	if !known {
		d.fields[name] = f
		return
	}
	old.kinds = append(old.kinds, f.kinds...)
	if f.form == "name" {
		old.form = f.form // this field is an operand: a number in some moves and a name in others
	}
	for inner, g := range f.fields {
		(&description{fields: old.fields}).add(inner, g)
	}
}

func (d *description) Number(name string)  { d.add(name, &field{form: "number"}) }
func (d *description) Truth(name string)   { d.add(name, &field{form: "truth"}) }
func (d *description) Word(name string)    { d.add(name, &field{form: "word"}) }
func (d *description) Numbers(name string) { d.add(name, &field{form: "number", list: true}) }

func (d *description) Name(name string, k *engine.Kind) {
	d.add(name, &field{form: "name", kinds: []*engine.Kind{k}})
}

func (d *description) Names(name string, k *engine.Kind) {
	d.add(name, &field{form: "name", kinds: []*engine.Kind{k}, list: true})
}

func (d *description) Object(name string)  { d.group(name, false) }
func (d *description) Objects(name string) { d.group(name, true) }

func (d *description) group(name string, list bool) {
	d.outer = append(d.outer, group{name, list, d.fields})
	d.fields = map[string]*field{}
}

func (d *description) End() {
	last := len(d.outer) - 1
	g, inner := d.outer[last], d.fields
	d.outer, d.fields = d.outer[:last], g.fields
	d.add(g.name, &field{form: "object", list: g.list, fields: inner})
}

// Described compares the declared form of views with what a coder describes for the given views. Every declared
// member must be described, with values of the declared kinds. Every described field must be declared, except
// those in never.
func Described(t *testing.T, declared shape.Object, never []string, views ...func(*engine.Coder)) {
	t.Helper()
	d := description{fields: map[string]*field{}}
	for _, code := range views {
		engine.Describe(&d, code)
	}
	c := comparison{never: never}
	c.object(declared.Alias, declared, d.fields)
	for _, fault := range c.faults {
		t.Error(fault)
	}
}

// comparison collects the differences between a declared form and a description.
type comparison struct {
	never  []string
	faults []string
}

func (c *comparison) fault(format string, args ...any) {
	c.faults = append(c.faults, fmt.Sprintf(format, args...))
}

func (c *comparison) object(at string, o shape.Object, fields map[string]*field) {
	declared := map[string]bool{}
	for _, m := range o.Members {
		declared[m.Name] = true
		f, ok := fields[m.Name]
		if !ok {
			c.fault("%s.%s is declared and not described by the code", at, m.Name)
			continue
		}
		c.value(at+"."+m.Name, m.Shape, f)
	}
	for name := range fields {
		if declared[name] || slices.Contains(c.never, name) {
			continue
		}
		c.fault("%s.%s is described by the code and not declared", at, name)
	}
}

// value compares the form of one member with the described field of the same name.
func (c *comparison) value(at string, s shape.Shape, f *field) {
	list, isList := s.(shape.ListOf)
	if isList != f.list {
		c.fault("%s: one is a list and the other is not", at)
		return
	}
	if isList {
		s = list.Item
	}
	switch s := s.(type) {
	case shape.Number:
		if f.form != "number" {
			c.fault("%s is declared a number and described as %s", at, f.form)
		}
	case shape.Truth:
		if f.form != "truth" {
			c.fault("%s is declared true and described as %s", at, f.form)
		}
	case shape.Names:
		c.names(at, s, f)
	case shape.Either:
		// All moves share one declared form for their operands.
		if f.form != "name" && f.form != "number" {
			c.fault("%s is declared a name or a number and described as %s", at, f.form)
		}
	case shape.ByName:
		for name, g := range f.fields {
			if !slices.Contains(s.Key.Values, name) {
				c.fault("%s: %s is no %s", at, name, s.Key.Alias)
			}
			c.value(at+"."+name, s.Item, g)
		}
	case shape.Object:
		c.object(at, s, f.fields)
	}
}

// names checks that a field can have every name that is declared for it.
func (c *comparison) names(at string, names shape.Names, f *field) {
	if f.form != "name" {
		c.fault("%s is declared a name and described as %s", at, f.form)
		return
	}
	for _, v := range names.Values {
		if !slices.ContainsFunc(f.kinds, func(k *engine.Kind) bool { return slices.Contains(k.Values, v) }) {
			c.fault("%s can be declared %s, which no kind of the code has", at, v)
			return
		}
	}
}
