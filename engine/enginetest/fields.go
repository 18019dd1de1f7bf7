package enginetest

import (
	"encoding/json"

	"theriac/engine"
)

// Fields is the text of a position by the names of its fields. A position hides its
// secret half from everybody outside its game, so a test that wants other hidden cards
// changes the text and has the position read from it.
type Fields map[string]json.RawMessage

// FieldsOf is the text of a position.
func FieldsOf(code func(*engine.Coder)) Fields {
	var f Fields
	if err := json.Unmarshal(engine.AppendCode(nil, code), &f); err != nil {
		panic(err) // a coder writes nothing else
	}
	return f
}

// Set gives a field another value.
func (f Fields) Set(name string, value any) {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	f[name] = text
}

// Text is the position as text again.
func (f Fields) Text() []byte {
	text, err := json.Marshal(f)
	if err != nil {
		panic(err)
	}
	return text
}

// Names are the names of some values of a kind, as a field has them.
func Names[T ~uint8](k *engine.Kind, values []T) []string {
	out := []string{}
	for _, v := range values {
		out = append(out, k.Text(uint8(v)))
	}
	return out
}
