package engine

// Describer receives what a walk would write: the name of each field and what kind
// of value it takes, never a value.
type Describer interface {
	Number(name string)
	// Truth is a boolean field: present where it is true.
	Truth(name string)
	// Word is a text that no kind lists.
	Word(name string)
	Name(name string, k *Kind)
	// Names is a list of values that have names.
	Names(name string, k *Kind)
	Numbers(name string)
	// Object begins a group of fields, and Objects a list of such groups: the fields of
	// one follow. End ends it.
	Object(name string)
	Objects(name string)
	End()
}

// Describe walks the fields that code would write. Values stay as they are; where a
// walk depends on them it asks Describing.
func Describe(d Describer, code func(*Coder)) {
	code(&Coder{in: &node{}, into: d})
}

// Describing says whether the walk describes fields instead of writing or reading
// them: all of them then, whatever their values.
func (c *Coder) Describing() bool { return c.into != nil }
