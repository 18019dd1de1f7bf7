package doctor

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// Ready checks whether a server is ready. It repeats the check every quarter of a second until the
// server is ready or the time is over. With a time of 0 it checks once. The error contains the
// reason why the server is not ready.
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
