package notices

import (
	"container/heap"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"theriac/internal/store"
)

// debt records that a person owes a table an answer, so that the person gets only one notice about it. The
// record exists until they answer.
type debt struct {
	N    int       `json:"n"`    // number of the entry that made them owe the answer
	Call string    `json:"call"` // id of the call, see callOf
	Due  time.Time `json:"due"`  // when to send the notice
	Told time.Time `json:"told,omitzero"`

	// Node is the process that sends the notice. After Lease, any other node may send it instead.
	Node  string    `json:"node,omitempty"`
	Lease time.Time `json:"lease,omitzero"`
	Tries int       `json:"tries,omitempty"`
	// Sent lists the ids of the devices that have received the notice, and "mail" if the email was sent.
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

// mirror holds a copy of all debts in memory, kept current by a subscription, and the time when this node
// examines each. The Notifier's mu guards it.
type mirror struct {
	look    func(debt) time.Time // returns when this node examines a debt
	all     map[string]*known
	byTable map[string]map[string]bool // the people who owe each table an answer
	due     dueHeap
}

// known is a debt in a mirror.
type known struct {
	key     string
	version uint64
	debt
	next  time.Time // when to examine the debt
	place int       // index in the heap; -1 if the notice has been sent or is being sent
	busy  bool      // this node is sending the notice
	stale bool      // the person changed their settings while busy was true, so examine the debt again
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

// put stores a version of a debt, unless the mirror has a newer one.
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

// at sets when this node next examines a debt.
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

// take returns the debts that are due, and marks them as busy.
func (m *mirror) take(now time.Time) (list []known) {
	for len(m.due) > 0 && !m.due[0].next.After(now) {
		k := heap.Pop(&m.due).(*known)
		k.busy = true
		list = append(list, *k)
	}
	return list
}

// first returns when this node examines the next debt. It returns false if there is none.
func (m *mirror) first() (time.Time, bool) {
	if len(m.due) == 0 {
		return time.Time{}, false
	}
	return m.due[0].next, true
}

// release marks a debt as no longer busy, and sets when this node examines it again. If the person changed
// their settings while it was busy, that is soon, because the old settings may have been used.
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

// retryNow makes this node examine all debts of a person again, because the person's settings have changed.
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

// dueHeap is a heap of debts. The one to examine first is at the top.
type dueHeap []*known

func (h dueHeap) Len() int           { return len(h) }
func (h dueHeap) Less(i, j int) bool { return h[i].next.Before(h[j].next) }
func (h dueHeap) Swap(i, j int) {
	h[i], h[j] = h[j], h[i]
	h[i].place, h[j].place = i, j
}

// Push implements heap.Interface.
func (h *dueHeap) Push(x any) {
	k := x.(*known)
	k.place = len(*h)
	*h = append(*h, k)
}

// Pop implements heap.Interface.
func (h *dueHeap) Pop() any {
	old := *h
	k := old[len(old)-1]
	old[len(old)-1] = nil
	*h = old[:len(old)-1]
	k.place = -1
	return k
}
