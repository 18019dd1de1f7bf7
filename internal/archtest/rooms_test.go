package archtest

import (
	"go/ast"
	"slices"
	"strings"
	"testing"
)

// rooms are the packages of the API. Each may use those before it and none after it; what
// stands beside operations (streams, webhooks, pages) does not know its neighbours either.
var rooms = []string{"wire", "admit", "live", "hooks", "pages", ""}

// alike are rooms that do not use each other.
var alike = []string{"live", "hooks", "pages"}

// mostMethods is how much one type of the API may do.
const mostMethods = 40

// The rooms of the API are used in one direction, and no type does everything.
func TestRoomsOfTheAPI(t *testing.T) {
	const at = "internal/httpapi"
	seen := 0
	for _, p := range packages(t) {
		name, inside := strings.CutPrefix(p.ImportPath, at)
		if !inside {
			continue
		}
		name = strings.TrimPrefix(name, "/")
		place := slices.Index(rooms, name)
		if place < 0 {
			t.Errorf("%s is a new room of the API: say here where it stands", p.ImportPath)
			continue
		}
		seen++
		for _, imp := range p.Imports {
			to, ours := strings.CutPrefix(imp, module+"/"+at+"/")
			if ours && (slices.Index(rooms, to) >= place || slices.Contains(alike, name) && slices.Contains(alike, to)) {
				t.Errorf("%s must not use %s", p.ImportPath, to)
			}
		}
		methods := map[string]int{}
		for _, path := range sources(t, p.Dir) {
			for _, decl := range parse(t, path, 0).Decls {
				if f, ok := decl.(*ast.FuncDecl); ok && f.Recv != nil {
					methods[receiver(f)]++
				}
			}
		}
		for of, n := range methods {
			if n > mostMethods {
				t.Errorf("%s: %s has %d methods: which of them are another type's?", p.ImportPath, strings.TrimSuffix(of, "."), n)
			}
		}
	}
	if seen != len(rooms) {
		t.Errorf("%d rooms were looked at", seen)
	}
}

// mostFiles is how many files a package may have, tests aside: who enters it has to find
// their way.
const mostFiles = 40

// large are the packages that may have more, each with its why.
var large = map[string]string{
	"games/epidemic": "it is the kernel, and each way to play has files of its own prefix",
}

// No other package has more files than a person can know.
func TestPackagesAreSmall(t *testing.T) {
	seen := 0
	for _, p := range packages(t) {
		files := len(sources(t, p.Dir))
		seen = max(seen, files)
		if many := files > mostFiles; many != (large[p.ImportPath] != "") {
			t.Errorf("%s has %d files: split it, or take it off the list of large packages", p.ImportPath, files)
		}
	}
	if seen < mostFiles {
		t.Errorf("the largest package that was found has %d files", seen)
	}
}
