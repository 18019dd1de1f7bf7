package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"theriac/games/epidemic"
	"theriac/games/pharmacy"
)

// Fields that hold a position's secrets are unexported, also in the types of modules. So a card's code can read
// a hand only through a method.
func TestSecretsAreUnexported(t *testing.T) {
	seen := 0
	var look func(of reflect.Type)
	look = func(of reflect.Type) {
		for i := range of.NumField() {
			f := of.Field(i)
			seen++
			if f.Anonymous {
				look(f.Type)
				continue
			}
			if f.IsExported() {
				t.Errorf("the secret field %s is exported", f.Name)
			}
		}
	}
	for _, state := range []reflect.Type{reflect.TypeFor[epidemic.State](), reflect.TypeFor[pharmacy.State]()} {
		for i := range state.NumField() {
			if f := state.Field(i); f.Name == "secret" {
				look(f.Type)
			}
		}
	}
	if seen < 18 {
		t.Fatalf("only %d secret fields were looked at", seen)
	}
}

// Only tests and the packages that support them read the hidden part of a position.
func TestOnlyTestsReadSecrets(t *testing.T) {
	helps := regexp.MustCompile(`test/|_test\.go$`)
	seen := 0
	for _, dir := range []string{"ai", "bots", "cmd", "games", "internal"} {
		err := filepath.WalkDir(filepath.Join(root(t), dir), func(path string, d os.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") {
				return err
			}
			f, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
			if err != nil {
				return err
			}
			ast.Inspect(f, func(n ast.Node) bool {
				call, ok := n.(*ast.SelectorExpr)
				if !ok || call.Sel.Name != "Secrets" {
					return true
				}
				seen++
				if !helps.MatchString(filepath.ToSlash(path)) {
					t.Errorf("%s looks at what is hidden", path)
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if seen < 20 {
		t.Fatalf("only %d looks were found", seen)
	}
}
