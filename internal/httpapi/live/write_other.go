//go:build !unix

package live

import "syscall"

// writeNow writes nothing: here a connection cannot be asked whether it would wait. Its
// caller writes all of it in a goroutine.
func writeNow(syscall.RawConn, []byte) (int, error) { return 0, nil }
