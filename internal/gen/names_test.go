package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"theriac/games/pharmacy"
)

// TestEveryNameOfTheCodeIsDeclared reads the names that the code of the games gives
// to the members of a view, so that one which no game of the other test wrote is
// not forgotten either.
func TestEveryNameOfTheCodeIsDeclared(t *testing.T) {
	var boards []object
	for _, m := range maps() {
		boards = append(boards, viewShape(m.Ruleset))
	}
	box := pharmacy.Game.Box()
	for _, kernel := range []struct {
		folder  string
		shapes  []object
		secret  []string // what only a whole position has, never a view
		reached []string // names that the code puts together or takes from a list
		least   int
	}{
		{
			"epidemic", boards,
			[]string{"rand", "key", "next", "deck", "infection-deck", "left-out", "sequence-deck", "strain-cards"},
			[]string{"operand-0", "operand-1", "operand-2", "operand-3", "operand-4", "operand-5"}, 40,
		},
		{
			"pharmacy", []object{pharmacyShape(pharmacy.Game)},
			[]string{"rand", "key", "next", "unseen"},
			slices.Concat(box.Pills.Values, box.Piles.Values, []string{"minus-total", "minus-points", "minus-so-far"}), 40,
		},
	} {
		found := map[string]bool{}
		for _, name := range writtenBy(t, "../../games/"+kernel.folder) {
			found[name] = true
		}
		declared := map[string]bool{}
		for _, o := range kernel.shapes {
			for _, name := range allMembers(o, map[string]bool{}) {
				declared[name[strings.IndexByte(name, '.')+1:]] = true
			}
		}
		for name := range found {
			if !declared[name] && !slices.Contains(kernel.secret, name) {
				t.Errorf("%s: %s is written by the code and not declared", kernel.folder, name)
			}
		}
		for name := range declared {
			if !found[name] && !slices.Contains(kernel.reached, name) {
				t.Errorf("%s: %s is declared and not in the code", kernel.folder, name)
			}
		}
		if len(found) < kernel.least {
			t.Errorf("%s: only %d names were found", kernel.folder, len(found))
		}
	}
}

// writtenBy are the names that the code of a folder gives to members.
func writtenBy(t *testing.T, folder string) []string {
	paths, err := filepath.Glob(folder + "/*.go")
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, path := range paths {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, codedNames(file)...)
	}
	return all
}

// codedNames are the texts in the functions of a file that walk a position.
func codedNames(file *ast.File) []string {
	var all []string
	note := func(list []ast.Expr) {
		for _, x := range list {
			if lit, ok := x.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				name, _ := strconv.Unquote(lit.Value)
				all = append(all, name)
			}
		}
	}
	for _, decl := range file.Decls {
		f, ok := decl.(*ast.FuncDecl)
		if !ok || !coding(f) {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				if !strings.Contains(called(n), "Fail") {
					note(n.Args)
				}
			case *ast.CompositeLit:
				note(n.Elts)
			}
			return true
		})
	}
	return all
}

// coding says whether a function walks a position: what it reckons from one and the
// cards that a header brings are walked by others.
func coding(f *ast.FuncDecl) bool {
	if f.Name.Name == "Chances" || f.Recv != nil && receiver(f) == "SequenceCard" {
		return false
	}
	return slices.ContainsFunc(f.Type.Params.List, func(p *ast.Field) bool {
		star, ok := p.Type.(*ast.StarExpr)
		if !ok {
			return false
		}
		of, ok := star.X.(*ast.SelectorExpr)
		return ok && of.Sel.Name == "Coder"
	})
}

func receiver(f *ast.FuncDecl) string {
	if star, ok := f.Recv.List[0].Type.(*ast.StarExpr); ok {
		if name, ok := star.X.(*ast.Ident); ok {
			return name.Name
		}
	}
	return ""
}

func called(call *ast.CallExpr) string {
	switch f := call.Fun.(type) {
	case *ast.SelectorExpr:
		return f.Sel.Name
	case *ast.Ident:
		return f.Name
	}
	return ""
}
