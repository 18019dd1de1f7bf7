package check

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	"theriac/internal/port"
)

// binary builds the program once for all tests, and returns its path.
func binary(t *testing.T) string {
	t.Helper()
	if bin := os.Getenv("THERIAC_BIN"); bin != "" {
		return bin
	}
	bin := filepath.Join(t.TempDir(), "theriac")
	cmd := exec.Command("go", "build", "-o", bin, "./cmd/theriac")
	cmd.Dir = filepath.Join("..", "..")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return bin
}

// machines maps each address in the files to a port of this machine. The same host and port always get the
// same local port.
type machines struct {
	t     *testing.T
	names map[string]int // host name → number of the machine
	ports map[string]string
}

var address = regexp.MustCompile(`([A-Za-z0-9.-]*):(\d+)`)

// here replaces the addresses in a text of machine i by local ones. An empty host or 0.0.0.0 stands for
// machine i itself.
func (m *machines) here(i int, text string) string {
	return address.ReplaceAllStringFunc(text, func(found string) string {
		host, p, _ := strings.Cut(found, ":")
		at, ok := m.names[host]
		switch {
		case ok:
		case host == "" || host == "0.0.0.0" || host == "127.0.0.1":
			at = i
		default:
			return found
		}
		key := fmt.Sprint(at, ":", p)
		if m.ports[key] == "" {
			free, err := port.Free()
			if err != nil {
				m.t.Fatal(err)
			}
			m.ports[key] = free
		}
		return m.ports[key]
	})
}

// process is a command that a test has started.
type process struct {
	*exec.Cmd
	log bytes.Buffer
}

// start starts a command with exactly the given environment variables.
func start(t *testing.T, env map[string]string, words ...string) *process {
	t.Helper()
	p := &process{Cmd: exec.Command(words[0], words[1:]...)}
	p.Env = []string{}
	for k, v := range env {
		p.Env = append(p.Env, k+"="+v)
	}
	p.Stdout, p.Stderr = &p.log, &p.log
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	return p
}

// run runs a command, and fails the test unless the command succeeds.
func run(t *testing.T, env map[string]string, words ...string) string {
	t.Helper()
	p := start(t, env, words...)
	if err := p.Wait(); err != nil {
		t.Fatalf("%v: %v\n%s", words, err, p.log.String())
	}
	return p.log.String()
}

// stop stops all processes together, as systemd and Kubernetes do.
func stop(t *testing.T, all []*process) {
	for _, p := range all {
		_ = p.Process.Signal(syscall.SIGTERM)
	}
	for _, p := range all {
		if err := p.Wait(); err != nil {
			t.Errorf("%v\n%s", err, p.log.String())
		}
	}
}

// expand replaces $(NAME) by the values of variables defined earlier, as Kubernetes does.
func expand(text string, env map[string]string) string {
	for k, v := range env {
		text = strings.ReplaceAll(text, "$("+k+")", v)
	}
	return text
}

// environment returns the environment variables that Kubernetes would set in a container of pod i.
func environment(t *testing.T, m *machines, c corev1.Container, pod string, i int, secret map[string]string) map[string]string {
	t.Helper()
	env := map[string]string{}
	for _, e := range c.Env {
		switch from := e.ValueFrom; {
		case from == nil:
			env[e.Name] = m.here(i, expand(e.Value, env))
		case from.FieldRef != nil && from.FieldRef.FieldPath == "metadata.name":
			env[e.Name] = pod
		case from.SecretKeyRef != nil:
			if env[e.Name] = secret[from.SecretKeyRef.Key]; env[e.Name] == "" {
				t.Fatalf("the secret has no %s", from.SecretKeyRef.Key)
			}
		default:
			t.Fatalf("nobody knows where %s comes from", e.Name)
		}
	}
	return env
}

