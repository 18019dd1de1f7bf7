package metrics

import "sync"

// How many values a label may have. The server has fewer routes and limits; more
// would mean that something a visitor wrote has become a label.
const (
	mostRoutes = 200
	mostLimits = 20
	other      = "other"
)

// names is the values that a label has taken so far.
type names struct {
	most int

	mu   sync.RWMutex
	seen map[string]struct{}
}

// known is the name itself, or "other" once there are too many.
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

// kind is the label for what the table registry was doing when it failed.
func kind(doing string) string {
	switch doing {
	case "save the snapshot of":
		return "keep"
	case "read the snapshot of":
		return "read-kept"
	case "archive", "compact", "guests", "lobby", "mend", "notices", "pack":
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

// bounded is an HTTP status, or 0 for a number that is none.
func bounded(status int) int {
	if status < 100 || status > 599 {
		return 0
	}
	return status
}
