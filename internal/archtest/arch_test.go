package archtest

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"theriac/games"
	"theriac/games/world"
)

const module = "theriac"

// arrows says which packages of the module a package may import. What is not
// here is not allowed: a new arrow is a decision. A star stands for the name of a game, in a
// package and what it imports for the same one; a game that differs has lines of its own.
var arrows = map[string][]string{
	"engine":                      nil, // the contract stands on nothing
	"engine/transcript":           {"engine"},
	"engine/enginetest":           {"engine", "engine/transcript"},
	"engine/enginetest/property":  nil, // it counts cases of anything
	"engine/lesson":               {"engine"},
	"games/epidemic":              {"engine"}, // the kernel knows no game
	"games/epidemic/epidemictest": {"engine", "engine/transcript", "engine/enginetest", "games/epidemic", "ai", "bots"},
	"games/*/rules":               nil, // texts only: the rules do not depend on their wording
	"games/*/lessons":             nil, // data
	"games/*/puzzles":             nil, // data
	// A map game: the star is its name. A card knows no other card.
	"games/*":                     {"engine", "games/epidemic", "games/*/actions", "games/*/bonuses", "games/*/challenges", "games/*/events", "games/*/incidents", "games/*/roles", "games/*/strains", "games/*/traits"},
	"games/*/actions":             {"engine", "games/epidemic"},
	"games/*/bonuses":             {"engine", "games/epidemic"},
	"games/*/challenges":          {"engine", "games/epidemic"},
	"games/*/events":              {"engine", "games/epidemic"},
	"games/*/incidents":           {"engine", "games/epidemic"},
	"games/*/roles":               {"engine", "games/epidemic", "games/*/actions"}, // some change an action
	"games/*/strains":             {"engine", "games/epidemic"},
	"games/*/traits":              {"engine", "games/epidemic"},
	"games/*/entry":               {"engine/lesson", "games/entry", "games/epidemic/mapgame", "games/*", "games/*/lessons", "games/*/puzzles"},
	"games/*/lab":                 {"games/epidemic/maplab", "games/*", "games/*/entry"},
	"games/world/worldtest":       {"engine", "games/epidemic", "games/world"},
	"games/pharmacy":              {"engine"}, // a card game needs the contract alone
	"games/pharmacy/bots":         {"engine", "ai", "games/pharmacy"},
	"games/pharmacy/pharmacytest": {"engine", "engine/enginetest", "games/pharmacy", "games/pharmacy/bots", "ai"},
	"games/entry":                 {"engine", "engine/lesson", "ai", "ai/puzzle", "ai/story", "internal/terminal/present"}, // what a server and a terminal need of a game
	"games/lab":                   {"ai/puzzle", "ai/train", "engine", "engine/enginetest", "games/entry", "internal/sim"}, // what the laboratory needs
	"games/labs":                  {"games/lab", "games/*/lab"},
	"games/epidemic/proof":        {"engine", "games/epidemic"},
	"games/epidemic/mapgame":      {"engine", "games/entry", "games/epidemic", "games/epidemic/proof", "ai", "ai/puzzle", "ai/story", "bots", "internal/terminal/present"},
	"games/epidemic/maplab":       {"engine", "engine/enginetest", "games/entry", "games/lab", "games/epidemic", "games/epidemic/epidemictest", "games/epidemic/proof", "ai", "ai/puzzle", "ai/train", "bots", "internal/sim"},
	"games/pharmacy/proof":        {"engine", "games/pharmacy"},
	"games/pharmacy/entry":        {"engine", "engine/lesson", "games/entry", "games/pharmacy", "games/pharmacy/bots", "games/pharmacy/lessons", "games/pharmacy/proof", "games/pharmacy/puzzles", "games/pharmacy/rules", "ai/puzzle", "internal/terminal/present"},
	"games/pharmacy/lab":          {"engine", "engine/enginetest", "games/entry", "games/lab", "games/pharmacy", "games/pharmacy/bots", "games/pharmacy/entry", "games/pharmacy/pharmacytest", "games/pharmacy/proof", "ai", "ai/puzzle", "ai/train", "internal/cpu", "internal/shape", "internal/sim"},
	"games":                       {"ai", "ai/story", "engine", "engine/lesson", "games/entry", "games/*/entry"},
	"games/one":                   nil,                                // without its tag it is empty
	"locale":                      {"engine", "games", "games/entry"}, // the ledgers; what a game brings knows no catalogue
	"ai":                          {"engine"},                         // search knows no game
	"ai/story":                    {"ai", "engine"},                   // where a game was won or lost, of any game
	"ai/puzzle":                   {"engine"},                         // a position with a question, of any game
	"ai/train":                    {"ai"},                             // what players are fitted by, and no player
	"bots":                        {"engine", "ai", "games/epidemic"},
	"internal/cpu":                nil,
	"internal/port":               nil,
	"internal/sim":                {"ai", "engine", "internal/cpu"},
	"internal/terminal":           {"ai", "ai/story", "engine", "engine/transcript", "games", "internal/terminal/present", "locale"},
	"internal/terminal/present":   {"engine"},
	"internal/shape":              nil,
	"internal/shape/shapetest":    {"engine", "engine/transcript", "internal/shape"},
	"internal/archtest":           nil,
	"internal/commands":           nil, // command lines, and no command
	"internal/usage":              nil, // the model of the command line
	"internal/licences":           nil,
	"internal/licences/write":     {"internal/licences"},
	"internal/site":               {"games", "locale"},   // texts and words
	"internal/release":            {"internal/licences"}, // it runs the program like anybody

	"internal/store":                   nil,                                                                                  // what is needed of a store, and nothing of who needs it
	"internal/store/memstore":          {"internal/state", "internal/state/hub", "internal/state/maprows", "internal/store"}, // no server, no file
	"internal/store/storetest":         {"internal/store"},                                                                   // what every store promises, whichever it is
	"internal/refusal":                 nil,                                                                                  // statuses and ids
	"internal/forms":                   {"internal/store"},                                                                   // names of forms, and not what they look like
	"internal/state":                   nil,                                                                                  // what a store holds, and no store
	"internal/state/hub":               {"internal/state", "internal/store"},                                                 // what was committed, told within a process
	"internal/state/maprows":           {"internal/state"},                                                                   // for the store in memory, and to compare with
	"internal/state/statetest":         {"internal/state", "internal/state/maprows"},
	"internal/sqlite":                  {"internal/state", "internal/state/hub", "internal/store"},
	"internal/jetstream":               {"internal/state", "internal/store"}, // bytes only: it knows no table and nobody
	"internal/jetstream/jetstreamtest": {"internal/jetstream", "internal/port", "internal/store"},
	"internal/table":                   {"internal/refusal", "engine", "engine/transcript", "games", "internal/store"},                         // seats, not people
	"internal/offline":                 {"ai", "engine", "internal/table"},                                                                     // a table without a server
	"internal/offline/trace":           {"engine", "games", "internal/table", "internal/work"},                                                 // what a server does, to compare with
	"internal/work":                    {"engine", "ai", "games", "internal/cpu", "internal/store"},                                            // views, not positions: it runs elsewhere
	"internal/botseats":                {"engine", "internal/store", "internal/table", "internal/lobby", "internal/work"},                      // it asks and submits; the log decides
	"internal/advice":                  {"internal/refusal", "engine", "internal/store", "internal/work"},                                      // views, and no table: who may ask is decided elsewhere
	"internal/identity":                {"internal/refusal", "internal/store"},                                                                 // people, not games
	"internal/signin":                  {"internal/refusal", "internal/identity", "internal/store"},                                            // how members come back; identity opens the session
	"internal/signin/signintest":       nil,                                                                                                    // an authenticator
	"internal/lobby":                   {"internal/refusal", "engine", "games", "internal/store", "internal/identity", "internal/lobby/lists"}, // it decides, and says what the lists are to show
	"internal/lobby/lists":             {"internal/store", "internal/identity"},                                                                // how tables are found; it decides nothing and knows no record
	"internal/daily":                   {"engine", "games", "internal/store", "internal/identity", "internal/lobby"},                           // results come from the lobby's outcome, which is the log's
	"internal/puzzles":                 {"internal/refusal", "ai/puzzle", "engine", "games", "internal/store", "internal/table"},
	"internal/stories":                 {"internal/refusal", "ai/story", "engine", "games", "internal/store", "internal/table", "internal/work"}, // it asks and keeps; workers think
	"internal/stories/measure":         {"ai", "ai/story", "engine", "engine/transcript", "games", "internal/cpu"},
	"internal/history":                 {"ai/puzzle", "engine", "games", "internal/lobby", "internal/puzzles"}, // it adds up what is stored
	"internal/httpapi":                 {"internal/httpapi/admit", "internal/httpapi/hooks", "internal/httpapi/live", "internal/httpapi/pages", "internal/httpapi/wire", "internal/forms", "internal/notices", "internal/advice", "internal/history", "internal/stories", "ai/puzzle", "ai/story", "games/entry", "internal/puzzles", "engine", "games", "locale", "internal/store", "internal/table", "internal/identity", "internal/lobby", "internal/daily", "internal/signin", "internal/terminal/present"},
	"internal/httpapi/wire":            {"engine", "internal/advice", "internal/identity", "internal/lobby", "internal/store"}, // it knows no caller
	"internal/httpapi/admit":           {"internal/httpapi/wire", "internal/identity", "locale"},                               // it knows no operation
	"internal/httpapi/live":            {"internal/httpapi/admit", "internal/httpapi/wire", "engine", "internal/identity", "internal/lobby", "internal/store", "internal/table"},
	"internal/httpapi/hooks":           {"engine", "internal/identity", "internal/lobby", "internal/outbound", "internal/table", "locale"}, // it knows nothing of requests
	"internal/httpapi/pages":           {"internal/httpapi/wire", "locale"},                                                                // files and texts
	"internal/metrics":                 nil,                                                                                                // counts what it is told
	"internal/bucket":                  {"internal/store"},
	// the server's own code over a store of its own
	"internal/simulate":         {"engine", "games", "internal/store", "internal/store/memstore", "internal/table", "internal/identity", "internal/lobby", "internal/lobby/lists", "internal/botseats", "internal/work"},
	"internal/simulate/days":    {"internal/cpu", "internal/simulate"},
	"internal/serve":            {"internal/bucket", "internal/forms", "internal/notices", "ai/story", "internal/advice", "internal/puzzles", "internal/stories", "engine", "internal/state", "internal/store", "internal/jetstream", "internal/sqlite", "internal/table", "internal/identity", "internal/lobby", "internal/lobby/lists", "internal/daily", "games", "internal/httpapi", "internal/httpapi/admit", "internal/metrics", "internal/botseats", "internal/signin", "internal/work", "web"},
	"internal/doctor":           {"internal/sqlite"}, // a client of the API, too
	"internal/arena":            {"ai"},              // a client of the API
	"internal/load":             {"engine", "engine/transcript", "games", "internal/jetstream", "internal/sqlite", "internal/state", "internal/store", "internal/port", "internal/table", "internal/identity", "internal/lobby"},
	"examples":                  nil,
	"examples/bot-go":           nil,        // a bot needs the API and nothing else
	"examples/brimful":          {"engine"}, // a card game needs the contract alone
	"examples/brimful/rules":    nil,
	"examples/brimful/entry":    {"engine", "games/entry", "examples/brimful", "examples/brimful/rules", "internal/terminal/present"},
	"examples/brimful/lab":      {"engine", "engine/enginetest", "games/lab", "examples/brimful", "examples/brimful/entry"},
	"examples/brimful/play":     {"engine", "examples/brimful"},
	"internal/outbound":         nil,                                                                                                                                      // it knows no sender
	"internal/notices":          {"internal/refusal", "engine", "locale", "internal/store", "internal/table", "internal/identity", "internal/lobby", "internal/outbound"}, // it reads states and tells people
	"internal/notices/pushtest": nil,                                                                                                                                      // it shares no code with the sender

	"web":             nil, // files only
	"internal/gen":    {"engine", "games", "games/entry", "games/lab", "games/labs", "games/epidemic", "locale", "internal/httpapi", "internal/shape"},
	"internal/wasm":   {"engine", "ai", "games/*"}, // rules alone, so not the whole list
	"cmd/theriac":     {"ai", "ai/story", "engine", "engine/transcript", "games", "games/entry", "locale", "internal/commands", "internal/terminal", "internal/store", "internal/lobby", "internal/notices", "internal/serve", "internal/signin", "internal/doctor", "internal/licences", "internal/usage"},
	"cmd/theriac-lab": {"ai", "ai/puzzle", "ai/story", "ai/train", "bots", "engine", "engine/transcript", "engine/enginetest", "games", "games/lab", "games/labs", "locale", "internal/sim", "internal/stories/measure", "internal/arena", "internal/commands", "internal/load", "internal/lobby", "internal/sqlite"},
}

