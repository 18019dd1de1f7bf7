// Command release builds what people download, from one commit and for every platform: archives, packages,
// images, a bill of materials and checksums.
//
// Two runs for one commit with the same Go version produce identical bytes on any machine. Times are those of
// the commit, lists are sorted, and no name of a folder or a person is included.
//
// By design it refuses to publish anything, or to build the web client, which must already be in web/dist.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"theriac/internal/licences"
)

// build describes one release to build.
type build struct {
	version   string // such as v0.1.0
	commit    string
	date      time.Time // time of the commit
	out       string    // folder for the results
	work      string    // folder for intermediate files
	platforms []platform
	nfpm      string // path of the program that builds packages; if empty, none are built
}

// platform is an operating system and a processor, in Go's names.
type platform struct{ system, arch string }

func (p platform) String() string { return p.system + "/" + p.arch }

// number returns the version without its leading "v", as packages need it.
func (b *build) number() string { return strings.TrimPrefix(b.version, "v") }

// name returns the name of a result file for a platform.
func (b *build) name(p platform, ending string) string {
	return fmt.Sprintf("theriac_%s_%s_%s%s", b.number(), p.system, p.arch, ending)
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// semantic matches valid version names, such as v0.1.0.
var semantic = regexp.MustCompile(`^v(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z.-]+)?$`)

func run() error {
	b := &build{}
	var list string
	flag.StringVar(&b.version, "version", "", "the version, such as v0.1.0")
	flag.StringVar(&b.out, "out", "dist", "the folder of the results, which is emptied")
	flag.StringVar(&list, "platforms", strings.Join(licences.Platforms, ","), "what to build for")
	flag.StringVar(&b.nfpm, "nfpm", "", "the program nfpm, for packages")
	flag.Parse()
	if !semantic.MatchString(b.version) {
		return fmt.Errorf("%q is no version such as v0.1.0", b.version)
	}
	for _, p := range strings.Split(list, ",") {
		if !slices.Contains(licences.Platforms, p) {
			return fmt.Errorf("%q is none of the platforms %s", p, strings.Join(licences.Platforms, ", "))
		}
		system, arch, _ := strings.Cut(p, "/")
		b.platforms = append(b.platforms, platform{system, arch})
	}
	if _, err := os.Stat("web/dist/index.html"); err != nil {
		return errors.New("there is no web client in web/dist: make web")
	}
	if err := b.source(); err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "theriac-release-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(work) }()
	b.work = work
	if err := os.RemoveAll(b.out); err != nil {
		return err
	}
	if err := os.MkdirAll(b.out, 0o755); err != nil {
		return err
	}
	return b.all()
}

// all builds everything, and finally writes the checksums.
func (b *build) all() error {
	texts, err := b.texts()
	if err != nil {
		return err
	}
	var binaries []string
	for _, p := range b.platforms {
		fmt.Println(p)
		binary, err := b.compile(p)
		if err != nil {
			return err
		}
		binaries = append(binaries, binary)
		if err := b.archive(p, binary, texts); err != nil {
			return err
		}
		if p.system != "linux" {
			continue
		}
		if err := b.image(p, binary); err != nil {
			return err
		}
		if b.nfpm != "" {
			if err := b.packages(p, binary, texts); err != nil {
				return err
			}
		}
	}
	if err := b.materials(binaries); err != nil {
		return err
	}
	return sums(b.out)
}

// source gets the commit and its time from git.
func (b *build) source() error {
	said, err := output("git", "log", "-1", "--format=%H %ct")
	if err != nil {
		return err
	}
	commit, seconds, _ := strings.Cut(strings.TrimSpace(said), " ")
	at, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil {
		return err
	}
	changed, err := output("git", "status", "--porcelain")
	if err != nil {
		return err
	}
	if changed != "" {
		commit += "-changed"
		fmt.Fprintln(os.Stderr, "release: there are changes that are not committed: the version says so")
	}
	b.commit, b.date = commit, time.Unix(at, 0).UTC()
	return nil
}

// compile builds the program for a platform, and returns the path of the binary.
func (b *build) compile(p platform) (string, error) {
	binary := filepath.Join(b.work, p.system+"-"+p.arch, "theriac")
	if p.system == "windows" {
		binary += ".exe"
	}
	set := fmt.Sprintf("-s -w -buildid= -X main.release=%s -X main.commit=%s -X main.built=%s", b.version, b.commit, b.date.Format(time.DateOnly))
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-tags", "timetzdata", "-ldflags", set, "-o", binary, "./cmd/theriac")
	cmd.Stderr = os.Stderr
	// The environment of this machine could change the build, so these variables are set explicitly.
	cmd.Env = append(os.Environ(), "GOOS="+p.system, "GOARCH="+p.arch, "CGO_ENABLED=0", "GOAMD64=v1", "GOARM64=v8.0", "GOFLAGS=", "GOEXPERIMENT=")
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("%s: %w", p, err)
	}
	return binary, nil
}

// texts returns the manual page and completions that the program prints, and the texts that accompany the
// program.
func (b *build) texts() (map[string][]byte, error) {
	binary, err := b.compile(platform{runtime.GOOS, runtime.GOARCH})
	if err != nil {
		return nil, err
	}
	texts := map[string][]byte{}
	for name, args := range map[string][]string{
		"theriac.1": {"man"}, "completions/theriac.bash": {"completion", "bash"},
		"completions/_theriac": {"completion", "zsh"}, "completions/theriac.fish": {"completion", "fish"},
		"LICENCES-THIRD-PARTY.txt": {"licences"},
	} {
		said, err := output(binary, args...)
		if err != nil {
			return nil, err
		}
		texts[name] = []byte(said)
	}
	for _, name := range []string{"LICENSE", "CHANGELOG.md", "packaging/README.md"} {
		data, err := os.ReadFile(filepath.FromSlash(name))
		if err != nil {
			return nil, err
		}
		texts[filepath.Base(name)] = data
	}
	return texts, nil
}

func output(name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err)
	}
	return string(out), nil
}
