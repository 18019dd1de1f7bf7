package lobby

import "sync"

// origins counts the public tables that were made on this node by the address that
// asked for them. It is in memory only: who made a table is written nowhere.
type origins struct {
	mu      sync.Mutex
	byTable map[string]string
	count   map[string]int
}

func newOrigins() *origins { return &origins{byTable: map[string]string{}, count: map[string]int{}} }

// add counts a table, unless its address has as many as it may. Without an address
// nothing is counted.
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
