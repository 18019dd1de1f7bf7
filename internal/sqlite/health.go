package sqlite

import (
	"context"
	"slices"
	"strings"

	"theriac/internal/store"
)

type health struct{ *Store }

// Ready writes an empty frame.
func (h health) Ready(ctx context.Context) error {
	_, err := h.propose(ctx)
	return h.noted(err)
}

// Leaders is none: there is nobody to lead.
func (h health) Leaders(context.Context) ([]store.Leader, error) { return nil, nil }

func (h health) Damages(context.Context) ([]store.Damage, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	list := make([]store.Damage, 0, len(h.damages))
	for d := range h.damages {
		list = append(list, d)
	}
	slices.SortFunc(list, func(a, b store.Damage) int { return strings.Compare(a.Where+a.What, b.Where+b.What) })
	return list, nil
}
