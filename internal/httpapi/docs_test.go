package httpapi

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestDocumentedExamples runs the examples of docs/api.md and docs/research.md from top to
// bottom, as a reader would.
func TestDocumentedExamples(t *testing.T) {
	t.Run("api", func(t *testing.T) { runExamples(t, "../../docs/api.md", 15) })
	t.Run("research", func(t *testing.T) { runExamples(t, "../../docs/research.md", 4) })
}

// runExamples runs the examples of a page, of which there are so many at least.
func runExamples(t *testing.T, page string, least int) {
	t.Helper()
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("the examples need curl")
	}
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	b := raise(t)
	script := []string{"set -eu"}
	for _, part := range strings.Split(string(text), "```sh\n")[1:] {
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
