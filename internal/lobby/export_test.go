package lobby

import "strings"

// SplitAbove makes volumes small.
func (l *Lobby) SplitAbove(records int) { l.volumes.most = records }

// StopAt calls f between the steps of Compact.
func (l *Lobby) StopAt(f func(step string) error) { l.stopAt = f }

// ErrStopped ends a run of Compact.
var ErrStopped = errStopped

// DecodeVolume is all that a volume holds, as text, and whether it is split.
func DecodeVolume(data []byte) (text string, split bool, err error) {
	v, err := decodeVolume(data)
	var all strings.Builder
	for _, e := range v.entries {
		rec, bad := e.record()
		if bad != nil {
			return "", false, bad
		}
		all.WriteString(e.table + " " + string(rec) + "\n")
	}
	return all.String(), v.split, err
}

// DecodeYear is all that a list by year holds, as text.
func DecodeYear(data []byte) (string, error) {
	rest := strings.TrimPrefix(string(data), yearMark)
	text, err := decompress([]byte(rest))
	return string(text), err
}
