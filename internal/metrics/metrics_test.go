package metrics

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

func scrape(t *testing.T, m *Meters) string {
	t.Helper()
	w := httptest.NewRecorder()
	m.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	text, err := io.ReadAll(w.Body)
	if err != nil || w.Code != 200 {
		t.Fatal(w.Code, err)
	}
	return string(text)
}

func wants(t *testing.T, text string, lines ...string) {
	t.Helper()
	for _, l := range lines {
		if !strings.Contains("\n"+text, "\n"+l+"\n") {
			t.Errorf("no line %q", l)
		}
	}
}

// The exported metrics show the events that were counted.
func TestCounts(t *testing.T) {
	m := New("v1.2.3")
	live := 3
	m.Gauge("theriac_tables_live", "x", func() float64 { return float64(live) })
	m.Counter("theriac_wrong_keys_total", "x", func() float64 { return 2 })
	m.Appended(3 * time.Millisecond)
	m.Appended(30 * time.Second)
	m.Request("POST /api/tables/{id}/moves", 200, 4*time.Millisecond)
	m.Request("POST /api/tables/{id}/moves", 422, time.Millisecond)
	m.Request("GET /api/tables/{id}/events", 200, 0)
	m.Request("GET /x", 99999, 0)
	m.Limited("address")
	m.Shed("tables")
	m.Panicked()
	m.Led("LOG-0", true, true, 3)
	m.Led("LOG-1", false, false, 0)
	m.Hook("sent")
	m.StreamOpened()
	m.StreamOpened()
	m.StreamClosed()
	m.Failed("save the snapshot of")
	m.Failed("something new")
	text := scrape(t, m)
	wants(t, text,
		"theriac_append_seconds_count 2", `theriac_append_seconds_bucket{le="0.005"} 1`, `theriac_append_seconds_bucket{le="20"} 1`,
		`theriac_http_requests_total{route="POST /api/tables/{id}/moves",status="200"} 1`,
		`theriac_http_requests_total{route="POST /api/tables/{id}/moves",status="422"} 1`,
		`theriac_http_requests_total{route="GET /x",status="0"} 1`,
		`theriac_http_request_seconds_count{route="POST /api/tables/{id}/moves"} 2`,
		`theriac_http_limited_total{limit="address"} 1`, `theriac_http_shed_total{what="tables"} 1`, `theriac_http_shed_total{what="play"} 0`, "theriac_http_panics_total 1", "theriac_streams_open 1",
		`theriac_webhooks_total{how="sent"} 1`,
		`theriac_failures_total{doing="keep"} 1`, `theriac_failures_total{doing="other"} 1`,
		`theriac_store_stream_led{stream="LOG-0"} 1`, `theriac_store_stream_leads{stream="LOG-0"} 1`, `theriac_store_replica_lag{stream="LOG-0"} 3`, `theriac_store_stream_led{stream="LOG-1"} 0`,
		"theriac_tables_live 3", "theriac_wrong_keys_total 2", "theriac_tables_found_broken_total 0",
	)
	if !strings.Contains(text, `version="v1.2.3"`) || !strings.Contains(text, "go_goroutines ") {
		t.Error("no word of the program itself")
	}
	if strings.Contains(text, `theriac_http_request_seconds_count{route="GET /api/tables/{id}/events"}`) {
		t.Error("the life of a stream was taken for the time of a request")
	}
}

// However many different names are counted, the number of labels stays small.
func TestBoundedLabels(t *testing.T) {
	m := New("x")
	var all sync.WaitGroup
	for w := range 4 {
		all.Go(func() {
			for i := range 5000 {
				name := fmt.Sprintf("/%d/%d", w, i)
				m.Request(name, i, time.Second)
				m.Limited(name)
				m.Failed(name)
				m.Broken()
			}
		})
	}
	all.Wait()
	text := scrape(t, m)
	routes := strings.Count(text, "theriac_http_request_seconds_count{")
	if routes != mostRoutes+1 {
		t.Errorf("%d routes", routes)
	}
	if limits := strings.Count(text, "theriac_http_limited_total{"); limits != mostLimits+1 {
		t.Errorf("%d limits", limits)
	}
	wants(t, text, `theriac_failures_total{doing="other"} 20000`, "theriac_tables_found_broken_total 20000")
}
