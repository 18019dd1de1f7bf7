package store

import (
	"bytes"
	"encoding/json"
)

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
