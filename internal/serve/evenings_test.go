package serve

import (
	"testing"
	"time"
)

// A time of day has minutes, and may have seconds.
func TestMeetings(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"20:00": 20 * time.Hour, "06:30:05": 6*time.Hour + 30*time.Minute + 5*time.Second, "00:00": 0, "24:00": -1, "8pm": -1, "": -1,
	} {
		o := Options{Data: "x", MeetAt: []string{text}}
		if err := o.checkMeetings(); (err == nil) != (want >= 0) {
			t.Errorf("%q: %v", text, err)
		}
		if list := o.meetings(); want >= 0 && (len(list) != 1 || list[0] != want) {
			t.Errorf("%q: %v", text, list)
		}
	}
	if err := (Options{MeetAt: make([]string, maxMeetings+1)}).checkMeetings(); err == nil {
		t.Error("people meet too often")
	}
}
