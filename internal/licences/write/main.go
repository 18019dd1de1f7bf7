// Command write generates the list of third-party packages in the binary, and their licence texts. It includes
// every Go module that is linked on any platform, and every npm package in the web client. It needs the modules
// and node_modules. By design it refuses to leave anything out: a package without a licence text, or with an
// unknown licence, is an error.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"theriac/internal/licences"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "licences:", err)
		os.Exit(1)
	}
}

// licensed is a package together with its licence texts.
type licensed struct {
	licences.Package
	texts []string
}

func run() error {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return err
	}
	goTexts, err := read([]string{strings.TrimSpace(string(root))})
	if err != nil {
		return err
	}
	// The entry for Go omits the version, which depends on the Go toolchain used for the build.
	all := []licensed{{licences.Package{Kind: "go", Name: "std", Licence: "BSD-3-Clause"}, goTexts}}
	modules, err := licences.Linked(".")
	if err != nil {
		return err
	}
	for _, m := range modules {
		texts, err := read(folders(m))
		if err != nil {
			return err
		}
		all = append(all, licensed{licences.Package{Kind: "go", Name: m.Path, Version: m.Version}, texts})
	}
	bundled, err := licences.Bundled(".")
	if err != nil {
		return err
	}
	for _, p := range bundled {
		texts, err := read([]string{filepath.Join("web", "node_modules", filepath.FromSlash(p.Name))})
		if err != nil {
			return err
		}
		all = append(all, licensed{p, texts})
	}
	for i := range all {
		if err := name(&all[i]); err != nil {
			return err
		}
	}
	return save(all)
}

// folders returns the folders of a module's linked packages, and all their parent folders up to the module's
// root. A licence applies to all folders below its own.
func folders(m licences.Module) []string {
	dirs := []string{m.Dir}
	for _, dir := range m.Packages {
		for ; len(dir) > len(m.Dir); dir = filepath.Dir(dir) {
			if !slices.Contains(dirs, dir) {
				dirs = append(dirs, dir)
			}
		}
	}
	slices.Sort(dirs)
	return dirs
}

var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice)([.-].*)?$`)

// read returns the texts of the licence files in the given folders.
func read(dirs []string) ([]string, error) {
	var texts []string
	for _, dir := range dirs {
		files, err := os.ReadDir(dir)
		if err != nil {
			return nil, err
		}
		for _, f := range files {
			if f.IsDir() || !licenceFile.MatchString(f.Name()) || strings.HasSuffix(f.Name(), ".go") {
				continue
			}
			data, err := os.ReadFile(filepath.Join(dir, f.Name()))
			if err != nil {
				return nil, err
			}
			text := strings.ReplaceAll(string(data), "\r\n", "\n")
			// Build tools append the licences of their own dependencies. The bundle does not contain those
			// dependencies, so drop their licences.
			text, _, _ = strings.Cut(text, "# Licenses of bundled dependencies")
			if text = strings.Trim(text, "\n \t"); !slices.Contains(texts, text) {
				texts = append(texts, text)
			}
		}
	}
	if len(texts) == 0 {
		return nil, fmt.Errorf("%s has no licence file", dirs[0])
	}
	return texts, nil
}

// marks lists licences, each with a phrase that identifies it.
var marks = []struct{ name, phrase string }{
	{"Apache-2.0", "Apache License"},
	{"OFL-1.1", "SIL OPEN FONT LICENSE Version 1.1"},
	{"MPL-2.0", "Mozilla Public License"},
	{"MIT", "Permission is hereby granted, free of charge, to any person obtaining a copy of this software"},
	{"BSD-3-Clause", "Neither the name"},
	{"BSD-2-Clause", "Redistribution and use in source and binary forms"},
	{"ISC", "Permission to use, copy, modify, and/or distribute this software"},
	{"ISC", "Permission to use, copy, modify, and distribute this software for any purpose with or without fee"},
}

var spaces = regexp.MustCompile(`\s+`)

// name determines a package's licences from its texts, and compares them with the licences that the package
// declares. A notice file adds no licence of its own.
func name(e *licensed) error {
	var found []string
	for _, text := range e.texts {
		flat := spaces.ReplaceAllString(text, " ")
		for _, m := range marks {
			// The text of BSD-3-Clause also contains the phrase that identifies BSD-2-Clause.
			if m.name == "BSD-2-Clause" && slices.Contains(found, "BSD-3-Clause") {
				continue
			}
			if strings.Contains(strings.ToLower(flat), strings.ToLower(m.phrase)) && !slices.Contains(found, m.name) {
				found = append(found, m.name)
			}
		}
	}
	if len(found) == 0 {
		return fmt.Errorf("the licence of %s is not one that is known here", e.Name)
	}
	said := strings.Join(found, " AND ")
	if e.Licence != "" && e.Licence != said {
		return fmt.Errorf("%s says that its licence is %s, and its files say %s", e.Name, e.Licence, said)
	}
	e.Licence = said
	return nil
}

// save writes the list and the texts. It writes each distinct text only once.
func save(all []licensed) error {
	var text strings.Builder
	text.WriteString("Theriac contains the following software, fonts and data of others.\n\n")
	list := []licences.Package{}
	var order []string
	users := map[string][]string{}
	for _, e := range all {
		list = append(list, e.Package)
		label := strings.TrimSpace(e.Name + " " + e.Version)
		if e.Name == "std" {
			label = "The standard library of Go"
		}
		line := label + ": " + e.Licence
		if e.Part != "" {
			line += " (" + e.Part + ")"
		}
		text.WriteString(line + "\n")
		for _, t := range e.texts {
			if users[t] == nil {
				order = append(order, t)
			}
			users[t] = append(users[t], label)
		}
	}
	for _, t := range order {
		text.WriteString("\n" + strings.Repeat("=", 80) + "\n" + strings.Join(users[t], "\n") + "\n" + strings.Repeat("-", 80) + "\n\n" + t + "\n")
	}
	data, err := json.MarshalIndent(list, "", "\t")
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.FromSlash(licences.ListFile), append(data, '\n'), 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.FromSlash(licences.TextFile), []byte(text.String()), 0o644)
}
