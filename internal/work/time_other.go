//go:build !linux

package work

import "time"

// threadTime is not known here: the clock has to do.
func threadTime() func() time.Duration { return nil }
