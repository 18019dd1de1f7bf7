package archtest

import (
	"go/ast"
	"slices"
	"strings"
	"testing"
)

// apiPackages lists the packages of the API. Each may import only packages earlier in the list. The packages in
// independent may not import each other, either.
var apiPackages = []string{"wire", "admit", "live", "hooks", "pages", ""}

// independent lists packages that may not import each other.
var independent = []string{"live", "hooks", "pages"}

// mostMethods is how many methods a type of the API may have.
const mostMethods = 40

// Imports between the API's packages go in one direction only, and no type has too many methods.
func TestPackagesOfTheAPI(t *testing.T) {
	const at = "internal/httpapi"
	seen := 0
	for _, p := range packages(t) {
		name, inside := strings.CutPrefix(p.ImportPath, at)
		if !inside {
			continue
		}
		name = strings.TrimPrefix(name, "/")
		place := slices.Index(apiPackages, name)
		if place < 0 {
			t.Errorf("%s is a new package of the API: add it to the list", p.ImportPath)
			continue
		}
		seen++
		for _, imp := range p.Imports {
			to, ours := strings.CutPrefix(imp, module+"/"+at+"/")
			if ours && (slices.Index(apiPackages, to) >= place || slices.Contains(independent, name) && slices.Contains(independent, to)) {
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
	if seen != len(apiPackages) {
		t.Errorf("%d packages were seen", seen)
	}
}

// mostFiles is how many files a package may have, not counting tests. It keeps packages small enough for
// newcomers.
const mostFiles = 40

// large lists the packages that may have more files, each with the reason.
var large = map[string]string{
	"games/epidemic": "it is the kernel, and each way to play has files of its own prefix",
}

// Only the packages in the map large have more files than mostFiles.
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
