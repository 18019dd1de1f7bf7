package httpapi

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestDocumentedExamples runs the examples on the API's pages in reading order, and then those in
// docs/build/research.md.
func TestDocumentedExamples(t *testing.T) {
	t.Run("api", func(t *testing.T) {
		runExamples(t, 15, "api", "api-tables", "api-games", "api-people", "api-order", "api-errors")
	})
	t.Run("research", func(t *testing.T) { runExamples(t, 4, "research") })
}

// runExamples runs all examples on the given pages in one shell. It fails if there are fewer than
// expected.
func runExamples(t *testing.T, least int, pages ...string) {
	t.Helper()
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("the examples need curl")
	}
	text := ""
	for _, page := range pages {
		data, err := os.ReadFile("../../docs/build/" + page + ".md")
		if err != nil {
			t.Fatal(err)
		}
		text += string(data)
	}
	b := raise(t)
	script := []string{"set -eu"}
	for _, part := range strings.Split(text, "```sh\n")[1:] {
		block, _, ok := strings.Cut(part, "```")
		if !ok || !strings.HasPrefix(block, "# example: ") {
			t.Fatalf("an example without its end or name: %.60s", part)
		}
		script = append(script, "echo; echo '"+strings.TrimSpace(strings.SplitN(block, "\n", 2)[0])+"'", block)
	}
	cmd := exec.Command("sh", "-c", strings.Join(script, "\n"))
	cmd.Dir = t.TempDir()
	cmd.Env = append(os.Environ(), "THERIAC="+b.url, "KEY="+operatorKey)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if n := len(script) / 2; n < least {
		t.Errorf("only %d examples", n)
	}
	t.Logf("%s", out)
}
