package load

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"theriac/internal/sqlite"
	"theriac/internal/state"
	"theriac/internal/table"
)

// KillResult counts the outcomes of bots' questions while their workers are repeatedly killed.
type KillResult struct {
	Level        string  `json:"level"`
	Tables       int     `json:"tables"`
	Kills        int     `json:"kills"`
	Workers      int     `json:"worker_processes"`
	BotMoves     int     `json:"bot_moves"`
	Questions    int     `json:"questions"`
	Redeliveries int     `json:"redeliveries"`
	Unanswered   int     `json:"unanswered"`     // questions that no bot answered, so that the server played the default move
	Twice        int     `json:"answered_twice"` // questions with two answers in a table's log
	Stuck        int     `json:"stuck"`          // tables without a move since the last kill
	Checked      int     `json:"entries_checked"`
	Errors       int     `json:"errors"`
	Seconds      float64 `json:"seconds"`
}

// Sound reports whether every question was answered exactly once.
func (r KillResult) Sound() bool {
	return r.BotMoves > 0 && r.Unanswered+r.Twice+r.Stuck+r.Errors == 0
}

// runBotKills runs two worker processes for the bots of many tables, and repeatedly kills one of them.
func (c Config) runBotKills(ctx context.Context) (r KillResult, err error) {
	r = KillResult{Level: c.BotLevel, Tables: c.Bots, Workers: 2}
	site, err := c.newSite()
	if err != nil {
		return r, err
	}
	defer site.close()
	h, err := c.open(ctx, slices.Concat(manyBots, site.args())...)
	if err != nil {
		return r, err
	}
	defer h.close()
	var workers [2]*exec.Cmd
	for i := range workers {
		if workers[i], err = site.start(ctx); err != nil {
			return r, err
		}
	}
	b, err := c.seatBots(ctx, h.conn)
	defer b.stop()
	if err != nil {
		return r, err
	}
	began := time.Now()
	pause := max(c.Duration/time.Duration(max(c.KillWorkers, 1)), 100*time.Millisecond)
	for ; r.Kills < c.KillWorkers; r.Kills++ {
		sleep(ctx, pause)
		w := &workers[r.Kills%2]
		end(*w)
		if *w, err = site.start(ctx); err != nil {
			return r, err
		}
	}
	c.progress("killed a worker %d times", r.Kills)
	if err := r.goOn(ctx, h, b); err != nil {
		return r, err
	}
	r.Seconds = round(time.Since(began).Seconds())
	m, err := Metrics(h.Private)
	if err != nil {
		return r, err
	}
	r.BotMoves, r.Questions = int(m["theriac_bot_moves_total"]), int(m["theriac_bot_questions_total"])
	r.Redeliveries, r.Unanswered = int(m["theriac_bot_redeliveries_total"]), int(m[`theriac_bot_moves_total{how="default"}`])
	r.Errors = int(b.errors.Load())
	return r, r.check(ctx, filepath.Join(h.top, "data", "store", sqlite.FileName), b.made())
}

// goOn waits until every table is over or has had a move since the last kill.
func (r *KillResult) goOn(ctx context.Context, h *testServer, b *botTables) error {
	before := map[string]int{}
	for id, host := range b.made() {
		now, err := View(h.conn, id, host.Token)
		if err != nil {
			return err
		}
		before[id] = now.Made
	}
	for end := time.Now().Add(time.Minute); len(before) > 0 && time.Now().Before(end) && ctx.Err() == nil; sleep(ctx, 200*time.Millisecond) {
		for id, host := range b.made() {
			if now, err := View(h.conn, id, host.Token); err == nil && (now.Over || now.Made > before[id]) {
				delete(before, id)
			}
		}
	}
	r.Stuck = len(before)
	return ctx.Err()
}

// check reads the tables' logs in a store's file, and counts questions that were answered twice.
func (r *KillResult) check(ctx context.Context, file string, tables map[string]Person) error {
	answered := map[string]bool{}
	return sqlite.Rows(ctx, file, func(row any) error {
		it, is := row.(state.Entry)
		if _, ours := tables[it.Table]; !is || !ours {
			return nil
		}
		_, body, ok := strings.Cut(string(it.Data), " ") // an entry's data is its chain hash, a space, and its body
		var e table.Entry
		if !ok || json.Unmarshal([]byte(body), &e) != nil {
			return errors.New("load: an entry that cannot be read")
		}
		if len(e.Plays) > 0 && e.Plays[0].Why == table.WhyBot {
			r.Checked++
			// The key of a bot's answer contains the question, the number of moves made, and the bot's seats.
			if answered[it.Table+e.Key] || !strings.HasPrefix(e.Key, fmt.Sprintf("bot-%s-", e.Question)) {
				r.Twice++
			}
			answered[it.Table+e.Key] = true
		}
		return nil
	})
}
