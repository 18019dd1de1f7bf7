package httpapi

import (
	"fmt"
	"reflect"
)

// difference describes where two JSON values first differ.
func difference(path string, a, b any) string {
	switch a := a.(type) {
	case map[string]any:
		m, _ := b.(map[string]any)
		for k := range a {
			if !reflect.DeepEqual(a[k], m[k]) {
				return difference(path+"."+k, a[k], m[k])
			}
		}
		for k := range m {
			if _, there := a[k]; !there {
				return fmt.Sprintf("%s.%s: nothing and %v", path, k, m[k])
			}
		}
	case []any:
		l, _ := b.([]any)
		for i := range min(len(a), len(l)) {
			if !reflect.DeepEqual(a[i], l[i]) {
				return difference(fmt.Sprintf("%s[%d]", path, i), a[i], l[i])
			}
		}
	}
	return fmt.Sprintf("%s: %v and %v", path, a, b)
}
