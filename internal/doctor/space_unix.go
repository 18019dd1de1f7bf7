//go:build linux || darwin

package doctor

import "syscall"

// space returns the space that a user can still write on a disk, and the size of the disk.
func space(path string) (free, all uint64, ok bool) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(path, &s); err != nil {
		return 0, 0, false
	}
	return s.Bavail * uint64(s.Bsize), s.Blocks * uint64(s.Bsize), true
}
