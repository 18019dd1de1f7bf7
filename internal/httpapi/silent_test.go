package httpapi

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"theriac/engine"
	"theriac/internal/httpapi/hooks"
	"theriac/internal/httpapi/wire"
	"theriac/internal/outbound"
)

// silent starts a webhook server that accepts connections and never responds. It returns its URL.
func silent(t *testing.T) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			t.Cleanup(func() { _ = c.Close() })
		}
	}()
	return "http://" + l.Addr().String()
}

// S6: two webhook servers that never respond do not delay other webhooks, whether of other tables
// or of other seats at the same table.
func TestSilentReceiversDelayNobody(t *testing.T) {
	came := make(chan string, 10)
	sink := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { came <- r.URL.Path }))
	defer sink.Close()
	b := raise(t)
	var ids []string
	dead := []string{silent(t), silent(t)}
	for i := range 3 {
		id, tokens := b.pair()
		ids = append(ids, id)
		if i < 2 {
			b.ask(tokens[0], http.MethodPut, "/api/tables/"+id+"/webhooks", []wire.Webhook{
				{Seat: 0, URL: dead[0] + "/a", Form: "json", On: "owed"}, {Seat: 0, URL: dead[1] + "/b", Form: "json", On: "owed"},
				{Seat: 0, URL: dead[i] + "/c", Form: "json", On: "owed"},
			}).is(http.StatusOK)
		}
		b.ask(tokens[1], http.MethodPut, "/api/tables/"+id+"/webhooks", []wire.Webhook{
			{Seat: 1, URL: fmt.Sprint(sink.URL, "/well-", i), Form: "json", On: "owed"},
		}).is(http.StatusOK)
	}
	// Make more calls to the two silent webhooks than there are goroutines to send them.
	for n := range 200 {
		b.api.Hooks.Tell(hooks.Owed{Table: ids[n%2], Seats: engine.Seats(1), N: n})
	}
	b.waitFor("the look-ups", func() bool { return b.api.Hooks.Unread() == 0 })
	began := time.Now()
	for _, id := range ids {
		b.api.Hooks.Tell(hooks.Owed{Table: id, Seats: engine.Seats(3)})
	}
	for range ids {
		select {
		case <-came:
		case <-time.After(hooks.Timeout - time.Second): // shorter than the time after which a call to a silent webhook fails
			t.Fatalf("a webhook waited for more than %s behind receivers that never answer", time.Since(began))
		}
	}
	if n := b.counts.hooked(outbound.Dropped); n == 0 {
		t.Error("whatever is sent to silence is kept for ever")
	}
}
