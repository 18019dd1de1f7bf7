package work

import (
	"syscall"
	"time"
)

// threadTime tells how much of a processor the calling thread has used.
func threadTime() func() time.Duration {
	const thread = 1 // RUSAGE_THREAD
	return func() time.Duration {
		var u syscall.Rusage
		if syscall.Getrusage(thread, &u) != nil {
			return 0
		}
		return time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
}
