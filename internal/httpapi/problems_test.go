package httpapi

import (
	"go/ast"
	"go/parser"
	gotoken "go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"theriac/internal/httpapi/wire"
	"theriac/internal/lobby"
	"theriac/internal/table"
	"theriac/locale"
)

// problemIDs returns the ids of all problems in the source code of this package and of the packages
// that it calls.
func problemIDs(t *testing.T) []string {
	t.Helper()
	ids := map[string]bool{}
	for _, id := range slices.Concat(table.Refusals(), lobby.Refusals(), wire.IDs()) {
		ids[id] = true
	}
	var files []string
	for _, folder := range []string{".", "*", "../advice", "../doors", "../evenings", "../identity", "../lobby", "../names", "../notices", "../order", "../puzzles", "../signin", "../stories", "../table"} {
		list, err := filepath.Glob(filepath.Join(folder, "*.go"))
		if err != nil || len(list) == 0 {
			t.Fatalf("%s: %v", folder, err)
		}
		files = append(files, list...)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(gotoken.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if id, ok := idOf(n); ok {
				ids[id] = true
			}
			return true
		})
	}
	return slices.Sorted(maps.Keys(ids))
}

// idOf returns the problem id in an expression of the form wire.NewProblem(status, "id"),
// refusal.New(status, "id", …) or Refusal{ID: "id"}.
func idOf(n ast.Node) (string, bool) {
	var value ast.Expr
	switch n := n.(type) {
	case *ast.CallExpr:
		f, ok := n.Fun.(*ast.SelectorExpr)
		if !ok || len(n.Args) < 2 {
			break
		}
		if of, ok := f.X.(*ast.Ident); ok && (of.Name == "wire" && f.Sel.Name == "NewProblem" || of.Name == "refusal") {
			value = n.Args[1]
		}
	case *ast.CompositeLit:
		if of, ok := n.Type.(*ast.SelectorExpr); ok && of.Sel.Name == "Refusal" {
			for _, e := range n.Elts {
				if kv, ok := e.(*ast.KeyValueExpr); ok && kv.Key.(*ast.Ident).Name == "ID" {
					value = kv.Value
				}
			}
		}
	}
	lit, ok := value.(*ast.BasicLit)
	if !ok || lit.Kind != gotoken.STRING {
		return "", false
	}
	id, err := strconv.Unquote(lit.Value)
	return id, err == nil
}

// Every problem has a text in every language, and the OpenAPI document lists it.
func TestProblemsHaveTexts(t *testing.T) {
	ids := problemIDs(t)
	for _, some := range []string{"slow-down", "muted", "not-over", "seat-taken", "try-again", "invalid", "broken"} {
		if !slices.Contains(ids, some) {
			t.Errorf("%s was not found", some)
		}
	}
	said := map[string]string{}
	for _, lang := range locale.Languages() {
		c, err := locale.For(lang)
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range ids {
			key := "problem." + id
			text := c.Text(key)
			if !c.Has(key) || len(text) < 10 || strings.Contains(text, id) && strings.Contains(id, "-") {
				t.Errorf("%s: %s says %q", lang, key, text)
			}
			if said[text] != "" && said[text] != key {
				t.Errorf("%s: %s says the same as %s", lang, key, said[text])
			}
			said[text] = key
		}
	}
	text, err := os.ReadFile("../../docs/build/api-errors.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "## The table of errors")
	for _, id := range ids {
		if id != "refused" && !strings.Contains(table, "`"+id+"`") {
			t.Errorf("docs/build/api-errors.md does not list %s", id)
		}
	}
	// No text in the catalogue is for a problem that does not exist.
	all, err := os.ReadFile("../../locale/en/server.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`"problem\.([a-z-]+)"`).FindAllStringSubmatch(string(all), -1) {
		if !slices.Contains(ids, m[1]) {
			t.Errorf("problem.%s is never answered", m[1])
		}
	}
}

// table.Refusals lists the ids of all constants that begin with Refused.
func TestTableRefusalsAreListed(t *testing.T) {
	file, err := parser.ParseFile(gotoken.NewFileSet(), "../table/errors.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || !strings.HasPrefix(spec.Names[0].Name, "Refused") {
			return true
		}
		found++
		id, _ := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
		if !slices.Contains(table.Refusals(), id) {
			t.Errorf("%s is not among the refusals", spec.Names[0].Name)
		}
		return true
	})
	if found != len(table.Refusals()) {
		t.Errorf("%d constants, %d refusals", found, len(table.Refusals()))
	}
}
