package load

import (
	"net/http"
	"os"
	"strconv"
	"strings"
)

// usage is a process's usage so far, according to the operating system.
type usage struct {
	rss int64
	cpu float64 // seconds
}

// use returns the usage of a process. It returns zeros if the process is not on this machine.
func use(pid int) (u usage) {
	at := "/proc/" + strconv.Itoa(pid)
	status, _ := os.ReadFile(at + "/status")
	_, rest, _ := strings.Cut(string(status), "VmRSS:")
	if words := strings.Fields(rest); len(words) > 0 {
		kilobytes, _ := strconv.ParseInt(words[0], 10, 64)
		u.rss = kilobytes << 10
	}
	stat, _ := os.ReadFile(at + "/stat")
	if words := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:])); len(words) > 12 {
		user, _ := strconv.ParseFloat(words[11], 64)
		system, _ := strconv.ParseFloat(words[12], 64)
		u.cpu = (user + system) / 100
	}
	return u
}

// memory is how much memory a process uses: the resident size, and the live heap and stacks after a garbage
// collection.
type memory struct{ rss, heap, stack int64 }

func (m memory) live() int64 { return m.heap + m.stack }

// memoryOf starts a garbage collection through the server's private address, and then reads the memory.
func memoryOf(pid int, private string) memory {
	if pid == 0 {
		return memory{}
	}
	c := NewConn(private)
	defer c.Close()
	for range 2 { // the second collection also empties object pools
		_, _ = c.Do(http.MethodGet, "/debug/pprof/heap?gc=1", "", nil)
	}
	m, _ := Metrics(private)
	return memory{use(pid).rss, int64(m["go_memstats_heap_alloc_bytes"]), int64(m["go_memstats_stack_inuse_bytes"])}
}

func (s *Server) usage() usage   { return use(s.PID()) }
func (s *Server) memory() memory { return memoryOf(s.PID(), s.Private) }

// Metrics reads a server's metrics. The map contains each metric with its labels, and the sum of each metric
// over all labels.
func Metrics(addr string) (map[string]float64, error) {
	c := NewConn(addr)
	defer c.Close()
	a, err := c.succeed(http.MethodGet, "/metrics", "", nil)
	out := map[string]float64{}
	for line := range strings.Lines(string(a.Body)) {
		at := strings.LastIndexByte(line, ' ')
		value, wrong := strconv.ParseFloat(strings.TrimSpace(line[at+1:]), 64)
		if at < 0 || wrong != nil || line[0] == '#' {
			continue
		}
		whole := line[:at]
		name, _, labels := strings.Cut(whole, "{")
		out[name] += value
		if labels {
			out[whole] = value
		}
	}
	return out, err
}
