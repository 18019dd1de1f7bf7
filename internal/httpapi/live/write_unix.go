//go:build unix

package live

import (
	"errors"
	"syscall"
)

// writeNow writes as much as the connection accepts without blocking, and returns how much.
func writeNow(c syscall.RawConn, data []byte) (n int, err error) {
	failed := c.Write(func(fd uintptr) bool {
		for {
			n, err = syscall.Write(int(fd), data)
			if !errors.Is(err, syscall.EINTR) {
				return true // do not wait until the connection is writable again
			}
		}
	})
	if errors.Is(err, syscall.EAGAIN) {
		n, err = 0, nil
	}
	return max(n, 0), errors.Join(failed, err)
}
