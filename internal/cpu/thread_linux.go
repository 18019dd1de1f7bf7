package cpu

import (
	"syscall"
	"time"
)

// ThreadTime returns the processor time that this thread has used so far. Other work on the machine
// does not count. The caller must have locked its goroutine to the thread.
func ThreadTime() time.Duration {
	const thread = 1 // RUSAGE_THREAD
	return used(thread)
}

// ProcessTime returns the processor time that this process has used so far, on all processors
// together.
func ProcessTime() time.Duration { return used(syscall.RUSAGE_SELF) }

func used(who int) time.Duration {
	var r syscall.Rusage
	if syscall.Getrusage(who, &r) != nil {
		return 0
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
