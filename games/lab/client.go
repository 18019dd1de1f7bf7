package lab

import (
	"bytes"
	"encoding/json"
)

// File is a file of the web client that the generator makes from a game's code.
type File struct {
	Name string // the part of the file name that follows the game's name
	Text []byte
}

// JSON encodes a value in the layout of the generated files.
func JSON(value any) ([]byte, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "\t")
	err := enc.Encode(value)
	return out.Bytes(), err
}
