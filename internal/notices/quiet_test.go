package notices

import (
	"errors"
	"testing"
	"time"
)

// Quiet hours follow the person's local clock, also overnight and when the clock changes.
func TestQuietUntil(t *testing.T) {
	night := &Quiet{From: 22 * 60, To: 7 * 60, Zone: "Europe/Zurich"}
	noon := &Quiet{From: 12 * 60, To: 13 * 60, Zone: "Europe/Zurich"}
	for _, c := range []struct {
		quiet     *Quiet
		now, want string
	}{
		{nil, "2026-03-02T02:00:00Z", "2026-03-02T02:00:00Z"},
		{night, "2026-03-02T20:59:00Z", "2026-03-02T20:59:00Z"},
		{night, "2026-03-02T21:00:00Z", "2026-03-03T06:00:00Z"},
		{night, "2026-03-03T05:59:00Z", "2026-03-03T06:00:00Z"},
		{night, "2026-03-03T06:00:00Z", "2026-03-03T06:00:00Z"},
		{night, "2026-03-28T23:00:00Z", "2026-03-29T05:00:00Z"}, // this night, the clock skips an hour
		{night, "2026-10-24T23:00:00Z", "2026-10-25T06:00:00Z"}, // this night, the clock repeats an hour
		{noon, "2026-07-01T10:30:00Z", "2026-07-01T11:00:00Z"},
		{noon, "2026-07-01T11:00:00Z", "2026-07-01T11:00:00Z"},
	} {
		now, err := time.Parse(time.RFC3339, c.now)
		if err != nil {
			t.Fatal(err)
		}
		if got := c.quiet.until(now).UTC().Format(time.RFC3339); got != c.want {
			t.Errorf("%+v at %s: until %s, want %s", c.quiet, c.now, got, c.want)
		}
	}
	for _, bad := range []Quiet{{From: 60, To: 60, Zone: "UTC"}, {From: -1, To: 60, Zone: "UTC"}, {From: 0, To: 1440, Zone: "UTC"}, {From: 0, To: 60}, {From: 0, To: 60, Zone: "Nowhere/Else"}} {
		if err := bad.check(); !errors.Is(err, ErrQuiet) {
			t.Errorf("%+v is taken", bad)
		}
	}
}
