package serve

import "time"

// realTime is the system clock.
type realTime struct {
	ahead time.Duration // for tests
}

// Now is the time.
func (r realTime) Now() time.Time { return time.Now().Add(r.ahead) }

// AfterFunc calls f after some time, unless stopped before.
func (realTime) AfterFunc(d time.Duration, f func()) (stop func()) {
	t := time.AfterFunc(d, f)
	return func() { t.Stop() }
}
