//go:build !unix

package httpapi

import "syscall"

// writeNow writes nothing here: all of it is left to a goroutine that may wait.
func writeNow(syscall.RawConn, []byte) (int, error) { return 0, nil }
