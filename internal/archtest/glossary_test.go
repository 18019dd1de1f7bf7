package archtest

import (
	"go/ast"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Every reference to code in the glossary is valid: it is a path in the repository, or a name in a package,
// such as `engine.Fact.To`.
func TestGlossary(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root(t), "docs", "contribute", "glossary.md"))
	if err != nil {
		t.Fatal(err)
	}
	span := regexp.MustCompile("`([^`]+)`")
	rows, known := 0, map[string]map[string]bool{}
	words := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(strings.TrimSpace(line), " | ")
		if !strings.HasPrefix(line, "| ") || strings.HasPrefix(line, "| word |") {
			continue
		}
		rows++
		if len(cells) != 4 {
			t.Errorf("not four cells: %s", line)
			continue
		}
		word := strings.TrimPrefix(cells[0], "| ")
		if words[word+cells[2]] {
			t.Errorf("%s is explained twice", word)
		}
		words[word+cells[2]] = true
		refs := span.FindAllStringSubmatch(cells[2], -1)
		if len(refs) == 0 {
			t.Errorf("%s: where is it in the code?", word)
		}
		for _, ref := range refs {
			if !exists(t, ref[1], known) {
				t.Errorf("%s: there is no %s", word, ref[1])
			}
		}
	}
	if rows < 50 {
		t.Errorf("the glossary has only %d words", rows)
	}
}

// exists reports whether a reference in the glossary is a path, or a name in a package. known caches the names
// declared in packages.
func exists(t *testing.T, ref string, known map[string]map[string]bool) bool {
	if _, err := os.Stat(filepath.Join(root(t), ref)); err == nil {
		return true
	}
	dot := strings.Index(ref, ".")
	if dot < 0 {
		return false
	}
	dir, name := ref[:dot], ref[dot+1:]
	if known[dir] == nil {
		known[dir] = declared(t, filepath.Join(root(t), dir))
	}
	return known[dir][name]
}

// declared returns every name that a package declares at top level. Fields and methods of its types have the
// form Type.Member.
func declared(t *testing.T, dir string) map[string]bool {
	names := map[string]bool{}
	members := func(of string, list *ast.FieldList) {
		for _, f := range list.List {
			for _, n := range f.Names {
				names[of+"."+n.Name] = true
			}
		}
	}
	for _, path := range sources(t, dir) {
		for _, decl := range parse(t, path, 0).Decls {
			if f, ok := decl.(*ast.FuncDecl); ok {
				names[receiver(f)+f.Name.Name] = true
				continue
			}
			for _, spec := range decl.(*ast.GenDecl).Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					names[spec.Name.Name] = true
					switch kind := spec.Type.(type) {
					case *ast.StructType:
						members(spec.Name.Name, kind.Fields)
					case *ast.InterfaceType:
						members(spec.Name.Name, kind.Methods)
					}
				case *ast.ValueSpec:
					for _, n := range spec.Names {
						names[n.Name] = true
					}
				}
			}
		}
	}
	return names
}

// receiver returns the type of a method followed by a dot, or "" for a function.
func receiver(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return ""
	}
	kind := f.Recv.List[0].Type
	if star, ok := kind.(*ast.StarExpr); ok {
		kind = star.X
	}
	if generic, ok := kind.(*ast.IndexExpr); ok {
		kind = generic.X
	}
	if name, ok := kind.(*ast.Ident); ok {
		return name.Name + "."
	}
	return ""
}
