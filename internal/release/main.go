// Command release builds what people download: archives, packages, images, a bill of
// materials and checksums, from one commit and for every platform. Two runs of one
// commit with one Go give the same bytes, wherever they run: times are the commit's,
// lists are sorted, and no name of a folder or a person gets in. It refuses to publish
// anything, and to build the web client: that has to be in web/dist already.
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

// build is what is to be made.
type build struct {
	version   string // such as v0.1.0
	commit    string
	date      time.Time // of the commit
	out       string    // the folder of the results
	work      string    // a folder for what is needed on the way
	platforms []platform
	nfpm      string // the program that writes packages; none are written without it
}

// platform is what a binary runs on.
type platform struct{ system, arch string }

func (p platform) String() string { return p.system + "/" + p.arch }

// number is the version without its letter, as packages have it.
func (b *build) number() string { return strings.TrimPrefix(b.version, "v") }

// name is what a file for a platform is called.
func (b *build) name(p platform, ending string) string {
	return fmt.Sprintf("theriac_%s_%s_%s%s", b.number(), p.system, p.arch, ending)
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// semantic is what a version has to be.
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

// all makes everything, and the checksums last.
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

// source asks git which commit this is.
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

// compile builds the program for a platform.
func (b *build) compile(p platform) (string, error) {
	binary := filepath.Join(b.work, p.system+"-"+p.arch, "theriac")
	if p.system == "windows" {
		binary += ".exe"
	}
	set := fmt.Sprintf("-s -w -buildid= -X main.release=%s -X main.commit=%s -X main.built=%s", b.version, b.commit, b.date.Format(time.DateOnly))
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-tags", "timetzdata", "-ldflags", set, "-o", binary, "./cmd/theriac")
	cmd.Stderr = os.Stderr
	// What a machine has set for its own builds must not change these.
	cmd.Env = append(os.Environ(), "GOOS="+p.system, "GOARCH="+p.arch, "CGO_ENABLED=0", "GOAMD64=v1", "GOARM64=v8.0", "GOFLAGS=", "GOEXPERIMENT=")
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("%s: %w", p, err)
	}
	return binary, nil
}

// texts are what the program says of itself, and what comes along with it.
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
