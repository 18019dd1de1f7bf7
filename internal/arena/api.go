package arena

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"
)

// table contains the fields of a table that the arena needs.
type table struct {
	ID    string `json:"id"`
	Seats []struct {
		Holder *struct{} `json:"holder"`
		Bot    *struct{} `json:"bot"`
	} `json:"seats"`
	Status string `json:"status"`
	Links  struct {
		Invite string `json:"invite"`
	} `json:"links"`

	started bool
}

// update contains the fields of a game's update that the arena needs.
type update struct {
	Made int `json:"made"`
	Over *struct {
		Cause string `json:"cause"`
		Won   []int  `json:"won"`
	} `json:"over"`
}

// arrive makes a guest, who hosts all tables of the comparison. It returns the guest's token.
func (c *Config) arrive(ctx context.Context) (token string, err error) {
	var got struct {
		Token string `json:"token"`
	}
	err = c.send(ctx, http.MethodPost, "people", "", map[string]any{"name": "Arena"}, &got)
	return got.Token, err
}

// open opens a table for an agent's game of a deal. With bots the game begins immediately; programs
// must first take their seats.
func (c *Config) open(ctx context.Context, host string, a Agent, deal uint64) (table, error) {
	want := map[string]any{
		"game": c.Game, "settings": c.Settings, "deal": deal, "title": a.Name, "sit": "none", "links": true, "botPace": "at-once",
	}
	var t table
	if err := c.send(ctx, http.MethodPost, "tables", host, want, &t); err != nil {
		return t, err
	}
	if a.Level == "" {
		return t, nil
	}
	for seat := range t.Seats {
		if err := c.send(ctx, http.MethodPut, fmt.Sprintf("tables/%s/seats/%d/bot", t.ID, seat), host, map[string]any{"level": a.Level}, nil); err != nil {
			return t, err
		}
	}
	t.started = true
	return t, c.send(ctx, http.MethodPost, "tables/"+t.ID+"/start", host, nil, nil)
}

// full starts a table if all its seats are taken, and reports whether it did.
func (c *Config) full(ctx context.Context, host string, t *table) bool {
	var now table
	if c.send(ctx, http.MethodGet, "tables/"+t.ID, host, nil, &now) != nil {
		return false
	}
	for _, s := range now.Seats {
		if s.Holder == nil && s.Bot == nil {
			return false
		}
	}
	return c.send(ctx, http.MethodPost, "tables/"+t.ID+"/start", host, nil, nil) == nil
}

// look returns the current state of a game. Before the game begins, it is empty.
func (c *Config) look(ctx context.Context, host, id string) (u update, err error) {
	err = c.send(ctx, http.MethodGet, "tables/"+id+"/view", host, nil, &u)
	if r := (*refusal)(nil); errors.As(err, &r) && r.ID == "not-playing" {
		return u, nil
	}
	return u, err
}

// refusal is an error response of the server.
type refusal struct {
	Status int    `json:"status"`
	ID     string `json:"id"`
	What   string `json:"what"`
	path   string
}

func (r *refusal) Error() string {
	return fmt.Sprintf("the server answers %s with %d %s %s", r.path, r.Status, r.ID, r.What)
}

// tries is the largest number of attempts to send a request while the server is unavailable or
// busy.
const tries = 60

// send sends a request. If the server is unavailable or busy, it waits and tries again.
func (c *Config) send(ctx context.Context, method, path, token string, body, out any) error {
	var data []byte
	if body != nil {
		var err error
		if data, err = json.Marshal(body); err != nil {
			return err
		}
	}
	var last error
	for range tries {
		wait, err := c.once(ctx, method, path, token, data, out)
		if last = err; wait == 0 || ctx.Err() != nil {
			return err
		}
		pause(ctx, wait)
	}
	return last
}

// once sends a request once. If it returns an error with a wait above 0, another attempt after that
// time may succeed.
func (c *Config) once(ctx context.Context, method, path, token string, data []byte, out any) (wait time.Duration, err error) {
	req, err := http.NewRequestWithContext(ctx, method, c.Server+"/api/"+path, bytes.NewReader(data))
	if err != nil {
		return 0, err
	}
	if data != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	res, err := c.Client.Do(req)
	if err != nil {
		return time.Second, err
	}
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(res.Body)
	switch {
	case err != nil:
		return time.Second, err
	case res.StatusCode < http.StatusMultipleChoices && out != nil:
		return 0, json.Unmarshal(text, out)
	case res.StatusCode < http.StatusMultipleChoices:
		return 0, nil
	}
	r := &refusal{path: method + " " + path}
	if json.Unmarshal(text, r) != nil || r.Status == 0 {
		r.Status, r.What = res.StatusCode, string(text[:min(len(text), 200)])
	}
	if res.StatusCode == http.StatusTooManyRequests || res.StatusCode == http.StatusServiceUnavailable {
		wait = time.Second
		if n, err := strconv.Atoi(res.Header.Get("Retry-After")); err == nil && n > 0 {
			wait = time.Duration(n) * time.Second
		}
	}
	return wait, r
}
