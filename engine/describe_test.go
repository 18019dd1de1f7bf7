package engine

import (
	"strings"
	"testing"
)

// fields is a Describer that records the names it receives, with nested fields in braces.
type fields struct{ strings.Builder }

func (f *fields) note(name, what string)     { f.WriteString(name + ":" + what + " ") }
func (f *fields) Number(name string)         { f.note(name, "number") }
func (f *fields) Truth(name string)          { f.note(name, "truth") }
func (f *fields) Word(name string)           { f.note(name, "word") }
func (f *fields) Name(name string, k *Kind)  { f.note(name, k.Name) }
func (f *fields) Names(name string, k *Kind) { f.note(name, k.Name+"s") }
func (f *fields) Numbers(name string)        { f.note(name, "numbers") }
func (f *fields) Object(name string)         { f.WriteString(name + "{ ") }
func (f *fields) Objects(name string)        { f.WriteString(name + "[ ") }
func (f *fields) End()                       { f.WriteString("} ") }

// Describe names every field, even in a record without values, and does not change the record.
func TestDescribe(t *testing.T) {
	for _, r := range []coded{{who: 0xff}, {n: 7, yes: true, set: 5, count: 2, inner: 4, many: [2]uint8{1, 6}, manyN: 2}} {
		before := r
		var f fields
		Describe(&f, func(c *Coder) {
			if !c.Describing() || c.Reading() || c.Writing() {
				t.Error("the walk does not know that it describes")
			}
			r.code(c)
		})
		want := "n:number yes:truth who:colour set:colours list:colours nums:numbers key:word inner{ x:number } many[ x:number } "
		if f.String() != want || r != before {
			t.Errorf("%s of %+v", f.String(), r)
		}
	}
}

// Kind.appendText escapes names like any other string, and writes values without a name as numbers.
func TestKindText(t *testing.T) {
	bare, late := &Kind{Name: "bare"}, NewKind("late", "a")
	late.Values = append(late.Values, "b")
	for _, k := range []*Kind{NewKind("odd", "plain", `a "quote"`, "é\n", ""), Number, bare, late} {
		for v := range uint8(6) {
			if got, want := k.appendText([]byte("x"), v), appendText([]byte("x"), k.Text(v)); string(got) != string(want) {
				t.Errorf("%s %d is %s, want %s", k.Name, v, got, want)
			}
		}
	}
}
