package entry

import "theriac/engine"

// KindNames returns the names of the given operand kinds.
func KindNames(kinds []*engine.Kind) []string {
	names := []string{}
	for _, k := range kinds {
		names = append(names, k.Name)
	}
	return names
}