// pure is the core: rules as a fold over values. What a game brings to the programs around
// it is in its entry and its lab, which are not.
func pure(path string) bool {
	return (path == "engine" || path == "engine/transcript" || strings.HasPrefix(path, "games/")) &&
		!strings.HasSuffix(path, "test") && !slices.Contains([]string{"entry", "mapgame", "lab", "maplab", "labs"}, filepath.Base(path))
}

// bannedDirectly would let the world into the rules.
var bannedDirectly = map[string]string{
	"time": "time is an input", "os": "rules do no I/O", "net": "rules do no I/O", "log": "facts are the log",
	"math/rand": "chance comes from the seed", "math/rand/v2": "chance comes from the seed",
	"context": "a fold cannot be cancelled", "sync": "a position has one owner",
}

// bannedAltogether makes the browser build heavy, wherever it comes from.
var bannedAltogether = []string{"fmt", "reflect", "encoding/json"}

type pkg struct {
	ImportPath string
	Doc        string
	Dir        string
	Imports    []string
	Deps       []string
	Standard   bool
	Module     *struct{ Main bool }
}

// packages lists the packages of the module.
func packages(t *testing.T) []pkg {
	cmd := exec.Command("go", "list", "-json", "./...")
	cmd.Dir = root(t)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var list []pkg
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p pkg
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return list
		} else if err != nil {
			t.Fatal(err)
		}
		p.ImportPath = strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, module), "/")
		list = append(list, p)
	}
}

