//go:build unix

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/alecthomas/kong"
	"rsc.io/qr"
)

// process is a server that runs as a separate process.
type process struct {
	t      *testing.T
	cmd    *exec.Cmd
	origin string
	stdout bytes.Buffer
	stderr bytes.Buffer
	mu     sync.Mutex
	read   chan struct{}
}

// startServe runs theriac serve and waits until it prints its address.
func startServe(t *testing.T, args ...string) *process {
	t.Helper()
	p := &process{t: t, read: make(chan struct{})}
	p.cmd = exec.Command("theriac", append([]string{"serve", "--listen", "127.0.0.1:0"}, args...)...)
	p.cmd.Stderr = &p.stderr
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.cmd.Process.Kill() })
	open := make(chan string, 1)
	go func() {
		defer close(p.read)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			p.mu.Lock()
			p.stdout.WriteString(lines.Text() + "\n")
			p.mu.Unlock()
			if origin, ok := strings.CutPrefix(lines.Text(), "Theriac is open: "); ok {
				open <- origin
			}
		}
	}()
	select {
	case p.origin = <-open:
	case <-p.read:
		_ = p.cmd.Wait()
		t.Fatalf("it ended: %s", p.stderr.String())
	case <-time.After(30 * time.Second):
		t.Fatal("it does not say where it is")
	}
	return p
}

// stop stops the server as Ctrl-C does, and returns its output and its log.
func (p *process) stop() (stdout, stderr string) {
	p.t.Helper()
	if err := p.cmd.Process.Signal(syscall.SIGINT); err != nil {
		p.t.Fatal(err)
	}
	<-p.read
	if err := p.cmd.Wait(); err != nil {
		p.t.Errorf("it ended with %v: %s", err, p.stderr.String())
	}
	return p.stdout.String(), p.stderr.String()
}

func (p *process) post(path, token, body string, out any) {
	p.t.Helper()
	r, err := http.NewRequest(http.MethodPost, p.origin+path, strings.NewReader(body))
	if err != nil {
		p.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		p.t.Fatal(err)
	}
	defer func() { _ = a.Body.Close() }()
	text, err := io.ReadAll(a.Body)
	if err != nil || a.StatusCode >= 300 {
		p.t.Fatalf("%s: %s %v: %s", path, a.Status, err, text)
	}
	if err := json.Unmarshal(text, out); err != nil {
		p.t.Fatal(err)
	}
}

// One command starts a server and prints its address and how to stop it. Stopping it loses no data. While it
// runs, no other process can use its data folder.
func TestServe(t *testing.T) {
	data := filepath.Join(t.TempDir(), "house")
	p := startServe(t, "--data", data, "--qr", "--log-level", "info")
	var person struct{ Token string }
	p.post("/api/people", "", `{"name":"Ada"}`, &person)
	var table struct{ ID string }
	p.post("/api/tables", person.Token, `{"game":"world","sit":"all","start":true}`, &table)

	out, err := exec.Command("theriac", "serve", "--listen", "127.0.0.1:0", "--data", data).CombinedOutput()
	if err == nil || !strings.Contains(string(out), "is in use by process") {
		t.Errorf("a second server: %v, %s", err, out)
	}
	backup := filepath.Join(t.TempDir(), "b")
	if out, err := exec.Command("theriac", "backup", "--data", data, backup).CombinedOutput(); err != nil {
		t.Errorf("a backup of a running server: %v, %s", err, out)
	}
	out, err = exec.Command("theriac", "restore", backup, "--data", filepath.Join(t.TempDir(), "restored")).CombinedOutput()
	if err != nil || !strings.Contains(string(out), "is intact") {
		t.Errorf("its backup is restored: %v, %s", err, out)
	}
	stdout, stderr := p.stop()
	if !strings.Contains(stdout, "Ctrl-C stops the server") || !strings.Contains(stdout, "█▀") {
		t.Errorf("it says\n%s", stdout)
	}
	for _, line := range strings.Split(strings.TrimSpace(stderr), "\n") {
		var entry struct{ Time, Level, Msg string }
		if err := json.Unmarshal([]byte(line), &entry); err != nil || entry.Level != "INFO" || entry.Msg == "" {
			t.Errorf("not a line of the log, or trouble: %s", line)
		}
	}
	if strings.Contains(stderr, person.Token) {
		t.Error("a token is in the log")
	}

	again := startServe(t, "--data", data)
	r, err := http.NewRequest(http.MethodGet, again.origin+"/api/tables/"+table.ID, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+person.Token)
	a, err := http.DefaultClient.Do(r)
	if err != nil || a.StatusCode != http.StatusOK {
		t.Errorf("after a restart the table is gone: %v %v", a, err)
	}
	_ = a.Body.Close()
	again.stop()
}

