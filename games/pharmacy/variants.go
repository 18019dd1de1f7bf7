package pharmacy

import (
	"strconv"

	"theriac/engine"
)

// Variants returns all variants of the set-up.
func Variants() []engine.Settings {
	all := []engine.Settings{nil}
	for _, o := range options {
		values := o.Values
		if o.Kind == engine.Range {
			for n := o.Min; n <= o.Max; n++ {
				values = append(values, strconv.Itoa(n))
			}
		}
		var next []engine.Settings
		for _, set := range all {
			for _, v := range values {
				next = append(next, append(set[:len(set):len(set)], engine.Setting{Name: o.Name, Value: v}))
			}
		}
		all = next
	}
	return all
}
