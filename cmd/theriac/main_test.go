package main

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "write the games of docs/games as they are played now")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"theriac": func() { os.Exit(run()) }})
}

// The scripts play short games, with what a user would type as piped input.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		Setup: func(e *testscript.Env) error {
			e.Setenv("LC_ALL", "en_GB.UTF-8")
			return nil
		},
	})
}

// The games in docs/games can still be played as documented: the recorded input leads to the same screens and
// the same transcript.
func TestGames(t *testing.T) {
	docs, err := filepath.Glob("../../docs/games/*.md")
	if err != nil || len(docs) == 0 {
		t.Fatal("no games", err)
	}
	for _, doc := range docs {
		t.Run(filepath.Base(doc), func(t *testing.T) {
			text := readText(t, doc)
			before, rest, _ := strings.Cut(text, "\n```text\n")
			session, after, ok := strings.Cut(rest, "\n```\n")
			if !ok {
				t.Fatal("no session between ```text and ```")
			}
			dir := t.TempDir()
			var played strings.Builder
			for _, sitting := range strings.Split("\n"+session, "\n$ ")[1:] {
				command, screen, _ := strings.Cut(sitting, "\n")
				played.WriteString("$ " + command + "\n" + sit(t, dir, command, screen))
			}
			again := before + "\n```text\n" + strings.TrimSuffix(played.String(), "\n") + "\n```\n" + after

			name := strings.TrimSuffix(filepath.Base(doc), ".md") + ".txt"
			saved := readText(t, filepath.Join(dir, name))
			file := filepath.Join(filepath.Dir(doc), name)
			if *update {
				writeText(t, doc, again)
				writeText(t, file, saved)
			}
			if again != readText(t, doc) {
				t.Errorf("%s tells another game than is played; -update writes this one:\n%s", doc, again)
			}
			if saved != readText(t, file) {
				t.Errorf("%s is another game than is played; -update writes this one:\n%s", file, saved)
			}
			if end := sit(t, dir, "theriac replay --quiet "+name, ""); !strings.Contains(end, "(end/") {
				t.Errorf("the game does not end:\n%s", end)
			}
		})
	}
}

var typed = regexp.MustCompile(`(?m)^> (.*)$`)

// sit runs a command with the input that a recorded screen contains, and returns the new screen.
func sit(t *testing.T, dir, command, screen string) string {
	t.Helper()
	var keys bytes.Buffer
	for _, line := range typed.FindAllStringSubmatch(screen, -1) {
		keys.WriteString(line[1] + "\n")
	}
	words := strings.Fields(command)
	c := exec.Command(words[0], words[1:]...)
	c.Dir, c.Stdin, c.Env = dir, &keys, append(os.Environ(), "LC_ALL=en_GB.UTF-8")
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%s: %v", command, err)
	}
	return string(out)
}

func readText(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil && !*update {
		t.Fatal(err)
	}
	return string(text)
}

func writeText(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// listenAt accepts a bare port as an address.
func TestListenAt(t *testing.T) {
	for given, want := range map[string]string{
		"": "", "9999": ":9999", ":9999": ":9999", "127.0.0.1:80": "127.0.0.1:80", "99999": "99999", "host": "host",
	} {
		if got := listenAt(given); got != want {
			t.Errorf("%q is %q, not %q", given, got, want)
		}
	}
	if got := here("9999"); got != "http://127.0.0.1:9999" {
		t.Errorf("a server at the port 9999 is looked for at %s", got)
	}
}
