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

// The ways to play, by the prefix of their files in the kernel. A way may use those
// that stand behind it: where two ways meet, one of them knows how.
var wayPrefixes = map[string][]string{
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

// wayRules are the beginnings of the ids of rules that belong to a way.
var wayRules = []string{"lab/", "team/", "solo/", "strain/", "mutation/", "water/"}

// isList says whether a file of the kernel lists the ways, what they keep in a position,
// what they ask and what they tell. Only these files name all of them.
func isList(file string) bool { return file == "ways.go" || strings.HasPrefix(file, "ways_") }

// The core of the kernel names no way to play: it calls what a way contributes by the
// slots that a table's ways fill. A way knows only those others that are said here.
func TestCoreNamesNoWay(t *testing.T) {
	found := wayUses(t)
	if found.uses < 5000 || len(found.files) < 60 {
		t.Fatalf("only %d uses in %d files were looked at", found.uses, len(found.files))
	}
	for _, prefix := range []string{"lab", "team", "solo", "strain", "mutation", "rail", "region", "trait", "overflow"} {
		if found.declared[prefix] == 0 {
			t.Errorf("no file of the way %s declares anything", prefix)
		}
	}
	for _, where := range found.upward {
		t.Error(where)
	}
}

type waysFound struct {
	uses     int
	files    []string
	declared map[string]int // by way
	upward   []string
}

// wayUses finds where a file of the kernel uses what a way declares that it should not know.
func wayUses(t *testing.T) waysFound {
	t.Helper()
	dir := filepath.Join(root(t), "games", "epidemic")
	fset := token.NewFileSet()
	var files []*ast.File
	found := waysFound{declared: map[string]int{}}
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
			found.declared[wayOf(fileOf(o.Pos()))]++
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
		if way := wayOf(fileOf(f.Pos())); way != "" || isList(fileOf(f.Pos())) {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			lit, ok := n.(*ast.BasicLit)
			if !ok || lit.Kind != token.STRING {
				return true
			}
			text, _ := strconv.Unquote(lit.Value)
			for _, rule := range wayRules {
				if strings.HasPrefix(text, rule) {
					found.upward = append(found.upward, fset.Position(lit.Pos()).String()+": the rule "+text)
				}
			}
			return true
		})
	}
	return found
}

// mayUse says whether a file may use what another declares.
func mayUse(from, to string, o types.Object) bool {
	if isList(from) {
		return true
	}
	if isList(to) { // the core knows the list as a whole, not what is in it
		return wayOf(from) != "" || coreOfList[o.Name()]
	}
	way, knows := wayOf(from), wayOf(to)
	if knows == "" || way == knows {
		return true
	}
	for _, also := range wayPrefixes[way] {
		if also == knows {
			return true
		}
	}
	return false
}

// coreOfList is what the core uses of the list of ways: the list itself, what ways keep,
// ask, tell and end, each as a whole.
var coreOfList = map[string]bool{
	"ways": true, "WayState": true, "waySecret": true, "WayView": true, "WayContent": true, "WayKinds": true, "wayRules": true,
	"wayQuestions": true, "questionCount": true, "wayWords": true, "wayEndings": true,
	"openHands": true, "closedHands": true, // which of them are played with which hands
	"LabActions": true, // a field of a role
}

// wayOf is the way that a file of the kernel belongs to, or nothing for the core.
func wayOf(file string) string {
	prefix, _, ok := strings.Cut(strings.TrimSuffix(file, ".go"), "_")
	if _, known := wayPrefixes[prefix]; ok && known {
		return prefix
	}
	return ""
}
