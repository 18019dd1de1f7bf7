package engine

// Describer receives the name of each field that a walk can write, and what kind of value the field takes. It
// never receives values.
type Describer interface {
	Number(name string)
	// Truth describes a boolean field, which is omitted if false.
	Truth(name string)
	// Word describes a string field whose values are not names of a kind.
	Word(name string)
	Name(name string, k *Kind)
	// Names describes a field whose value is a list of names of a kind.
	Names(name string, k *Kind)
	Numbers(name string)
	// Object begins a nested group of fields; Objects begins a list of such groups. The fields of one group
	// follow, then End.
	Object(name string)
	Objects(name string)
	End()
}

// Describe reports to d the names and kinds of all fields that code can write. It reads and changes no
// values. If code depends on values, it must call Describing.
func Describe(d Describer, code func(*Coder)) {
	code(&Coder{in: &node{}, into: d})
}

// Describing reports whether fields are only being described. A walk must then visit all of its fields, even
// those that it would skip for the current values.
func (c *Coder) Describing() bool { return c.into != nil }
