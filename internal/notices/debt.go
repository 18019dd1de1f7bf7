package notices

import (
	"container/heap"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"theriac/internal/store"
)

// debt is that a person owes a table an answer: the record from which they are told
// once. It is there as long as they owe, so that nobody is told again before they have
// answered.
type debt struct {
	N    int       `json:"n"`    // the entry since which they owe
	Call string    `json:"call"` // what they are asked, see callOf
	Due  time.Time `json:"due"`  // when to tell them
	Told time.Time `json:"told,omitzero"`

	// Node is the process that sends, until Lease; then another one may.
	Node  string    `json:"node,omitempty"`
	Lease time.Time `json:"lease,omitzero"`
	Tries int       `json:"tries,omitempty"`
	// Sent are the devices that have it, and "mail".
	Sent []string `json:"sent,omitempty"`
}

func debtKey(person, table string) string { return person + "." + table }

func splitKey(key string) (person, table string) {
	person, table, _ = strings.Cut(key, ".")
	return person, table
}

func decodeDebt(data []byte) (debt, error) {
	var d debt
	if err := json.Unmarshal(data, &d); err != nil {
		return d, fmt.Errorf("notices: debt: %w: %w", store.ErrDamaged, err)
	}
	return d, nil
}

// mirror is the debts in memory, as the store's watch brings them, and when this node
// wants to look at each. The Notifier's mu guards it.
type mirror struct {
	look    func(debt) time.Time // when this node looks at a debt
	all     map[string]*known
	byTable map[string]map[string]bool // people
	due     dueHeap
}

// known is a debt as this node knows it.
type known struct {
	key     string
	version uint64
	debt
	next  time.Time // when to look at it
	place int       // in the heap; -1 where it is told, or being sent
	busy  bool      // this node is telling
	stale bool      // what the person asked for changed while it was busy
}

func newMirror(look func(debt) time.Time) *mirror {
	return &mirror{look: look, all: map[string]*known{}, byTable: map[string]map[string]bool{}}
}

func (m *mirror) len() int { return len(m.all) }

func (m *mirror) untold() (n int) {
	for _, k := range m.all {
		if k.Told.IsZero() {
			n++
		}
	}
	return n
}

// put takes in a version of a debt. An older one than it has, it ignores.
func (m *mirror) put(key string, version uint64, d debt) {
	k := m.all[key]
	if k == nil {
		k = &known{key: key, place: -1}
		m.all[key] = k
		person, table := splitKey(key)
		if m.byTable[table] == nil {
			m.byTable[table] = map[string]bool{}
		}
		m.byTable[table][person] = true
	}
	if version < k.version {
		return
	}
	k.version, k.debt = version, d
	m.at(k, m.look(d))
}

// at sets when to look at a debt.
func (m *mirror) at(k *known, next time.Time) {
	k.next = next
	switch wants := k.Told.IsZero() && !k.busy; {
	case wants && k.place < 0:
		heap.Push(&m.due, k)
	case wants:
		heap.Fix(&m.due, k.place)
	case k.place >= 0:
		heap.Remove(&m.due, k.place)
	}
}

func (m *mirror) remove(key string, version uint64) {
	k := m.all[key]
	if k == nil || version < k.version {
		return
	}
	if k.place >= 0 {
		heap.Remove(&m.due, k.place)
	}
	delete(m.all, key)
	person, table := splitKey(key)
	delete(m.byTable[table], person)
	if len(m.byTable[table]) == 0 {
		delete(m.byTable, table)
	}
}

// take is the debts whose time has come; this node is busy with them from now on.
func (m *mirror) take(now time.Time) (list []known) {
	for len(m.due) > 0 && !m.due[0].next.After(now) {
		k := heap.Pop(&m.due).(*known)
		k.busy = true
		list = append(list, *k)
	}
	return list
}

// first is when the next debt wants to be looked at.
func (m *mirror) first() (time.Time, bool) {
	if len(m.due) == 0 {
		return time.Time{}, false
	}
	return m.due[0].next, true
}

// release says that this node is no longer busy with a debt, and looks at it again then,
// or now where it may have looked at what the person had asked for before.
func (m *mirror) release(key string, next, now time.Time) {
	k := m.all[key]
	if k == nil {
		return
	}
	if k.stale {
		next = laterOf(m.look(k.debt), now)
	}
	k.busy, k.stale = false, false
	m.at(k, next)
}

// retryNow has a person's debts looked at again.
func (m *mirror) retryNow(person string, now time.Time) {
	for key, k := range m.all {
		switch who, _ := splitKey(key); {
		case who != person:
		case k.busy:
			k.stale = true
		case k.place >= 0:
			m.at(k, laterOf(m.look(k.debt), now))
		}
	}
}

func laterOf(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// dueHeap has the debt that comes first at its top.
type dueHeap []*known

func (h dueHeap) Len() int           { return len(h) }
func (h dueHeap) Less(i, j int) bool { return h[i].next.Before(h[j].next) }
func (h dueHeap) Swap(i, j int) {
	h[i], h[j] = h[j], h[i]
	h[i].place, h[j].place = i, j
}

// Push is heap.Interface's.
func (h *dueHeap) Push(x any) {
	k := x.(*known)
	k.place = len(*h)
	*h = append(*h, k)
}

// Pop is heap.Interface's.
func (h *dueHeap) Pop() any {
	old := *h
	k := old[len(old)-1]
	old[len(old)-1] = nil
	*h = old[:len(old)-1]
	k.place = -1
	return k
}
