package archtest

import (
	"go/ast"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"theriac/games"
	"theriac/games/labs"
)

// lists are the files that list all games: those of the program and of the laboratory, and a
// generated file for browsers.
var lists = append([]string{"games/games.go", "games/labs/labs.go", "internal/wasm/games.go"}, inBrowsers()...)

// inBrowsers returns the files that select a single game for a browser build.
func inBrowsers() (files []string) {
	for _, name := range games.Names() {
		files = append(files, "games/one/"+name+".go")
	}
	return files
}

// The laboratory lists the same games as the program, in the same order.
func TestGamesInTheLaboratory(t *testing.T) {
	var names []string
	for _, e := range labs.Entries {
		names = append(names, e.Rules.Name())
	}
	if !slices.Equal(names, games.Names()) {
		t.Errorf("the laboratory has %v, the programs %v", names, games.Names())
	}
}

// Every game is built for browsers, to be played without a server.
func TestGamesInBrowsers(t *testing.T) {
	for _, name := range inBrowsers() {
		if _, err := os.Stat(filepath.Join(root(t), name)); err != nil {
			t.Error(err)
		}
	}
}

// mayNameGames names the other files that may name a game, each with the reason. Tests may name any game, and
// so may code that is not part of the programs.
var mayNameGames = map[string]string{
	"internal/load/independent.go": "a check of secrets that the game itself brought would not be independent of it",
	"internal/load/inject.go":      "its leaks are those of that check",
	"internal/load/leakgame.go":    "its tables are those of that check",
	"internal/load/leakcards.go":   "it is that check",
	"internal/httpapi/tables.go":   "the document of the API shows a game as an example",
}

// outside lists folders whose code is not part of the programs.
var outside = []string{"examples/", "faults/", "deploy/"}

// Code outside a game's folder does not name the game. So adding a game takes only one line in each list of
// games.
func TestGamesAreNamedInTheirFolders(t *testing.T) {
	word := regexp.MustCompile(`(^|[",])(` + strings.Join(games.Names(), "|") + `)($|[",])`)
	seen, excepted := 0, map[string]bool{}
	err := filepath.WalkDir(root(t), func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == ".git" || d.Name() == "node_modules" || d.Name() == ".cache") {
			return filepath.SkipDir
		}
		name, err := filepath.Rel(root(t), path)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		own := slices.ContainsFunc(games.Names(), func(g string) bool { return strings.HasPrefix(name, "games/"+g+"/") })
		if d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || own || slices.Contains(lists, name) ||
			slices.ContainsFunc(outside, func(folder string) bool { return strings.HasPrefix(name, folder) }) {
			return nil
		}
		seen++
		ast.Inspect(parse(t, path, 0), func(n ast.Node) bool {
			lit, ok := n.(*ast.BasicLit)
			if !ok || lit.Kind != token.STRING {
				return true
			}
			text, _ := strconv.Unquote(lit.Value)
			part, imported := strings.CutPrefix(text, module+"/games/")
			part, _, _ = strings.Cut(part, "/")
			if !word.MatchString(text) && !(imported && slices.Contains(games.Names(), part)) {
				return true
			}
			if mayNameGames[name] == "" {
				t.Errorf("%s names a game: %s", name, lit.Value)
			}
			excepted[name] = true
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name := range mayNameGames {
		if !excepted[name] {
			t.Errorf("%s names no game any more", name)
		}
	}
	if seen < 200 {
		t.Errorf("only %d files were looked at", seen)
	}
}
