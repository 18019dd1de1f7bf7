//go:build !linux && !darwin

package doctor

// space is not implemented for this system. It returns false.
func space(string) (free, all uint64, ok bool) { return 0, 0, false }
