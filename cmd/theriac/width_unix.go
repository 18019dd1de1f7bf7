//go:build unix

package main

import (
	"os"
	"syscall"
	"unsafe"
)

// terminalWidth returns the number of columns of a terminal, or 0 if the file is not a terminal.
func terminalWidth(f *os.File) int {
	var size struct{ Rows, Columns, X, Y uint16 }
	_, _, failed := syscall.Syscall(syscall.SYS_IOCTL, f.Fd(), syscall.TIOCGWINSZ, uintptr(unsafe.Pointer(&size)))
	if failed != 0 {
		return 0
	}
	return int(size.Columns)
}
