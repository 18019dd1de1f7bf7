package bus

import (
	"context"

	"theriac/internal/state"
)

// Marks returns the marks of all nodes that answer, this one included, by the names of the nodes.
func (n *Node) Marks(ctx context.Context) map[string]state.Mark {
	marks := map[string]state.Mark{n.Host: n.Mark()}
	n.mu.Lock()
	nc := n.nc
	n.mu.Unlock()
	if nc == nil {
		return marks
	}
	for _, a := range n.ask(ctx, nc) {
		marks[a.Host] = a.Mark
	}
	return marks
}
