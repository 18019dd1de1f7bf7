//go:build !linux

package cpu

import "time"

var begun = time.Now()

// ThreadTime is the time so far: this system does not tell one thread's.
func ThreadTime() time.Duration { return time.Since(begun) }

// ProcessTime is the time so far.
func ProcessTime() time.Duration { return time.Since(begun) }
