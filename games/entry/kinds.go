package entry

import "theriac/engine"

// KindNames are the names of the kinds of some operands.
func KindNames(kinds []*engine.Kind) []string {
	names := []string{}
	for _, k := range kinds {
		names = append(names, k.Name)
	}
	return names
}
