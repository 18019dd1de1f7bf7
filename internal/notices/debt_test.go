package notices

import (
	"testing"
	"time"
)

// If a person changes their settings while a node examines their debt, the node may have read the old ones. So
// it examines the debt again immediately.
func TestChangeWhileLooking(t *testing.T) {
	noon := time.Date(2030, 1, 1, 12, 0, 0, 0, time.UTC)
	evening := noon.Add(8 * time.Hour)
	for _, changed := range []bool{false, true} {
		m := newMirror(func(d debt) time.Time { return d.Due })
		m.put("ada.table", 1, debt{Due: noon})
		m.put("bob.table", 1, debt{Due: noon})
		if got := len(m.take(noon)); got != 2 {
			t.Fatalf("%d debts are due", got)
		}
		if changed {
			m.retryNow("ada", noon)
		}
		m.release("ada.table", evening, noon)
		m.release("bob.table", evening, noon)
		want := evening
		if changed {
			want = noon
		}
		if next, _ := m.first(); !next.Equal(want) {
			t.Errorf("changed %v: the next look is at %v", changed, next)
		}
		m.take(noon)
		m.release("ada.table", evening, noon)
		if next, _ := m.first(); !next.Equal(evening) {
			t.Errorf("changed %v: looked again at %v", changed, next)
		}
	}
}

// If a person changes their settings while one node is sending a notice, the other nodes do not examine the
// debt. Otherwise the notice would be sent twice.
func TestChangeWhileAnotherNodeSends(t *testing.T) {
	noon := time.Date(2030, 1, 1, 12, 0, 0, 0, time.UTC)
	n := &Notifier{node: "here"}
	m := newMirror(n.nextLook)
	lease := noon.Add(leaseFor)
	m.put("ada.table", 1, debt{Due: noon, Node: "there", Lease: lease})
	m.retryNow("ada", noon)
	if next, _ := m.first(); next.Before(lease) {
		t.Errorf("the next look is at %v, and the lease ends at %v", next, lease)
	}
}
