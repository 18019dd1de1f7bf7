package load

import (
	"encoding/json"
	"net/http"
	"os"
	"strconv"
	"strings"

	"theriac/engine"
	"theriac/internal/table"
)

// usage is a server's use of resources so far.
type usage struct {
	rss int64
	cpu float64 // seconds
}

func (h *testServer) usage() usage {
	if h.cmd == nil {
		return usage{}
	}
	return usage{RSS(h.PID()), cpu(h.PID())}
}

// memory is what a server holds: all of it, and what is live after a collection.
type memory struct{ rss, heap, stack int64 }

func (m memory) live() int64          { return m.heap + m.stack }
func (m memory) both() (int64, int64) { return m.rss, m.live() }

func (h *testServer) memory() memory {
	if h.cmd == nil {
		return memory{}
	}
	return memoryOf(h.PID(), h.Private)
}

// memoryOf triggers a collection at the private address, and reads the memory.
func memoryOf(pid int, private string) memory {
	c := NewConn(private)
	defer c.Close()
	for range 2 { // pools are empty after the second
		_, _ = c.Do(http.MethodGet, "/debug/pprof/heap?gc=1", "", nil)
	}
	m, _ := Metrics(private)
	return memory{RSS(pid), int64(m["go_memstats_heap_alloc_bytes"]), int64(m["go_memstats_stack_inuse_bytes"])}
}

// cpu is the processor time of a process.
func cpu(pid int) float64 {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return 0
	}
	words := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	if len(words) < 13 {
		return 0
	}
	user, _ := strconv.ParseFloat(words[11], 64)
	system, _ := strconv.ParseFloat(words[12], 64)
	return (user + system) / 100
}

// stored is the size of an acknowledged move in the log: the chain, a space and
// the entry.
func stored(a ack) int {
	body, err := json.Marshal(table.Entry{
		N: a.n, At: a.at.UnixMilli(), Kind: table.KindPlay, Key: "1234567890123", By: table.SeatList(1 << a.seat), Question: a.question,
		Plays: []table.Play{{Seat: engine.Seat(a.seat), Move: a.move}}, Hash: strings.Repeat("0", 2*len(engine.Hash{})),
	})
	if err != nil {
		return 0
	}
	return 2*len(table.Chain{}) + 1 + len(body)
}
