package archtest

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// modulePrefixes lists the modules of the rules, each with the other modules that it may use. A module's name
// is the prefix of its files in the kernel. If two modules interact, only one of them knows the other.
var modulePrefixes = map[string][]string{
	"rail":     nil,
	"region":   nil,
	"trait":    nil,
	"overflow": {"region"},
	"mutation": nil,
	"strain":   {"mutation"},
	"lab":      {"mutation"},
	"solo":     {"lab"},
	"team":     {"mutation", "strain"},
}

// moduleRules lists the prefixes of the rule ids that belong to modules.
var moduleRules = []string{"lab/", "team/", "solo/", "strain/", "mutation/", "water/"}

// isList reports whether a file of the kernel lists all modules: their data in a position, their
// questions and their facts. Only such files may name every module.
func isList(file string) bool { return file == "modules.go" || strings.HasPrefix(file, "modules_") }

// The core of the kernel, which belongs to no module, names no module. It calls hooks that the active modules
// set. A module uses only the modules that modulePrefixes allows it to use.
func TestCoreNamesNoModule(t *testing.T) {
	found := moduleUses(t)
	if found.uses < 5000 || len(found.files) < 60 {
		t.Fatalf("only %d uses in %d files were looked at", found.uses, len(found.files))
	}
	for _, prefix := range []string{"lab", "team", "solo", "strain", "mutation", "rail", "region", "trait", "overflow"} {
		if found.declared[prefix] == 0 {
			t.Errorf("no file of the module %s declares anything", prefix)
		}
	}
	for _, where := range found.upward {
		t.Error(where)
	}
}

type usesFound struct {
	uses     int
	files    []string
	declared map[string]int // declarations by module
	upward   []string
}

// moduleUses finds all places in which a file of the kernel uses a module's declaration that it may not use.
func moduleUses(t *testing.T) usesFound {
	t.Helper()
	dir := filepath.Join(root(t), "games", "epidemic")
	fset := token.NewFileSet()
	var files []*ast.File
	found := usesFound{declared: map[string]int{}}
	for _, path := range sources(t, dir) {
		if filepath.Dir(path) != dir || strings.HasSuffix(path, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(fset, path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
		found.files = append(found.files, filepath.Base(path))
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{}}
	conf := types.Config{Importer: importer.ForCompiler(fset, "source", nil)}
	pkg, err := conf.Check(module+"/games/epidemic", fset, files, info)
	if err != nil {
		t.Fatal(err)
	}
	fileOf := func(pos token.Pos) string { return filepath.Base(fset.Position(pos).Filename) }
	for _, o := range info.Defs {
		if o != nil && o.Pkg() == pkg {
			found.declared[moduleOf(fileOf(o.Pos()))]++
		}
	}
	for id, o := range info.Uses {
		if o.Pkg() != pkg {
			continue
		}
		found.uses++
		from, to := fileOf(id.Pos()), fileOf(o.Pos())
		if !mayUse(from, to, o) {
			found.upward = append(found.upward, fset.Position(id.Pos()).String()+": "+o.Name()+" of "+to)
		}
	}
	for _, f := range files {
		if own := moduleOf(fileOf(f.Pos())); own != "" || isList(fileOf(f.Pos())) {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			lit, ok := n.(*ast.BasicLit)
			if !ok || lit.Kind != token.STRING {
				return true
			}
			text, _ := strconv.Unquote(lit.Value)
			for _, rule := range moduleRules {
				if strings.HasPrefix(text, rule) {
					found.upward = append(found.upward, fset.Position(lit.Pos()).String()+": the rule "+text)
				}
			}
			return true
		})
	}
	return found
}

// mayUse reports whether one file of the kernel may use a declaration of another.
func mayUse(from, to string, o types.Object) bool {
	if isList(from) {
		return true
	}
	if isList(to) { // the core may use such a list as a whole, but not its elements
		return moduleOf(from) != "" || coreOfList[o.Name()]
	}
	own, knows := moduleOf(from), moduleOf(to)
	if knows == "" || own == knows {
		return true
	}
	for _, also := range modulePrefixes[own] {
		if also == knows {
			return true
		}
	}
	return false
}

// coreOfList lists what the core may use from the files that list all modules: each list as a whole, and the
// data, questions, facts and endings of all modules together.
var coreOfList = map[string]bool{
	"modules": true, "ModuleState": true, "moduleSecret": true, "ModuleView": true, "ModuleContent": true, "ModuleKinds": true, "moduleRules": true,
	"moduleQuestions": true, "questionCount": true, "moduleWords": true, "operandKinds": true, "moduleEndings": true,
	"openHands": true, "closedHands": true, // lists of the modules for games with open hands or with closed hands
	"LabActions": true, // a field of a role
}

// moduleOf returns the module that a file of the kernel belongs to, or "" for the core.
func moduleOf(file string) string {
	prefix, _, ok := strings.Cut(strings.TrimSuffix(file, ".go"), "_")
	if _, known := modulePrefixes[prefix]; ok && known {
		return prefix
	}
	return ""
}
