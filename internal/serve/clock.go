package serve

import "time"

// realTime is the system clock.
type realTime struct{}

// Now is the time.
func (realTime) Now() time.Time { return time.Now() }

// AfterFunc calls f after some time, unless stopped before.
func (realTime) AfterFunc(d time.Duration, f func()) (stop func()) {
	t := time.AfterFunc(d, f)
	return func() { t.Stop() }
}
