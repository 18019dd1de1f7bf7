package check

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const packaged = "../../packaging/theriac.service"

// unit returns the settings in a section of a unit and its drop-ins.
func unit(t *testing.T, section string, files ...string) map[string][]string {
	t.Helper()
	out := map[string][]string{}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		in := ""
		for line := range strings.Lines(string(data)) {
			line = strings.TrimSpace(line)
			if strings.HasPrefix(line, "[") {
				in = strings.Trim(line, "[]")
				continue
			}
			if k, v, ok := strings.Cut(line, "="); ok && in == section && !strings.HasPrefix(line, "#") {
				out[k] = append(out[k], v)
			}
		}
	}
	return out
}

// variables adds KEY=value lines to an environment.
func variables(env map[string]string, lines ...string) {
	for _, line := range lines {
		line = strings.TrimSpace(line)
		if k, v, ok := strings.Cut(line, "="); ok && !strings.HasPrefix(line, "#") {
			env[k] = v
		}
	}
}

// Runs the three machines of the systemd example as local processes.
func TestSystemdRuns(t *testing.T) {
	bin := binary(t)
	const example = "../systemd/"
	m := &machines{t: t, names: map[string]int{"10.0.0.1": 0, "10.0.0.2": 1, "10.0.0.3": 2}, ports: map[string]string{}}
	dir := t.TempDir()
	key := filepath.Join(dir, "operator-key")
	if err := os.WriteFile(key, []byte("a key of at least sixteen letters"), 0o600); err != nil {
		t.Fatal(err)
	}
	service := unit(t, "Service", packaged, example+"cluster.conf")
	exe := strings.Fields(service["ExecStart"][0])
	if exe[0] != "/usr/bin/theriac" {
		t.Fatalf("ExecStart=%v", exe)
	}
	var urls []string
	var nodes []*process
	t.Cleanup(func() { stop(t, nodes) })
	for i, name := range []string{"a", "b", "c"} {
		env := map[string]string{}
		variables(env, service["Environment"]...)
		for _, file := range service["EnvironmentFile"] {
			switch file {
			case "-/etc/theriac/theriac.env":
				file = "../../packaging/theriac.env"
			case "/etc/theriac/cluster.env":
				file = example + "cluster.env"
			case "/etc/theriac/node.env":
				file = example + "node-" + name + ".env"
			default:
				t.Fatalf("nobody knows %s", file)
			}
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			variables(env, strings.Split(string(data), "\n")...)
		}
		for k, v := range env {
			switch v {
			case "/var/lib/theriac":
				env[k] = filepath.Join(dir, name)
			case "/etc/theriac/operator-key":
				env[k] = key
			default:
				env[k] = m.here(i, v)
			}
		}
		nodes = append(nodes, start(t, env, append([]string{bin}, exe[1:]...)...))
		urls = append(urls, "http://"+env["THERIAC_LISTEN"]+"/readyz")
	}
	forms(t, bin, urls)
	play(t, urls)

	job := unit(t, "Service", example+"theriac-backup.service")
	env := map[string]string{}
	for _, file := range job["EnvironmentFile"] {
		data, err := os.ReadFile(example + strings.NewReplacer("/etc/theriac/", "", "node.env", "node-a.env").Replace(file))
		if err != nil {
			t.Fatal(err)
		}
		variables(env, strings.Split(string(data), "\n")...)
	}
	variables(env, job["Environment"]...)
	for k, v := range env {
		if v = m.here(0, v); v == "/var/lib/theriac" {
			v = filepath.Join(dir, "a")
		}
		env[k] = v
	}
	run(t, env, append([]string{bin}, strings.Fields(job["ExecStartPre"][0])[1:]...)...)
	folder := filepath.Join(dir, "backups")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	var args []string
	for _, a := range strings.Fields(job["ExecStart"][0])[1:] {
		args = append(args, strings.Replace(a, "/var/backups/theriac", folder, 1))
	}
	backedUp(t, bin, env, folder, args)
}

// systemd-analyze accepts the units without a complaint.
func TestSystemdReads(t *testing.T) {
	analyze, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip("there is no systemd-analyze here")
	}
	root := t.TempDir()
	units := filepath.Join(root, "etc/systemd/system")
	for from, to := range map[string]string{
		packaged:                             units + "/theriac.service",
		"../systemd/cluster.conf":            units + "/theriac.service.d/cluster.conf",
		"../systemd/theriac-backup.service":  units + "/theriac-backup.service",
		"../systemd/theriac-backup.timer":    units + "/theriac-backup.timer",
		"/lib/systemd/system/sysinit.target": "", // its existence shows whether the targets are installed
	} {
		data, err := os.ReadFile(from)
		if err != nil {
			t.Skip("no units of the system here:", err)
		}
		if to == "" {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			t.Fatal(err)
		}
		// The program need not be installed here, so another executable replaces it in the units.
		text := strings.ReplaceAll(string(data), "/usr/bin/theriac", "/bin/true")
		if err := os.WriteFile(to, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"theriac.service", "theriac-backup.service", "theriac-backup.timer"} {
		cmd := exec.Command(analyze, "verify", "--man=no", filepath.Join(units, name))
		cmd.Env = append(os.Environ(), "SYSTEMD_UNIT_PATH="+units+":/lib/systemd/system")
		out, err := cmd.CombinedOutput()
		for line := range strings.Lines(string(out)) {
			if strings.Contains(line, "theriac") {
				t.Errorf("%s: %s", name, line)
			}
		}
		if err != nil {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
}
