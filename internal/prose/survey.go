package prose

import (
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
)

// surveyed has the patterns of the first survey of the prose. They are coarser than Rules, and also find words
// that are correct.
var surveyed = []struct {
	name string
	find *regexp.Regexp
}{
	{"whoever", re(`(?i)\bwhoever\b`)},
	{"sentences that begin “Who …”", re(`(?:^|[.!?:] )Who [^?.!]*(?:[.!]|$)`)},
	{"for/of/to who", re(`(?i)\b(?:for|of|to|by|from|with|at) who\b`)},
	{"is no X", re(`(?i)\b(?:is|are|was|were) no\b`)},
	{"behind", re(`(?i)\bbehind\b`)},
	{"beside", re(`(?i)\bbeside\b`)},
	{"lies", re(`(?i)\b(?:lie|lies|lying)\b`)},
	{"where it/that/there/a/one/nobody …", re(`(?i)\bwhere (?:it|that|there|a|an|one|nobody|somebody|they|this|no)\b`)},
	{"says that/whether/why", re(`(?i)\bsa(?:ys|y|id) (?:that|whether|why|what|how|which)\b`)},
}

// Surveyed lists the names of the figures that Survey returns.
var Surveyed = []string{
	"whoever", "sentences that begin “Who …”", "for/of/to who", "is no X", "behind", "beside", "lies",
	"where it/that/there/a/one/nobody …", "says that/whether/why", "doc comments of functions", "doc comments “X is …”", "doc comments “X says …”",
}

// Survey counts the matches of the first survey's patterns in comments and documents below root.
func Survey(root string) (map[string]int, error) {
	counts := map[string]int{}
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
		if strings.HasSuffix(name, ".json") {
			return nil
		}
		list, err := read(root, name)
		if err != nil {
			return err
		}
		for _, p := range list {
			if p.function != "" {
				counts["doc comments of functions"]++
				if strings.HasPrefix(p.text, p.function+" is ") {
					counts["doc comments “X is …”"]++
				}
				if strings.HasPrefix(p.text, p.function+" says ") {
					counts["doc comments “X says …”"]++
				}
			}
			if p.french {
				continue
			}
			for _, s := range surveyed {
				counts[s.name] += len(s.find.FindAllString(p.text, -1))
			}
		}
		return nil
	})
	return counts, err
}
