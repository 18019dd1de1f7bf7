package enginetest

import (
	"encoding/json"

	"theriac/engine"
)

// Fields is the JSON text of a position, by field name. Because games do not export the hidden part of their
// positions, a test changes this text and reads a position from it.
type Fields map[string]json.RawMessage

// FieldsOf returns the fields that code writes.
func FieldsOf(code func(*engine.Coder)) Fields {
	var f Fields
	if err := json.Unmarshal(engine.AppendCode(nil, code), &f); err != nil {
		panic(err) // a coder writes only valid JSON
	}
	return f
}

// Set replaces the value of a field.
func (f Fields) Set(name string, value any) {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	f[name] = text
}

// Text encodes the fields as the JSON text of a position.
func (f Fields) Text() []byte {
	text, err := json.Marshal(f)
	if err != nil {
		panic(err)
	}
	return text
}

// Names returns the names of a kind's values, as they occur in the JSON text of a position.
func Names[T ~uint8](k *engine.Kind, values []T) []string {
	out := []string{}
	for _, v := range values {
		out = append(out, k.Text(uint8(v)))
	}
	return out
}
