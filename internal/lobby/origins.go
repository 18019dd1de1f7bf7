package lobby

import "sync"

// origins counts the public tables of this node by the address that made them. It is
// in memory only: the address of a table's host is stored nowhere.
type origins struct {
	mu      sync.Mutex
	byTable map[string]string
	count   map[string]int
}

func newOrigins() *origins { return &origins{byTable: map[string]string{}, count: map[string]int{}} }

// add counts a table, unless its address has reached the limit. Without an address it
// counts nothing.
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

// drop forgets a table that is no longer on the list.
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
