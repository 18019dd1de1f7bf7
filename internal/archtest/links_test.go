package archtest

import (
	"slices"
	"testing"
)

// testOnly are packages that only tests may use.
var testOnly = []string{"testing", "pgregory.net/rapid"}

// The program runs the conformance suite without the packages that tests are made of.
func TestProgramLinksNoTesting(t *testing.T) {
	seen := false
	for _, p := range packages(t) {
		if p.ImportPath != "cmd/theriac" {
			continue
		}
		seen = slices.Contains(p.Deps, module+"/engine/enginetest")
		for _, dep := range testOnly {
			if slices.Contains(p.Deps, dep) {
				t.Errorf("%s links %s", p.ImportPath, dep)
			}
		}
	}
	if !seen {
		t.Error("the program does not run the suite")
	}
}
