package check

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"theriac/internal/port"
)

// proxies lists the proxies with a file in deploy/route, with the arguments to check the file and to run the
// proxy.
var proxies = []struct {
	name, file string
	check, run []string
	more       string // additional settings for a machine with other services
}{
	{"nginx", "nginx.conf", []string{"-t", "-c", "FILE", "-p", "DIR", "-e", "DIR/error.log"}, []string{"-c", "FILE", "-p", "DIR", "-e", "DIR/error.log", "-g", "daemon off;"}, ""},
	{"haproxy", "haproxy.cfg", []string{"-c", "-f", "FILE"}, []string{"-db", "-f", "FILE"}, ""},
	{"caddy", "Caddyfile", []string{"validate", "--adapter", "caddyfile", "--config", "FILE"}, []string{"run", "--adapter", "caddyfile", "--config", "FILE"}, "{\n\tadmin off\n}\n"},
}

// TestRouteByTable checks each proxy's file with the proxy itself, and then sends requests through the proxy.
// All requests for one table go to the same node, and tables are distributed over the nodes. If a node is
// lost, only its own tables move.
func TestRouteByTable(t *testing.T) {
	for _, p := range proxies {
		t.Run(p.name, func(t *testing.T) {
			program, err := exec.LookPath(p.name)
			if errors.Is(err, exec.ErrNotFound) {
				t.Skip("not installed here: ", p.name)
			}
			text, err := os.ReadFile(filepath.Join("..", "route", p.file))
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			var nodes [3]*httptest.Server
			config := p.more + string(text)
			for i := range nodes {
				nodes[i] = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					_, _ = fmt.Fprintf(w, "%d %s", i, r.Header.Get("X-Forwarded-For"))
				}))
				t.Cleanup(nodes[i].Close)
				config = replaceOnce(t, config, fmt.Sprintf("10.0.0.%d:8080", i+1), nodes[i].Listener.Addr().String())
			}
			front, err := port.Free()
			if err != nil {
				t.Fatal(err)
			}
			_, number, _ := net.SplitHostPort(front)
			switch p.name {
			case "nginx":
				config = replaceOnce(t, config, "listen 80;", "listen "+front+";")
				config = replaceOnce(t, config, "pid /run/nginx.pid;", "pid "+dir+"/nginx.pid;")
				for _, kind := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
					config = replaceOnce(t, config, "http {\n", "http {\n    "+kind+"_temp_path "+dir+"/"+kind+";\n")
				}
			case "haproxy":
				config = replaceOnce(t, config, "bind :80\n", "bind "+front+"\n")
			case "caddy":
				config = replaceOnce(t, config, "\n:80 {", "\nhttp://:"+number+" {\n\tbind 127.0.0.1")
			}
			file := filepath.Join(dir, p.file)
			if err := os.WriteFile(file, []byte(config), 0o600); err != nil {
				t.Fatal(err)
			}
			with := func(args []string) *exec.Cmd {
				var out []string
				for _, a := range args {
					out = append(out, strings.ReplaceAll(strings.ReplaceAll(a, "FILE", file), "DIR", dir))
				}
				cmd := exec.Command(program, out...)
				cmd.Env = append(os.Environ(), "HOME="+dir, "XDG_DATA_HOME="+dir, "XDG_CONFIG_HOME="+dir)
				return cmd
			}
			if out, err := with(p.check).CombinedOutput(); err != nil {
				t.Fatalf("%s refuses its file: %v\n%s", p.name, err, out)
			}
			cmd := with(p.run)
			cmd.Stderr = t.Output()
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
			routes(t, "http://"+front, nodes[:])
		})
	}
}

func replaceOnce(t *testing.T, text, old, with string) string {
	t.Helper()
	if strings.Count(text, old) != 1 {
		t.Fatalf("%q is there %d times", old, strings.Count(text, old))
	}
	return strings.Replace(text, old, with, 1)
}

// routes sends requests for many tables through a proxy, before and after a node is lost.
func routes(t *testing.T, front string, nodes []*httptest.Server) {
	t.Helper()
	const tables = 60
	ask := func(method, path string) string {
		r, err := http.NewRequest(method, front+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("X-Theriac-Table", "of-my-own-choice")
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			return ""
		}
		defer func() { _ = answer.Body.Close() }()
		text, err := io.ReadAll(answer.Body)
		if err != nil || answer.StatusCode != http.StatusOK {
			return ""
		}
		node, from, _ := strings.Cut(string(text), " ")
		if !strings.HasPrefix(from, "127.0.0.1") {
			t.Errorf("the node is not told where a request comes from: %q", text)
		}
		return node
	}
	wait := func(what string, done func() bool) {
		t.Helper()
		for end := time.Now().Add(30 * time.Second); !done(); time.Sleep(50 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatal(what)
			}
		}
	}
	id := func(i int) string { return fmt.Sprintf("t%da%dx", i, i*7919) }
	wait("the proxy does not answer", func() bool { return ask(http.MethodGet, "/api/tables/"+id(0)+"/view") != "" })

	at, count := map[int]string{}, map[string]int{}
	for i := range tables {
		at[i] = ask(http.MethodGet, "/api/tables/"+id(i)+"/view?fresh=1")
		count[at[i]]++
		for _, path := range []string{"", "/events", "/view?after=-1", "/seats/2/bot"} {
			if node := ask(http.MethodGet, "/api/tables/"+id(i)+path); node != at[i] {
				t.Fatalf("table %s: node %s, and %s for %q", id(i), at[i], node, path)
			}
		}
		if node := ask(http.MethodPost, "/api/tables/"+id(i)+"/moves"); node != at[i] {
			t.Fatalf("a move of table %s goes to node %q instead of %s", id(i), node, at[i])
		}
	}
	for _, node := range []string{"0", "1", "2"} {
		if count[node] < tables/20 {
			t.Errorf("node %s has %d of %d tables", node, count[node], tables)
		}
	}
	t.Logf("tables by node: %v", count)

	nodes[1].CloseClientConnections()
	nodes[1].Close()
	for i := range tables {
		want := at[i]
		wait(fmt.Sprintf("table %s of node %s is nowhere, or moved", id(i), want), func() bool {
			node := ask(http.MethodGet, "/api/tables/"+id(i)+"/view")
			return node == want && want != "1" || want == "1" && (node == "0" || node == "2")
		})
	}
}
