package evenings

import (
	"context"
	"time"
)

// week is how many hours a week has.
const week = 7 * 24

// hours is how many people are here at each hour of the week. It does not tell who they are.
type hours struct {
	// Hour is the hour that is being counted, since 1970, and Most the most people at a time in it.
	Hour int64 `json:"hour,omitempty"`
	Most int   `json:"most,omitempty"`
	// Usual has a hundredth of a person as its unit. Every week counts half as much as the next.
	Usual [week]int `json:"usual"`
}

const (
	hoursKey  = "week"
	hundredth = 100
	mostHere  = 10_000
)

func hourOf(t time.Time) int64 { return t.Unix() / int64(time.Hour/time.Second) }

// count adds to the hours how many people are here. Any number of nodes may call it.
func (e *Evenings) count(ctx context.Context) error {
	hour, here := hourOf(e.now()), coarse(e.conf.Here())
	e.mu.Lock()
	known := e.hour == hour && here <= e.peak
	e.mu.Unlock()
	if known {
		return nil
	}
	h, err := change(ctx, e.kv.hours, hoursKey, func(h *hours, _ bool) error {
		switch {
		case h.Hour > hour, h.Hour == hour && here <= h.Most:
			return errSame // another node has counted more, or its clock is ahead
		case h.Hour == hour:
			h.Most = here
			return nil
		case h.Hour > 0:
			usual := &h.Usual[h.Hour%week]
			*usual = (*usual + h.Most*hundredth) / 2
		}
		h.Hour, h.Most = hour, here
		return nil
	})
	if err != nil {
		return err
	}
	e.mu.Lock()
	e.hour, e.peak = hour, max(here, h.Most)
	e.mu.Unlock()
	return nil
}

// coarse rounds a number of people down, so that one person more or less rarely shows.
func coarse(n int) int {
	n = min(max(n, 0), mostHere)
	for step := 50; step > 1; step /= 5 {
		if n >= 4*step {
			return n - n%step
		}
	}
	return n
}

// usual returns how many people are usually here in the hour of a time, rounded.
func (h *hours) usual(t time.Time) int { return (h.Usual[hourOf(t)%week] + hundredth/2) / hundredth }

// usualTime is when people meet as long as no hour is known to be better.
const usualTime = 20 * time.Hour

// times returns the times to meet on a day that begins at midnight, later than now.
func (e *Evenings) times(h *hours, midnight, now time.Time) (list []time.Time) {
	y, m, d := midnight.Date()
	at := func(since time.Duration) time.Time { // of the clock on the wall, also when the clocks change
		return time.Date(y, m, d, 0, 0, int(since/time.Second), 0, e.conf.Zone)
	}
	for _, since := range e.conf.Times {
		if t := at(since); t.After(now) {
			list = append(list, t)
		}
	}
	if len(e.conf.Times) > 0 {
		return list
	}
	usual := at(usualTime)
	best, most := usual, 0
	for since := time.Duration(0); since < 24*time.Hour; since += time.Hour {
		t := at(since)
		n := h.usual(t)
		if !t.After(now) || n == 0 || n < most || n == most && t.Sub(usual).Abs() >= best.Sub(usual).Abs() {
			continue
		}
		best, most = t, n
	}
	if !best.After(now) {
		return nil
	}
	return []time.Time{best}
}