// Runs the pods of the chart as local processes. The nodes find each other, people play there, a worker answers for a
// bot, and the chart's backup job backs up a node.
func TestChartRuns(t *testing.T) {
	bin := binary(t)
	r, err := render(origin + "workers: {replicas: 1}")
	if err != nil {
		t.Fatal(err)
	}
	set := r.nodes[0]
	c := set.Spec.Template.Spec.Containers[0]
	m := &machines{t: t, names: map[string]int{}, ports: map[string]string{}}
	for i := range int(*set.Spec.Replicas) {
		m.names[fmt.Sprintf("%s-%d.%s.play.svc", set.Name, i, set.Spec.ServiceName)] = i
	}
	m.names[set.Spec.ServiceName+".play.svc"] = 1 // the name leads to any node
	dir := t.TempDir()
	secret := map[string]string{}
	for k, v := range r.secrets[0].Data {
		secret[k] = string(v)
		if err := os.WriteFile(filepath.Join(dir, k), v, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	ports := map[string]int32{}
	for _, p := range c.Ports {
		ports[p.Name] = p.ContainerPort
	}
	var urls []string
	var nodes []*process
	t.Cleanup(func() { stop(t, nodes) })
	for i := range int(*set.Spec.Replicas) {
		env := environment(t, m, c, fmt.Sprintf("%s-%d", set.Name, i), i, secret)
		mounted(env, dir, i)
		nodes = append(nodes, start(t, env, append([]string{bin}, c.Args...)...))
		probe := c.ReadinessProbe.HTTPGet
		urls = append(urls, "http://"+m.here(i, fmt.Sprintf(":%d", ports[probe.Port.StrVal]))+probe.Path)
	}
	forms(t, bin, urls)
	play(t, urls)

	job := r.jobs[0].Spec.JobTemplate.Spec.Template.Spec
	backups := filepath.Join(dir, "backups")
	if err := os.Mkdir(backups, 0o700); err != nil {
		t.Fatal(err)
	}
	var args []string
	for _, a := range job.Containers[0].Args {
		args = append(args, strings.Replace(a, "/backups", backups, 1))
	}
	var wait []string
	for _, a := range job.InitContainers[0].Args {
		wait = append(wait, m.here(0, a))
	}
	run(t, nil, append([]string{bin}, wait...)...)
	env := environment(t, m, job.Containers[0], "", 0, secret)
	mounted(env, dir, 0)
	backedUp(t, bin, env, backups, args)

	worker := r.workers[0].Spec.Template.Spec.Containers[0]
	env = environment(t, m, worker, "", 0, secret)
	mounted(env, dir, 0)
	nodes = append(nodes, start(t, env, append([]string{bin}, worker.Args...)...))
	botsPlay(t, urls[0])
}

// botsPlay starts a table of bots alone, and waits for their moves. Without a worker, the first move would be the
// rules' default after 45 seconds.
func botsPlay(t *testing.T, url string) {
	t.Helper()
	at := strings.TrimSuffix(url, "/readyz")
	var person struct{ Token string }
	ask(t, http.MethodPost, at+"/api/people", "", `{"name":"Bob","lang":"en"}`, &person)
	var table struct{ ID string }
	ask(t, http.MethodPost, at+"/api/tables", person.Token,
		`{"game":"pharmacy","settings":{"players":"3"},"sit":"none","start":true,"botPace":"at-once","bots":[{"level":"novice"},{"level":"novice"},{"level":"novice"}]}`, &table)
	for end := time.Now().Add(40 * time.Second); ; time.Sleep(100 * time.Millisecond) {
		var v struct{ Made int }
		ask(t, http.MethodGet, at+"/api/tables/"+table.ID+"/view", person.Token, "", &v)
		if v.Made >= 3 {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("the bots have made %d moves", v.Made)
		}
	}
}

// mounted replaces the paths of the volumes of pod i by folders within dir.
func mounted(env map[string]string, dir string, i int) {
	for k, v := range env {
		v = strings.Replace(v, "/keys/", dir+"/", 1)
		if v == "/data" {
			v = filepath.Join(dir, strconv.Itoa(i))
		}
		env[k] = v
	}
}

// forms waits until every node is ready, using the check of the program itself.
func forms(t *testing.T, bin string, urls []string) {
	t.Helper()
	for _, u := range urls {
		base, ok := strings.CutSuffix(u, "/readyz")
		if !ok {
			t.Fatalf("the probe asks for %s", u)
		}
		run(t, nil, bin, "doctor", "--ready", "--wait", "120s", base)
	}
}

// play makes a move at the first node, and reads it from the other nodes.
func play(t *testing.T, urls []string) {
	t.Helper()
	at := func(i int) string { return strings.TrimSuffix(urls[i], "/readyz") }
	var person struct{ Token string }
	ask(t, http.MethodPost, at(0)+"/api/people", "", `{"name":"Ada","lang":"en"}`, &person)
	var games []struct{ Name string }
	ask(t, http.MethodGet, at(0)+"/api/games", "", "", &games)
	var table struct{ ID string }
	ask(t, http.MethodPost, at(0)+"/api/tables", person.Token, `{"game":"`+games[0].Name+`","sit":"all","start":true}`, &table)
	type view struct {
		Made     int
		Question struct {
			ID       string
			All, Any []int
		}
		Moves []struct {
			Seat int
			List []string
		}
	}
	look := func(i int) (v view) {
		ask(t, http.MethodGet, at(i)+"/api/tables/"+table.ID+"/view?fresh=true", person.Token, "", &v)
		return v
	}
	v := look(0)
	seat := append(v.Question.All, v.Question.Any...)[0]
	for _, m := range v.Moves {
		if m.Seat != seat {
			continue
		}
		body, _ := json.Marshal(map[string]any{"seat": seat, "question": v.Question.ID, "move": m.List[0], "key": "first"})
		ask(t, http.MethodPost, at(1)+"/api/tables/"+table.ID+"/moves", person.Token, string(body), nil)
	}
	for i := range urls {
		if got := look(i).Made; got != v.Made+1 {
			t.Errorf("node %d knows %d moves, not %d", i, got, v.Made+1)
		}
	}
}

func ask(t *testing.T, method, url, token, body string, into any) {
	t.Helper()
	// An election at the start can take a while, so the client retries.
	for end := time.Now().Add(time.Minute); ; time.Sleep(100 * time.Millisecond) {
		req, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/json")
		if token != "" {
			req.Header.Set("Authorization", "Bearer "+token)
		}
		answer, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(answer.Body)
		_ = answer.Body.Close()
		if err == nil && answer.StatusCode == http.StatusServiceUnavailable && time.Now().Before(end) {
			continue
		}
		if err != nil || answer.StatusCode >= 300 {
			t.Fatalf("%s %s: %s %s %v", method, url, answer.Status, data, err)
		}
		if into != nil {
			if err := json.Unmarshal(data, into); err != nil {
				t.Fatal(err)
			}
		}
		return
	}
}

// backedUp makes a backup of the running cluster and restores it.
func backedUp(t *testing.T, bin string, env map[string]string, folder string, args []string) {
	t.Helper()
	run(t, env, append([]string{bin}, args...)...)
	files, err := filepath.Glob(filepath.Join(folder, "theriac-*.backup"))
	if err != nil || len(files) != 1 {
		t.Fatalf("backups: %v %v", files, err)
	}
	said := strings.Join(strings.Fields(run(t, nil, bin, "restore", files[0], "--data", filepath.Join(t.TempDir(), "again"))), " ")
	for _, want := range []string{"1 people", "1 tables playing", "1 games folded and intact", "is intact"} {
		if !strings.Contains(said, want) {
			t.Errorf("no %q in %s", want, said)
		}
	}
}
