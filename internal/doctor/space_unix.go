//go:build linux || darwin

package doctor

import "syscall"

// space is how much of a disk a user can still write, and how large it is.
func space(path string) (free, all uint64, ok bool) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(path, &s); err != nil {
		return 0, 0, false
	}
	return s.Bavail * uint64(s.Bsize), s.Blocks * uint64(s.Bsize), true
}
