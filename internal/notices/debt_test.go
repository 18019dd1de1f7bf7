package notices

import (
	"testing"
	"time"
)

// Whoever changes what they asked for while a node looks at their debt is looked at
// again at once: the node may have read what they had asked for before.
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

// A node does not look at a debt that another one is sending because the person changed
// something, such as a device that is gone: it would send it a second time.
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
