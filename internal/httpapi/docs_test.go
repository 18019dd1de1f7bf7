package httpapi

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestDocumentedExamples runs the examples of docs/api.md from top to bottom, as a
// reader would.
func TestDocumentedExamples(t *testing.T) {
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("the examples need curl")
	}
	text, err := os.ReadFile("../../docs/api.md")
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
	cmd.Env = append(os.Environ(), "THERIAC="+b.url, "KEY="+operatorKey)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if len(script) < 20 {
		t.Errorf("only %d examples", len(script)/2)
	}
	t.Logf("%s", out)
}
