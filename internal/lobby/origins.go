package lobby

import "sync"

// origins counts the public tables made from each network address on this node. The counts are only in
// memory, because a host's address is never stored.
type origins struct {
	mu      sync.Mutex
	byTable map[string]string
	count   map[string]int
}

func newOrigins() *origins { return &origins{byTable: map[string]string{}, count: map[string]int{}} }

// add counts a table for its address and returns true. If the address has reached the limit, it returns false.
// It does not count tables without an address.
func (o *origins) add(table, from string, most int) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if from == "" {
		return true
	}
	if o.count[from] >= most {
		return false
	}
	o.byTable[table] = from
	o.count[from]++
	return true
}

// drop stops counting a table that is no longer on the public list.
func (o *origins) drop(table string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	from, ok := o.byTable[table]
	if !ok {
		return
	}
	delete(o.byTable, table)
	if o.count[from]--; o.count[from] <= 0 {
		delete(o.count, from)
	}
}
