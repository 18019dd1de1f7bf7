package lobby

import "theriac/internal/lobby/lists"

// SplitAbove makes volumes small.
func (l *Lobby) SplitAbove(records int) {
	l.volumes = lists.NewVolumes(l.conf.KV(BucketVolumes), records)
}

// StopAt calls f between the steps of Compact.
func (l *Lobby) StopAt(f func(step string) error) { l.stopAt = f }

// ErrStopped ends a run of Compact.
var ErrStopped = errStopped
