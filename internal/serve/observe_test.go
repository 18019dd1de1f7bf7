package serve

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// The alert rules and the dashboard name no metric that a server does not have.
func TestObservedMetricsExist(t *testing.T) {
	s := open(t, Options{Data: t.TempDir(), Private: "127.0.0.1:0"})
	_, text := get(t, s.PrivateURL()+"/metrics")
	there := map[string]bool{}
	for line := range strings.Lines(text) {
		if words := strings.Fields(line); len(words) > 3 && words[1] == "TYPE" {
			there[words[2]] = true
			if words[3] == "histogram" {
				there[words[2]+"_bucket"], there[words[2]+"_count"], there[words[2]+"_sum"] = true, true, true
			}
		}
	}
	// Those with labels appear with their first event.
	for _, later := range []string{"theriac_failures_total", "theriac_http_limited_total"} {
		there[later] = true
	}
	named := regexp.MustCompile(`\b(theriac|process)_[a-z_]+`)
	for _, file := range []string{"alerts.yml", "dashboard.json"} {
		data, err := os.ReadFile("../../deploy/observe/" + file)
		if err != nil {
			t.Fatal(err)
		}
		list := named.FindAllString(string(data), -1)
		if len(list) < 10 {
			t.Errorf("%s names %d metrics", file, len(list))
		}
		for _, name := range list {
			if !there[name] {
				t.Errorf("%s: a server has no metric %s", file, name)
			}
		}
	}
}
