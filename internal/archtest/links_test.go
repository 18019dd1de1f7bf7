package archtest

import (
	"slices"
	"strings"
	"testing"
)

// testOnly lists packages that only tests may import.
var testOnly = []string{"testing", "pgregory.net/rapid"}

// laboratory lists the packages that measure games, bots and servers or train bots. Packages whose
// names end in “test” also belong to the laboratory.
var laboratory = []string{
	"ai/train", "games/lab", "games/labs", "games/epidemic/maplab", "games/world/lab", "games/iberia/lab", "games/pharmacy/lab",
	"internal/arena", "internal/load", "internal/sim", "internal/simulate", "internal/stories/measure",
}

// The programs for players and operators contain no package of the laboratory. The laboratory contains the
// tests that every game must pass, but no package that only tests may import.
func TestProgramsLinkTheirOwn(t *testing.T) {
	deps := map[string][]string{}
	all := map[string]bool{}
	for _, p := range packages(t) {
		deps[p.ImportPath] = p.Deps
		all[p.ImportPath] = true
	}
	for _, program := range []string{"cmd/theriac", "cmd/theriac-lab"} {
		if len(deps[program]) == 0 {
			t.Fatalf("there is no %s", program)
		}
		for _, dep := range testOnly {
			if slices.Contains(deps[program], dep) {
				t.Errorf("%s links %s", program, dep)
			}
		}
	}
	for _, dep := range deps["cmd/theriac"] {
		own, ours := strings.CutPrefix(dep, module+"/")
		if ours && (slices.Contains(laboratory, own) || strings.HasSuffix(own, "test")) {
			t.Errorf("cmd/theriac links %s", own)
		}
	}
	for _, name := range laboratory {
		if !all[name] {
			t.Errorf("there is no %s", name)
		}
	}
	for _, name := range []string{"engine/enginetest", "ai/train", "internal/load"} {
		if !slices.Contains(deps["cmd/theriac-lab"], module+"/"+name) {
			t.Errorf("the laboratory does not link %s", name)
		}
	}
}
