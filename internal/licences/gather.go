package licences

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Platforms lists the platforms for which a release has binaries.
var Platforms = []string{"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64", "windows/arm64"}

// Module is a Go module in the binary, with the folders of its linked packages.
type Module struct {
	Path, Version, Dir string
	Packages           []string // folders of the linked packages
}

// Linked returns the modules that the binary contains on at least one platform.
func Linked(root string) ([]Module, error) {
	found := map[string]*Module{}
	for _, platform := range Platforms {
		system, arch, _ := strings.Cut(platform, "/")
		cmd := exec.Command("go", "list", "-deps", "-json=Dir,Module", "./cmd/theriac")
		cmd.Dir, cmd.Stderr = root, os.Stderr
		cmd.Env = append(os.Environ(), "GOOS="+system, "GOARCH="+arch, "CGO_ENABLED=0")
		out, err := cmd.Output()
		if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
			var p struct {
				Dir    string
				Module *struct {
					Path, Version, Dir string
					Main               bool
				}
			}
			if err := dec.Decode(&p); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				return nil, err
			}
			if p.Module == nil || p.Module.Main {
				continue
			}
			m := found[p.Module.Path]
			if m == nil {
				m = &Module{Path: p.Module.Path, Version: p.Module.Version, Dir: p.Module.Dir}
				found[m.Path] = m
			}
			if !slices.Contains(m.Packages, p.Dir) {
				m.Packages = append(m.Packages, p.Dir)
			}
		}
	}
	var all []Module
	for _, m := range found {
		all = append(all, *m)
	}
	slices.SortFunc(all, func(a, b Module) int { return strings.Compare(a.Path, b.Path) })
	return all, nil
}

// Bundled returns the npm packages that the web client contains, according to web/bundled.json and npm's lock
// file.
func Bundled(root string) ([]Package, error) {
	var bundled struct {
		Code  []string
		Parts map[string]string
	}
	var lock struct {
		Packages map[string]struct{ Version, License, Integrity string }
	}
	for path, into := range map[string]any{"web/bundled.json": &bundled, "web/package-lock.json": &lock} {
		data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(path)))
		if err == nil {
			err = json.Unmarshal(data, into)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	names := slices.Clone(bundled.Code)
	for name := range bundled.Parts {
		names = append(names, name)
	}
	slices.Sort(names)
	var all []Package
	for _, name := range names {
		p, ok := lock.Packages["node_modules/"+name]
		if !ok {
			return nil, fmt.Errorf("web/package-lock.json has no %s, which web/bundled.json names", name)
		}
		all = append(all, Package{Kind: "npm", Name: name, Version: p.Version, Licence: p.License, Part: bundled.Parts[name], Sum: p.Integrity})
	}
	return all, nil
}
