//go:build unix

package main

import (
	"os"
	"syscall"
	"unsafe"
)

// terminalWidth asks a terminal how many columns it has; 0 where the file is
// none.
func terminalWidth(f *os.File) int {
	var size struct{ Rows, Columns, X, Y uint16 }
	_, _, failed := syscall.Syscall(syscall.SYS_IOCTL, f.Fd(), syscall.TIOCGWINSZ, uintptr(unsafe.Pointer(&size)))
	if failed != 0 {
		return 0
	}
	return int(size.Columns)
}
