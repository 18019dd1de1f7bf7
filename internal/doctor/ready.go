package doctor

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// Ready asks a server whether it is ready, and again every quarter of a second until it
// is or the time is over; without a time it asks once. The error says why it is not.
func (c Remote) Ready(ctx context.Context, within time.Duration) error {
	c.URL = strings.TrimSuffix(c.URL, "/")
	ctx, cancel := context.WithTimeout(ctx, max(within, c.Patience))
	defer cancel()
	end := time.Now().Add(within)
	for {
		err := c.ready(ctx)
		if err == nil || !time.Now().Before(end) {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(250 * time.Millisecond):
		}
	}
}

func (c Remote) ready(ctx context.Context) error {
	answer, body, err := c.ask(ctx, http.MethodGet, "/readyz", "", nil)
	if err != nil {
		return err
	}
	if word := strings.TrimSpace(string(body)); answer.StatusCode != http.StatusOK || !strings.HasPrefix(word, "ok") {
		return fmt.Errorf("%s is not ready: %s, %.60q", c.URL, answer.Status, word)
	}
	return nil
}
