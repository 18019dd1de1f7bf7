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

	"theriac/games"
)

// TestEveryNameOfTheCodeIsDeclared reads the names that the kernel's code gives
// to the members of a view, so that one which no game of the other test wrote is
// not forgotten either.
func TestEveryNameOfTheCodeIsDeclared(t *testing.T) {
	// What only a whole position has, never a view.
	secret := []string{"rand", "key", "next", "deck", "infection-deck", "left-out", "sequence-deck", "strain-cards"}
	declared := map[string]bool{}
	for _, m := range games.Maps {
		for _, name := range allMembers(viewShape(m.Table), map[string]bool{}) {
			declared[name[strings.IndexByte(name, '.')+1:]] = true
		}
	}
	found := map[string]bool{}
	paths, err := filepath.Glob("../../games/epidemic/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range codedNames(file) {
			found[name] = true
			if !declared[name] && !slices.Contains(secret, name) {
				t.Errorf("%s is written by the code and not declared", name)
			}
		}
	}
	for name := range declared {
		if !found[name] && !strings.HasPrefix(name, "operand-") {
			t.Errorf("%s is declared and not in the code", name)
		}
	}
	if len(found) < 40 {
		t.Errorf("only %d names were found", len(found))
	}
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
