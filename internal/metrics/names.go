package metrics

import "sync"

// The maximum number of values of a label. The server has fewer routes and limits, so a higher number would
// mean that text from visitors has become a label.
const (
	mostRoutes = 200
	mostLimits = 20
	other      = "other"
)

// names holds the values that one label has taken so far.
type names struct {
	most int

	mu   sync.RWMutex
	seen map[string]struct{}
}

// known returns the name itself, or "other" if the label already has too many values.
func (n *names) known(name string) string {
	n.mu.RLock()
	_, ok := n.seen[name]
	n.mu.RUnlock()
	if ok {
		return name
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if _, ok := n.seen[name]; ok {
		return name
	}
	if name == "" || len(n.seen) >= n.most {
		return other
	}
	if n.seen == nil {
		n.seen = map[string]struct{}{}
	}
	n.seen[name] = struct{}{}
	return name
}

// kind returns the metric label for a task of the table registry that failed.
func kind(doing string) string {
	switch doing {
	case "save the snapshot of":
		return "keep"
	case "read the snapshot of":
		return "read-kept"
	case "archive", "guests", "lobby", "mend", "notices":
		return doing
	case "fire the reminder of":
		return "call"
	case "play for absent seats at":
		return "clock"
	case "set the reminder of":
		return "remind"
	case "catch up with":
		return "catch-up"
	case "read the reminders that are due":
		return "due"
	}
	return other
}

// bounded returns a valid HTTP status unchanged, and 0 for any other number.
func bounded(status int) int {
	if status < 100 || status > 599 {
		return 0
	}
	return status
}