func root(t *testing.T) string {
	dir, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// allowed is what a package may import, and whether it is known at all.
func allowed(path string) (imports []string, known bool) {
	own := ""
	imports, known = arrows[path]
	for _, game := range games.Names() {
		if known {
			break
		}
		if rest, in := strings.CutPrefix(path+"/", "games/"+game+"/"); in {
			own = game
			imports, known = arrows[strings.TrimSuffix("games/*/"+rest, "/")]
		}
	}
	var list []string
	for _, to := range imports {
		for _, game := range games.Names() {
			if own == "" || own == game {
				list = append(list, strings.Replace(to, "*", game, 1))
			}
		}
	}
	return list, known
}

// A star stands for one game, and a game's own lines come before those of all.
func TestStarsOfArrows(t *testing.T) {
	for path, want := range map[string]string{"games/world/roles": "games/world/actions", "games": "games/iberia/entry", "games/iberia": "games/iberia/traits"} {
		if list, known := allowed(path); !known || !slices.Contains(list, want) {
			t.Errorf("%s may not import %s", path, want)
		}
	}
	for path, not := range map[string]string{"games/world/roles": "games/iberia/actions", "games/pharmacy": "games/epidemic", "games/world/entry": "games/iberia"} {
		if list, _ := allowed(path); slices.Contains(list, not) {
			t.Errorf("%s may import %s", path, not)
		}
	}
	if _, known := allowed("games/nothing/roles"); known {
		t.Error("a folder that is no game is known")
	}
}

func TestArrows(t *testing.T) {
	for _, p := range packages(t) {
		allowed, known := allowed(p.ImportPath)
		if !known {
			t.Errorf("%s is a new package: say here what it may import", p.ImportPath)
		}
		for _, imp := range p.Imports {
			if to, ours := strings.CutPrefix(imp, module+"/"); ours && !slices.Contains(allowed, to) {
				t.Errorf("%s must not import %s", p.ImportPath, to)
			}
		}
	}
}

func TestPureCore(t *testing.T) {
	seen := 0
	for _, p := range packages(t) {
		if !pure(p.ImportPath) {
			continue
		}
		seen++
		for _, imp := range p.Imports {
			if why, banned := bannedDirectly[imp]; banned {
				t.Errorf("%s imports %s: %s", p.ImportPath, imp, why)
			}
			if strings.Contains(imp, ".") && !strings.HasPrefix(imp, module+"/") {
				t.Errorf("%s imports %s: the core is the standard library and itself", p.ImportPath, imp)
			}
		}
		for _, dep := range p.Deps {
			if slices.Contains(bannedAltogether, dep) {
				t.Errorf("%s reaches %s, which the browser would have to load", p.ImportPath, dep)
			}
		}
	}
	if seen < 8 {
		t.Errorf("only %d packages were looked at", seen)
	}
}

// Every package says what it does and what it refuses to do.
func TestPackageDocs(t *testing.T) {
	for _, p := range packages(t) {
		doc := packageDoc(t, p.Dir)
		if !strings.Contains(doc, "refuse") && !strings.Contains(doc, "contains no") && !strings.HasPrefix(p.ImportPath, "cmd/") {
			t.Errorf("the doc of %s does not say what it refuses to do", p.ImportPath)
		}
		if len(doc) < 80 {
			t.Errorf("the doc of %s says too little", p.ImportPath)
		}
	}
}

func packageDoc(t *testing.T, dir string) string {
	doc := ""
	for _, f := range sources(t, dir) {
		if file := parse(t, f, parser.PackageClauseOnly|parser.ParseComments); file.Doc != nil {
			doc += file.Doc.Text()
		}
	}
	return doc
}

func parse(t *testing.T, path string, mode parser.Mode) *ast.File {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, mode)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// sources lists the Go files of one folder, tests aside.
func sources(t *testing.T, dir string) []string {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(files, func(f string) bool { return strings.HasSuffix(f, "_test.go") })
}

// No init functions, and no file that needs a map.
func TestPlainCode(t *testing.T) {
	err := filepath.WalkDir(root(t), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if n := strings.Count(string(text), "\n"); n > 500 {
			t.Errorf("%s has %d lines: is it still one thought?", path, n)
		}
		for _, decl := range parse(t, path, parser.SkipObjectResolution).Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name == "init" {
				t.Errorf("%s has an init function", path)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// The kernel names no city, role or event: what it needs of one it gets from
// the box.
func TestKernelNamesNoCard(t *testing.T) {
	names := map[string]bool{}
	for _, k := range [][]string{world.Game.City.Values, world.Game.Role.Values, world.Game.Event.Values, world.Game.Disease.Values} {
		for _, n := range k {
			names[n] = true
		}
	}
	found := 0
	for _, path := range sources(t, filepath.Join(root(t), "games", "epidemic")) {
		ast.Inspect(parse(t, path, 0), func(n ast.Node) bool {
			lit, ok := n.(*ast.BasicLit)
			if !ok || lit.Kind != token.STRING {
				return true
			}
			found++
			text, _ := strconv.Unquote(lit.Value)
			for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == '/' || r == ' ' }) {
				if names[word] {
					t.Errorf("%s names %q", filepath.Base(path), word)
				}
			}
			return true
		})
	}
	if found < 100 {
		t.Errorf("only %d texts were looked at", found)
	}
}

// Every game is reachable by its name.
func TestGamesAreListed(t *testing.T) {
	for _, g := range games.All {
		if found, ok := games.Find(g.Name()); !ok || found != g {
			t.Errorf("%s cannot be found", g.Name())
		}
	}
}
