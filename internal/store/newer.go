package store

import (
	"bytes"
	"encoding/json"
	"io"
)

// Decode reads a record, and says whether it has fields that T does not have: a newer
// version of the program wrote it then. Nearly all records have none, and are read once.
func Decode[T any](data []byte) (v T, newer bool, err error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if d.Decode(&v) == nil {
		if _, err := d.Token(); err == io.EOF {
			return v, false, nil
		}
	}
	var known T
	err = json.Unmarshal(data, &known)
	return known, err == nil, err
}

// Newer says that a record has a field that the value it was read into does not have:
// a newer version of the program wrote it. A reader may go by what it knows; a writer
// would drop the rest, and must not write.
func Newer(data []byte, like any) bool {
	if json.Unmarshal(data, like) != nil {
		return false // that is damage
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	return d.Decode(like) != nil
}