// Environment variables can replace flags. Without a folder, the data is stored in the usual location for the
// user's programs.
func TestServeEnvironment(t *testing.T) {
	home := t.TempDir()
	t.Setenv("XDG_DATA_HOME", home)
	t.Setenv("THERIAC_PUBLIC_METRICS", "true")
	p := startServe(t)
	a, err := http.Get(p.origin + "/metrics")
	if err != nil || a.StatusCode != http.StatusOK {
		t.Errorf("%v %v", a, err)
	}
	_ = a.Body.Close()
	p.stop()
	if _, err := os.Stat(filepath.Join(home, "theriac", "lock")); err != nil {
		t.Error(err)
	}
	t.Setenv("XDG_DATA_HOME", "relative")
	t.Setenv("HOME", home)
	if dir, err := (storeFlags{}).folder(); err != nil || dir != filepath.Join(home, ".local", "share", "theriac") {
		t.Error(dir, err)
	}
}

// The drawing contains every module of the code and of its margin, with and without colours.
func TestQRText(t *testing.T) {
	const text = "http://192.168.1.20:8080"
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		t.Fatal(err)
	}
	drawn, err := qrText(text, false)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(drawn, "\n"), "\n")
	side := code.Size + 2*quietZone
	if len(lines) != (side+1)/2 {
		t.Fatalf("%d lines for %d rows", len(lines), side)
	}
	for y := range side {
		row := []rune(lines[y/2])
		if len(row) != side {
			t.Fatalf("line %d has %d columns", y/2, len(row))
		}
		for x, r := range row {
			light := r == '█' || r == '▀' && y%2 == 0 || r == '▄' && y%2 == 1
			if light == code.Black(x-quietZone, y-quietZone) {
				t.Fatalf("module %d, %d is wrong", x, y)
			}
		}
	}
	coloured, err := qrText(text, true)
	if err != nil || strings.Count(coloured, "\x1b[0m\n") != len(lines) {
		t.Error("a line does not end its colours", err)
	}
}

func TestLogger(t *testing.T) {
	for _, c := range []struct {
		terminal    bool
		level, want string
	}{
		{false, "auto", "info warn"}, {true, "auto", "warn"}, {true, "info", "info warn"}, {false, "error", ""}, {false, "debug", "debug info warn"},
	} {
		var out bytes.Buffer
		log := newLogger(&out, c.terminal, c.level)
		log.Debug("debug")
		log.Info("info")
		log.Warn("warn")
		var got []string
		for line := range strings.Lines(out.String()) {
			if json.Valid([]byte(line)) == c.terminal {
				t.Errorf("for a terminal: %v, and it is %s", c.terminal, line)
			}
			for _, m := range []string{"debug", "info", "warn"} {
				if strings.Contains(line, "msg="+m) || strings.Contains(line, `"msg":"`+m+`"`) {
					got = append(got, m)
				}
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%+v logs %v", c, got)
		}
	}
}

// docs/host/configure.md lists the flags of serve; -update rewrites the list. The pages for operators mention
// only flags that exist.
func TestFlagsAreDocumented(t *testing.T) {
	parser, err := kong.New(&cli{}, variables())
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]bool{"--help": true}
	var page strings.Builder
	page.WriteString("# Configure\n\nEvery setting of `theriac serve`, as a flag or as an environment variable.\n\n" +
		"Commas separate the items of a list in a variable.\n`go test ./cmd/theriac -run FlagsAreDocumented -update` writes this page.\n")
	var groups []string
	rows := map[string]string{}
	for _, command := range parser.Model.Children {
		for _, f := range command.Flags {
			all["--"+f.Name] = true
			if command.Name != "serve" || f.Name == "help" || f.Hidden { // hidden flags are for tests
				continue
			}
			variable := "THERIAC_" + strings.ToUpper(strings.ReplaceAll(f.Name, "-", "_"))
			if !slices.Equal(f.Envs, []string{variable}) {
				t.Errorf("--%s is %v in the environment, not %s", f.Name, f.Envs, variable)
			}
			group := "General"
			if f.Group != nil {
				group = f.Group.Title
			}
			if !slices.Contains(groups, group) {
				groups = append(groups, group)
			}
			flag := "--" + f.Name
			if !f.IsBool() {
				flag += "=" + f.FormatPlaceHolder()
			}
			help := strings.ReplaceAll(strings.ReplaceAll(f.Help, "|", "\\|"), "${enum}", strings.ReplaceAll(f.Enum, ",", ", "))
			rows[group] += fmt.Sprintf("| `%s` | `%s` | %s |\n", flag, variable, help)
		}
	}
	for _, group := range groups {
		fmt.Fprintf(&page, "\n## %s\n\n| flag | variable | what |\n|---|---|---|\n%s", group, rows[group])
	}
	if *update {
		writeText(t, "../../docs/host/configure.md", page.String())
	}
	if readText(t, "../../docs/host/configure.md") != page.String() {
		t.Error("docs/host/configure.md is not what -update writes")
	}
	pages, err := filepath.Glob("../../docs/host/*.md")
	if err != nil || len(pages) < 5 {
		t.Fatal(err, pages)
	}
	for _, name := range pages {
		text := readText(t, name)
		own := regexp.MustCompile("`theriac-lab [^`]*`").ReplaceAllString(text, "") // leave out the flags of theriac-lab
		own = regexp.MustCompile("-run FlagsAreDocumented -update").ReplaceAllString(own, "")
		for _, word := range regexp.MustCompile(`--[a-z][a-z-]+`).FindAllString(own, -1) {
			if !all[word] {
				t.Errorf("%s: %s is no flag", name, word)
			}
		}
	}
}
