package identity

import (
	"context"
	"fmt"
)

// Count returns how many people there are, and how many of them are new today. The store counts keys and reads no
// person.
func (p *People) Count(ctx context.Context) (all, today int, err error) {
	if all, err = p.kv.people.Count(ctx, ""); err == nil {
		today, err = p.kv.found.Count(ctx, dayPrefix(p.today()))
	}
	if err != nil {
		return 0, 0, fmt.Errorf("identity: people: %w", err)
	}
	return all, today, nil
}
