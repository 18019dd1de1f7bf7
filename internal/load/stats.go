package load

import (
	"fmt"
	"slices"
	"time"
)

// Times are durations in microseconds. Whole lists travel between the processes, so
// that percentiles of all of them are exact.
type Times []uint32

// add notes a duration.
func (t *Times) add(d time.Duration) { *t = append(*t, uint32(max(d, 0).Microseconds())) }

// millis is a percentile in milliseconds.
func (t Times) millis(percent float64) float64 {
	if len(t) == 0 {
		return 0
	}
	s := slices.Sorted(slices.Values(t))
	return round(float64(s[min(int(float64(len(s))*percent/100), len(s)-1)]) / 1000)
}

// millis is a duration for people.
func millis(d time.Duration) float64 { return round(float64(d.Microseconds()) / 1000) }

// round keeps three decimals, for people.
func round(x float64) float64 { return float64(int64(x*1000+0.5)) / 1000 }

// per is a rate per second.
func per(n int, d time.Duration) float64 { return ratio(float64(n), d.Seconds()) }

// ratio is a/b, or 0.
func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return round(a / b)
}

// words are what went wrong, as far as people want to read it.
type words []string

const mostWords = 12

func (w *words) note(format string, args ...any) {
	if len(*w) < mostWords {
		*w = append(*w, fmt.Sprintf(format, args...))
	}
}
