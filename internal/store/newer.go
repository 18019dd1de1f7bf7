package store

import (
	"bytes"
	"encoding/json"
	"io"
)

// Decode decodes a record from JSON. It also reports whether the record has fields that T lacks, which means
// that a newer version of the program wrote it. Only such a record takes extra time.
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

// Newer reports whether a record has fields that like, a value of the type for decoding it, lacks. If so, a
// newer version of the program wrote it. A reader can use the fields that it knows, but must not write the
// record back, because that would drop the others.
func Newer(data []byte, like any) bool {
	if json.Unmarshal(data, like) != nil {
		return false // a damaged record is not a newer one
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	return d.Decode(like) != nil
}
