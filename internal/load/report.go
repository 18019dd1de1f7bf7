package load

import (
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
)

// Print writes a result: one JSON object, or a table for people.
func Print(w io.Writer, result any, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(w).Encode(result)
	}
	v := reflect.ValueOf(result)
	widest := 0
	fields := slices.DeleteFunc(reflect.VisibleFields(v.Type()), func(f reflect.StructField) bool { return f.Anonymous })
	for _, f := range fields {
		widest = max(widest, len(label(f)))
	}
	for _, f := range fields {
		value := v.FieldByIndex(f.Index)
		if value.IsZero() && strings.Contains(f.Tag.Get("json"), "omitempty") {
			continue
		}
		if _, err := fmt.Fprintf(w, "%-*s  %v\n", widest, label(f), value.Interface()); err != nil {
			return err
		}
	}
	return nil
}

// label is a field's name for people.
func label(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	return strings.ReplaceAll(name, "_", " ")
}
