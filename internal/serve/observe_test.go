package serve

import (
	"log/slog"
	"net"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"
)

// If other machines can reach the private address, the log contains a warning.
func TestPrivateAddressWarns(t *testing.T) {
	for address, want := range map[string]bool{"127.0.0.1:0": false, "0.0.0.0:0": true, ":0": true} {
		var log strings.Builder
		logger := slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelWarn}))
		l, err := listen(Options{Listen: "127.0.0.1:0", Private: address}, http.NotFoundHandler(), logger)
		if err != nil {
			t.Fatal(err)
		}
		for _, at := range []net.Listener{l.publicAt, l.privateAt} {
			_ = at.Close()
		}
		if got := strings.Contains(log.String(), "metrics and profiles are open to everyone"); got != want {
			t.Errorf("%s: warned %v: %s", address, got, &log)
		}
	}
}

// The manual states the same limits as the alert rules, and the rules link to existing chapters of the manual.
func TestAlertsAgreeWithTheManual(t *testing.T) {
	alerts, err := os.ReadFile("../../deploy/observe/alerts.yml")
	if err != nil {
		t.Fatal(err)
	}
	manual, err := os.ReadFile("../../docs/host/monitoring.md")
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, rule := range regexp.MustCompile(`histogram_quantile\(0\.99, .*rate\((\w+)_bucket.* > ([\d.]+)\n`).FindAllStringSubmatch(string(alerts), -1) {
		compared++
		if want := "`" + rule[1] + "` |"; !regexp.MustCompile(regexp.QuoteMeta(want) + `.*p99 above ` + regexp.QuoteMeta(rule[2]) + ` `).Match(manual) {
			t.Errorf("the manual does not say that p99 of %s is too high above %s", rule[1], rule[2])
		}
	}
	for _, place := range regexp.MustCompile(`see (docs/host/\w+\.md)#([\w-]+)`).FindAllStringSubmatch(string(alerts), -1) {
		compared++
		page, err := os.ReadFile("../../" + place[1])
		if title := strings.ReplaceAll(place[2], "-", " "); err != nil || !strings.Contains(strings.ToLower(string(page)), "\n## "+title+"\n") {
			t.Errorf("%s has no chapter %q", place[1], title)
		}
	}
	if compared < 2 {
		t.Errorf("%d things were compared", compared)
	}
}

// The alert rules and the dashboard use only metrics that the server exports.
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
	// The server exports these labelled metrics only after their first event.
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
