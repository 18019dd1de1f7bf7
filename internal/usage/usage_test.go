package usage

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// commandLine is a sample command line with all features that the completion scripts must handle.
type commandLine struct {
	Serve struct {
		Data  string `type:"path" help:"It's a [folder]: here."`
		Level string `enum:"low,high" default:"low" short:"l" env:"LEVEL" help:"One of ${enum}."`
		Quick bool   `help:"A switch."`
	} `cmd:"" help:"Start. And more."`
	Tune struct {
		Net  struct{} `cmd:"" help:"Fit a net."`
		Line struct{} `cmd:"" help:"Fit a line."`
	} `cmd:"" help:"Learn."`
	Read struct {
		File string `arg:"" help:"A file."`
	} `cmd:"" help:"Read."`
	Secret struct{} `cmd:"" hidden:"" help:"Not shown."`
}

func model(t *testing.T) *kong.Application {
	k, err := kong.New(&commandLine{}, kong.Name("thing"), kong.Description("A thing."))
	if err != nil {
		t.Fatal(err)
	}
	return k.Model
}

// asked lists command lines that a user has partly typed, and what the shell must offer next.
var asked = []struct{ typed, want string }{
	{"thing s", "serve"},
	{"thing tune ", "line net"},
	{"thing serve --level ", "high low"},
	{"thing serve --lev", "--level"},
	{"thing serve --data not", "notes.txt"},
	{"thing read not", "notes.txt"},
}

// offers runs a shell with a completion script, in a folder with one file. It compares what the shell offers
// for each line. A tab separates offers from their descriptions.
func offers(t *testing.T, text string, run func(dir, script, typed string) *exec.Cmd) {
	dir := t.TempDir()
	script := filepath.Join(t.TempDir(), "_thing")
	if err := os.WriteFile(script, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "notes.txt"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, a := range asked {
		cmd := run(dir, script, a.typed)
		cmd.Dir, cmd.Stderr = dir, os.Stderr
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%q: %v", a.typed, err)
		}
		have := map[string]bool{}
		for l := range strings.Lines(string(out)) {
			word, _, _ := strings.Cut(strings.TrimSpace(l), "\t")
			have[word] = true
		}
		for _, w := range strings.Fields(a.want) {
			if !have[w] {
				t.Errorf("%q offers %q, and not %s", a.typed, out, w)
			}
		}
		if have["secret"] {
			t.Errorf("%q offers what is hidden", a.typed)
		}
	}
}

func shell(t *testing.T, name string) string {
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skip("there is no " + name + " here")
	}
	return path
}

func TestBash(t *testing.T) {
	bash := shell(t, "bash")
	offers(t, Bash(model(t)), func(_, script, typed string) *exec.Cmd {
		words := strings.Split(typed, " ")
		return exec.Command(bash, append([]string{"-c",
			`source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _thing; printf '%s\n' "${COMPREPLY[@]}"`, script}, words...)...)
	})
}

func TestFish(t *testing.T) {
	fish := shell(t, "fish")
	offers(t, Fish(model(t)), func(_, script, typed string) *exec.Cmd {
		return exec.Command(fish, "--no-config", "-c", `source $argv[1]; complete -C $argv[2]`, script, typed)
	})
}

// zsh shows what it offers only on a terminal, so this test checks only that zsh can parse the script.
func TestZsh(t *testing.T) {
	zsh := shell(t, "zsh")
	script := filepath.Join(t.TempDir(), "_thing")
	if err := os.WriteFile(script, []byte(Zsh(model(t))), 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(zsh, "-f", "-c", `autoload -U compinit; compinit -D -u; source $1; print $_comps[thing]; whence -w _thing_tune_net`, "-", script).CombinedOutput()
	if err != nil || string(out) != "_thing\n_thing_tune_net: function\n" {
		t.Errorf("zsh says %q, %v", out, err)
	}
}

func TestMan(t *testing.T) {
	page := Man(model(t), "v1.2.3", "2026-11-17")
	for _, want := range []string{
		`.TH THING 1 "2026-11-17" "thing v1.2.3"`, ".SS \"thing serve\"", ".SS \"thing tune net\"", ".SS \"thing read <file>\"",
		".B \\-l, \\-\\-level=\\(dqlow\\(dq\nOne of low,high. (LEVEL)", "It\\(aqs a [folder]: here.",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q:\n%s", want, page)
		}
	}
	for _, not := range []string{"secret", "thing tune\""} {
		if strings.Contains(page, not) {
			t.Errorf("the page has %q", not)
		}
	}
	if mandoc, err := exec.LookPath("mandoc"); err == nil {
		cmd := exec.Command(mandoc, "-Tlint", "-Wwarning")
		cmd.Stdin = strings.NewReader(page)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("mandoc: %v\n%s", err, out)
		}
	}
}
