package serve

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"theriac/internal/httpapi/admit"
	"theriac/internal/httpapi/wire"
)

// moveBound is how long 99 of 100 moves may take at most while a server receives too many requests. On an idle
// machine a move takes some 30 ms, but the machine that runs this test may be busy.
const moveBound = 2 * time.Second

// A server that receives more requests than it can handle rejects every new table and gives the reason. Every
// move at a running table still succeeds in time.
func TestMovesComeBeforeNewTables(t *testing.T) {
	const tables, moves, newcomers = 8, 25, 16
	much := admit.Rate{PerSecond: 1e6, Burst: 1e6}
	s := open(t, Options{
		Data: t.TempDir(), BotWorkers: -1, Private: "127.0.0.1:0",
		Limits: admit.Limits{Address: much, Session: much, Make: much, Work: much, AddressWork: much},
		// All tables that the limits allow exist already, and few requests may run concurrently. So requests
		// for new tables are rejected for both reasons.
		Caps: admit.Caps{Tables: tables, Requests: newcomers, NewTables: 1e6, NewPeople: 1e6},
	})
	var players []*guest
	var ids []string
	for range tables {
		g := arrive(t, s.URL())
		id, _ := g.table()
		g.view(id)
		players, ids = append(players, g), append(ids, id)
	}
	outsider := arrive(t, s.URL())

	var done atomic.Bool
	var refused sync.Map // number of rejected requests, by reason
	var crowd, play sync.WaitGroup
	for range newcomers {
		crowd.Go(func() {
			for n := 0; n < 20_000 && !done.Load(); n++ {
				status, text := outsider.try(http.MethodPost, "/api/tables", map[string]any{"game": "world", "settings": map[string]string{"players": "2"}})
				var p wire.Problem
				if err := json.Unmarshal(text, &p); status != http.StatusServiceUnavailable || err != nil || p.What != "tables" {
					t.Errorf("a new table: %d %s", status, text)
					return
				}
				count, _ := refused.LoadOrStore(p.ID, new(atomic.Int64))
				count.(*atomic.Int64).Add(1)
			}
		})
	}
	var mu sync.Mutex
	var took []time.Duration
	for i, g := range players {
		play.Go(func() {
			for range moves {
				u := g.view(ids[i])
				for _, m := range u.Moves {
					if len(m.List) == 0 {
						continue
					}
					began := time.Now()
					status, text := g.try(http.MethodPost, "/api/tables/"+ids[i]+"/moves", map[string]any{
						"seat": m.Seat, "question": u.Question.ID, "move": m.List[0], "key": "k" + strconv.Itoa(u.N),
					})
					if status != http.StatusOK {
						t.Errorf("a move: %d %s", status, text)
						return
					}
					mu.Lock()
					took = append(took, time.Since(began))
					mu.Unlock()
					break
				}
			}
		})
	}
	play.Wait()
	done.Store(true)
	crowd.Wait()

	slices.Sort(took)
	if len(took) < tables*moves*9/10 {
		t.Fatalf("only %d moves", len(took))
	}
	p50, p99 := took[len(took)/2], took[len(took)*99/100]
	full, _ := refused.LoadOrStore("server-full", new(atomic.Int64))
	busy, _ := refused.LoadOrStore("server-busy", new(atomic.Int64))
	n := full.(*atomic.Int64).Load() + busy.(*atomic.Int64).Load()
	t.Logf("%d moves, p50 %s, p99 %s; %d new tables refused: %d full, %d busy", len(took), p50, p99, n, full.(*atomic.Int64).Load(), busy.(*atomic.Int64).Load())
	if p99 > moveBound {
		t.Errorf("p99 of a move is %s, above %s", p99, moveBound)
	}
	if n < newcomers {
		t.Errorf("only %d new tables were refused", n)
	}
	_, metrics := get(t, s.PrivateURL()+"/metrics")
	if !strings.Contains(metrics, `theriac_http_shed_total{what="tables"} `+strconv.FormatInt(n, 10)+"\n") || !strings.Contains(metrics, `theriac_http_shed_total{what="play"} 0`) {
		t.Error("the metrics do not say what was refused")
	}
}
