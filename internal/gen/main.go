// Command gen writes files that are derived from the code: tables in documents, and the web client's data about
// the API and the games. With -check it only reports whether they are up to date. It deliberately generates
// nothing that needs a person's judgement.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"

	"theriac/games"
	"theriac/games/lab"
	"theriac/games/labs"
)

// file is a generated file with its path and content.
type file struct {
	path string
	text func() ([]byte, error)
}

// written returns all generated files.
func written() []file {
	files := []file{
		{notation, notationText},
		{"internal/wasm/games.go", wasmGames},
		{"web/src/gen/openapi.json", openAPI},
		{"web/src/gen/games.json", gamesText},
	}
	for _, name := range games.Names() {
		files = append(files, file{"games/one/" + name + ".go", func() ([]byte, error) { return oneGame(name) }})
	}
	for _, m := range maps() {
		files = append(files,
			file{"web/src/gen/" + m.Game + ".json", func() ([]byte, error) { return gameText(m.Ruleset) }},
			file{"web/src/gen/" + m.Game + "-view.ts", func() ([]byte, error) { return viewType(m.Ruleset), nil }})
		if expands(m.Ruleset) {
			files = append(files, file{"web/src/gen/" + m.Game + "-more.json", func() ([]byte, error) { return expansionText(m.Ruleset) }})
		}
	}
	for _, e := range labs.Entries {
		if e.Client != nil {
			files = append(files, clientFiles(e)...)
		}
	}
	return files
}

// clientFiles returns the files that the web client needs for one game.
func clientFiles(e lab.Entry) []file {
	list, err := e.Client()
	var files []file
	for _, f := range list {
		files = append(files, file{"web/src/gen/" + e.Rules.Name() + f.Name, func() ([]byte, error) { return f.Text, err }})
	}
	return files
}

func main() {
	check := flag.Bool("check", false, "only compare")
	flag.Parse()
	if err := run(*check); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

// run writes all generated files in the module's folder. If check is true, it compares them with
// the existing files instead.
func run(check bool) error {
	for _, f := range written() {
		text, err := f.text()
		if err != nil {
			return fmt.Errorf("%s: %w", f.path, err)
		}
		old, err := os.ReadFile(f.path)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		switch {
		case bytes.Equal(old, text):
		case check:
			return fmt.Errorf("%s is not what the code says: run go run ./internal/gen", f.path)
		default:
			if err := os.WriteFile(f.path, text, 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}
