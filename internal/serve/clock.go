package serve

import "time"

// realTime is the clock on the wall.
type realTime struct{}

// Now is the time.
func (realTime) Now() time.Time { return time.Now() }

// AfterFunc calls f once the time has passed, unless it is stopped before.
func (realTime) AfterFunc(d time.Duration, f func()) (stop func()) {
	t := time.AfterFunc(d, f)
	return func() { t.Stop() }
}
