package prose

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

// A Finding is a sentence or a line that should be rewritten, and why.
type Finding struct {
	Path   string // relative to the root, with slashes
	Line   int    // 0 in a catalogue of texts
	Rule   string
	Set    string // "words", "doc" or "length"
	Quote  string
	Better string
	Text   string // the sentence that contains the finding
}

func (f Finding) String() string {
	return fmt.Sprintf("%s:%d: %s: %q (better: %s) in: %s", f.Path, f.Line, f.Rule, f.Quote, f.Better, f.Text)
}

// skipped are folders without texts that we write.
var skipped = map[string]bool{".git": true, "node_modules": true, "testdata": true, "dist": true, ".cache": true, "bin": true, "gen": true, "screenshots": true, "fixtures": true, ".svelte-kit": true}

// texts matches the JSON files whose strings people read.
var texts = regexp.MustCompile(`^locale/.*\.json$|^games/.*/lessons/.*\.(?:en|fr)\.json$`)

// french matches files in French, in which only the length of sentences is checked.
var french = regexp.MustCompile(`(?:^|/)fr(?:[-/.]|$)|\.fr\.(?:json|md)$`)

// Check reads every file below root and returns what should be rewritten, sorted by path.
func Check(root string) ([]Finding, error) {
	var all []Finding
	err := filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		if entry.IsDir() {
			if name != "." && skipped[entry.Name()] && name != "internal/gen" {
				return filepath.SkipDir
			}
			return nil
		}
		list, err := read(root, name)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		for _, p := range list {
			all = append(all, check(name, p)...)
		}
		return nil
	})
	return all, err
}

// read returns the paragraphs of a file. It returns none for kinds of files that have no prose.
func read(root, name string) ([]paragraph, error) {
	kind := path.Ext(name)
	switch kind {
	case ".go", ".ts", ".svelte", ".css", ".mjs", ".js", ".sh", ".py", ".md":
	case ".json":
		if !texts.MatchString(name) {
			return nil, nil
		}
	default:
		return nil, nil
	}
	source, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
	if errors.Is(err, fs.ErrNotExist) { // a symbolic link to a missing file
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var list []paragraph
	switch kind {
	case ".go":
		list, err = goFile(source)
	case ".md":
		list = markdown(string(source))
	case ".json":
		list, err = catalogue(source)
	default:
		list = script(string(source), kind == ".sh" || kind == ".py")
	}
	for i := range list {
		list[i].french = french.MatchString(name)
	}
	return list, err
}

// check returns what should be rewritten in a paragraph of the file called name.
func check(name string, p paragraph) []Finding {
	var all []Finding
	add := func(rule, set, quote, better, text string) {
		all = append(all, Finding{name, p.line, rule, set, quote, better, text})
	}
	if f := p.function; f != "" {
		for _, verb := range []string{"is", "are", "was", "says"} {
			if strings.HasPrefix(p.text, f+" "+verb+" ") {
				add("doc-"+verb, "doc", f+" "+verb, f+" returns, "+f+" reports whether", first(p.text))
			}
		}
	}
	for _, line := range p.wide {
		if strings.HasPrefix(name, "games/") && path.Ext(name) == ".md" {
			break // each rule of a ledger has a line of its own
		}
		all = append(all, Finding{name, line, "wide", "length", "", fmt.Sprintf("at most %d characters a line", widest), first(p.text)})
	}
	for _, sentence := range sentences(p.text) {
		most := longest
		if p.french {
			most = longestFrench
		}
		if n := words(sentence); n > most && !p.label {
			add("long", "length", fmt.Sprintf("%d words", n), fmt.Sprintf("at most %d", most), sentence)
		}
		if p.french {
			continue
		}
		for _, rule := range Rules {
			found := rule.Find.FindStringSubmatch(sentence)
			if found == nil || rule.Right != nil && rule.Right.MatchString(sentence) || rule.Not != nil && rule.Not.MatchString(name) {
				continue
			}
			quote := found[0]
			if len(found) > 1 && found[1] != "" {
				quote = found[1]
			}
			add(rule.Name, "words", quote, rule.Better, sentence)
		}
	}
	return all
}

func first(text string) string {
	if list := sentences(text); len(list) > 0 {
		return list[0]
	}
	return text
}
