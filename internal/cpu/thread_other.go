//go:build !linux

package cpu

import "time"

var begun = time.Now()

// ThreadTime returns the elapsed time, because this system cannot measure a single thread.
func ThreadTime() time.Duration { return time.Since(begun) }

// ProcessTime returns the elapsed time, because this system has no portable measure of processor
// time.
func ProcessTime() time.Duration { return time.Since(begun) }
