package serve

import "time"

// realTime is the system clock.
type realTime struct {
	ahead time.Duration // how far the clock is ahead, for tests
}

// Now returns the system's time.
func (r realTime) Now() time.Time { return time.Now().Add(r.ahead) }

// AfterFunc calls f after the duration d, unless stop is called first.
func (realTime) AfterFunc(d time.Duration, f func()) (stop func()) {
	t := time.AfterFunc(d, f)
	return func() { t.Stop() }
}
