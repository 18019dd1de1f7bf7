package serve

import (
	"bytes"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"theriac/internal/metrics"
	"theriac/internal/table"
)

// A broken table causes only one alert until it accepts an entry again. The alert names the table and the
// number of the entry.
func TestBrokenTable(t *testing.T) {
	var out bytes.Buffer
	o := newTableObserver(metrics.New("x"), slog.New(slog.NewJSONHandler(&out, nil)))
	for range 3 {
		o.Broken("abc", &table.BrokenError{N: 7, Why: "the hash is another"})
	}
	var line struct {
		Level, Table string
		Entry        int
	}
	if err := json.Unmarshal(out.Bytes(), &line); err != nil { // fails if out has more than one line
		t.Fatalf("%v: %s", err, out.String())
	}
	if line.Level != "ERROR" || line.Table != "abc" || line.Entry != 7 {
		t.Errorf("%+v", line)
	}
	o.Broken("abd", errors.New("unreadable"))
	if o.brokenCount() != 2 || len(o.list()) != 2 || o.list()[0].Where != "table abc" || !strings.Contains(o.list()[0].What, "another") {
		t.Errorf("%v", o.list())
	}
	o.wrote("abc")
	o.wrote("sound all the time")
	if o.brokenCount() != 1 || o.list()[0].Where != "table abd" {
		t.Errorf("%v", o.list())
	}
}
