package load

import (
	"fmt"
	"slices"
	"time"
)

// Times is a list of durations in microseconds. Processes exchange complete lists, so that percentiles over all
// of them are exact.
type Times []uint32

// add adds a duration.
func (t *Times) add(d time.Duration) { *t = append(*t, uint32(max(d, 0).Microseconds())) }

// millis returns a percentile of the durations in milliseconds.
func (t Times) millis(percent float64) float64 {
	if len(t) == 0 {
		return 0
	}
	s := slices.Sorted(slices.Values(t))
	return round(float64(s[min(int(float64(len(s))*percent/100), len(s)-1)]) / 1000)
}

// millis returns a duration in milliseconds, rounded for people.
func millis(d time.Duration) float64 { return round(float64(d.Microseconds()) / 1000) }

// round rounds to three decimals, so that results are easy to read.
func round(x float64) float64 { return float64(int64(x*1000+0.5)) / 1000 }

// per returns n per second for the duration d.
func per(n int, d time.Duration) float64 { return ratio(float64(n), d.Seconds()) }

// ratio returns a/b, or 0 if b is 0.
func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return round(a / b)
}

// words collects the first few error messages, for people to read.
type words []string

const mostWords = 12

func (w *words) note(format string, args ...any) {
	if len(*w) < mostWords {
		*w = append(*w, fmt.Sprintf(format, args...))
	}
}
