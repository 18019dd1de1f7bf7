package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"

	"theriac/games"
)

// For a release, the linker sets release, commit and built to the version, the commit of the source, and its
// date (see internal/release). Other builds use the information that Go embeds.
var release, commit, built string

// version returns the version of this program as one word.
func version() string {
	if release != "" {
		return release
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

// source returns the commit from which the program was built and its date, or "" if they are unknown.
func source() string {
	if commit != "" {
		return strings.TrimSpace(commit + " " + built)
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	set := map[string]string{}
	for _, s := range info.Settings {
		set[s.Key] = s.Value
	}
	day, _, _ := strings.Cut(set["vcs.time"], "T")
	text := strings.TrimSpace(set["vcs.revision"] + " " + day)
	if text != "" && set["vcs.modified"] == "true" {
		text += ", with changes"
	}
	return text
}

// identity returns the output of "theriac version" and "theriac --version".
func identity() string {
	var rules []string
	for _, g := range games.All {
		rules = append(rules, fmt.Sprintf("%s %d", g.Name(), g.Revision()))
	}
	lines := []string{"theriac " + version()}
	if from := source(); from != "" {
		lines = append(lines, "commit  "+from)
	}
	lines = append(lines,
		"rules   "+strings.Join(rules, ", "),
		fmt.Sprintf("go      %s %s/%s", strings.TrimPrefix(runtime.Version(), "go"), runtime.GOOS, runtime.GOARCH))
	return strings.Join(lines, "\n")
}

type versionCmd struct {
	JSON bool `help:"Print one JSON object." name:"json"`
}

func (v versionCmd) Run() error {
	if v.JSON {
		rules := map[string]int{}
		for _, g := range games.All {
			rules[g.Name()] = g.Revision()
		}
		return json.NewEncoder(os.Stdout).Encode(struct {
			Version string         `json:"version"`
			Commit  string         `json:"commit,omitempty"`
			Rules   map[string]int `json:"rules"`
			Go      string         `json:"go"`
			OS      string         `json:"os"`
			Arch    string         `json:"arch"`
		}{version(), source(), rules, strings.TrimPrefix(runtime.Version(), "go"), runtime.GOOS, runtime.GOARCH})
	}
	_, err := io.WriteString(os.Stdout, identity()+"\n")
	return err
}
