package cpu

import (
	"syscall"
	"time"
)

// ThreadTime is the processor time of this thread so far: what else the machine does does
// not count. The caller has locked its goroutine to the thread.
func ThreadTime() time.Duration {
	const thread = 1 // RUSAGE_THREAD
	return used(thread)
}

// ProcessTime is the processor time of this process so far, on all processors together.
func ProcessTime() time.Duration { return used(syscall.RUSAGE_SELF) }

func used(who int) time.Duration {
	var r syscall.Rusage
	if syscall.Getrusage(who, &r) != nil {
		return 0
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
