package lab

import (
	"bytes"
	"encoding/json"
)

// File is a file of the web client that follows from the code of a game.
type File struct {
	Name string // what follows the game's name
	Text []byte
}

// JSON is a value as such a file has it.
func JSON(value any) ([]byte, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "\t")
	err := enc.Encode(value)
	return out.Bytes(), err
}
