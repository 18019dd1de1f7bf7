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

// arrows lists which packages of the module each package may import. All other imports are forbidden, so that
// each new import is a decision. A star stands for the name of a game, which must be the same in a package and
// in its imports. A game that differs from the others has entries of its own.
var arrows = map[string][]string{
	"engine":                      nil, // package engine, the contract between games and programs, has no dependencies
	"engine/transcript":           {"engine"},
	"engine/enginetest":           {"engine", "engine/transcript"},
	"engine/enginetest/property":  nil, // counts test cases, whatever they test
	"engine/lesson":               {"engine"},
	"games/epidemic":              {"engine"}, // the kernel does not depend on any game
	"games/epidemic/epidemictest": {"engine", "engine/transcript", "engine/enginetest", "games/epidemic", "ai", "bots"},
	"games/*/rules":               nil, // only texts; the rules of play do not depend on them
	"games/*/lessons":             nil, // only data
	"games/*/puzzles":             nil, // only data
	// These are the packages of a map game. The package of one card does not import that of another.
	"games/*":                     {"engine", "games/epidemic", "games/*/actions", "games/*/bonuses", "games/*/challenges", "games/*/events", "games/*/incidents", "games/*/roles", "games/*/strains", "games/*/traits"},
	"games/*/actions":             {"engine", "games/epidemic"},
	"games/*/bonuses":             {"engine", "games/epidemic"},
	"games/*/challenges":          {"engine", "games/epidemic"},
	"games/*/events":              {"engine", "games/epidemic"},
	"games/*/incidents":           {"engine", "games/epidemic"},
	"games/*/roles":               {"engine", "games/epidemic", "games/*/actions"}, // a role may change what an action does
	"games/*/strains":             {"engine", "games/epidemic"},
	"games/*/traits":              {"engine", "games/epidemic"},
	"games/*/entry":               {"engine/lesson", "games/entry", "games/epidemic/mapgame", "games/*", "games/*/lessons", "games/*/puzzles"},
	"games/*/lab":                 {"games/epidemic/maplab", "games/*", "games/*/entry"},
	"games/world/worldtest":       {"engine", "games/epidemic", "games/world"},
	"games/pharmacy":              {"engine"}, // a card game needs only package engine
	"games/pharmacy/bots":         {"engine", "ai", "games/pharmacy"},
	"games/pharmacy/pharmacytest": {"engine", "engine/enginetest", "games/pharmacy", "games/pharmacy/bots", "ai"},
	"games/entry":                 {"engine", "engine/lesson", "ai", "ai/puzzle", "ai/story", "internal/terminal/present"}, // the data that a game provides for the server and the terminal
	"games/lab":                   {"ai/puzzle", "ai/train", "engine", "engine/enginetest", "games/entry", "internal/sim"}, // the data that a game provides for the laboratory
	"games/labs":                  {"games/lab", "games/*/lab"},
	"games/epidemic/proof":        {"engine", "games/epidemic"},
	"games/epidemic/mapgame":      {"engine", "games/entry", "games/epidemic", "games/epidemic/proof", "ai", "ai/puzzle", "ai/story", "bots", "internal/terminal/present"},
	"games/epidemic/maplab":       {"engine", "engine/enginetest", "games/entry", "games/lab", "games/epidemic", "games/epidemic/epidemictest", "games/epidemic/proof", "ai", "ai/puzzle", "ai/train", "bots", "internal/sim"},
	"games/pharmacy/proof":        {"engine", "games/pharmacy"},
	"games/pharmacy/entry":        {"engine", "engine/lesson", "games/entry", "games/pharmacy", "games/pharmacy/bots", "games/pharmacy/lessons", "games/pharmacy/proof", "games/pharmacy/puzzles", "games/pharmacy/rules", "ai/puzzle", "internal/terminal/present"},
	"games/pharmacy/lab":          {"engine", "engine/enginetest", "games/entry", "games/lab", "games/pharmacy", "games/pharmacy/bots", "games/pharmacy/entry", "games/pharmacy/pharmacytest", "games/pharmacy/proof", "ai", "ai/puzzle", "ai/train", "internal/cpu", "internal/shape", "internal/sim"},
	"games":                       {"ai", "ai/story", "engine", "engine/lesson", "games/entry", "games/*/entry"},
	"games/one":                   nil,                                // empty unless a build tag selects a game
	"locale":                      {"engine", "games", "games/entry"}, // contains the games' rule texts; a game's own packages do not import it
	"ai":                          {"engine"},                         // the search for a move works for any game
	"ai/story":                    {"ai", "engine"},                   // finds turning points in any game
	"ai/puzzle":                   {"engine"},                         // puzzles of any game: positions with a question
	"ai/train":                    {"ai"},                             // fits the parameters of players, but contains no player
	"bots":                        {"engine", "ai", "games/epidemic"},
	"internal/cpu":                nil,
	"internal/port":               nil,
	"internal/sim":                {"ai", "engine", "internal/cpu"},
	"internal/terminal":           {"ai", "ai/story", "engine", "engine/transcript", "games", "internal/terminal/present", "locale"},
	"internal/terminal/present":   {"engine"},
	"internal/shape":              nil,
	"internal/shape/shapetest":    {"engine", "engine/transcript", "internal/shape"},
	"internal/archtest":           nil,
	"internal/prose":              nil,
	"internal/prose/count":        {"internal/prose"},
	"internal/commands":           nil, // shared by all command lines; knows no particular command
	"internal/usage":              nil, // describes a command line
	"internal/licences":           nil,
	"internal/licences/write":     {"internal/licences"},
	"internal/site":               {"games", "locale"},   // needs only texts and the names of games
	"internal/release":            {"internal/licences"}, // runs the built program as a user does

	"internal/store":               nil,                                                                                                      // the interfaces of a store, but nothing that uses them
	"internal/store/memstore":      {"internal/replica", "internal/state", "internal/state/hub", "internal/state/maprows", "internal/store"}, // a store without a server or files
	"internal/store/storetest":     {"internal/store"},                                                                                       // checks what every store must guarantee
	"internal/refusal":             nil,                                                                                                      // statuses and ids of errors
	"internal/formats":             {"internal/store"},                                                                                       // names of formats, not their contents
	"internal/state":               nil,                                                                                                      // the data in a store, but not the store itself
	"internal/state/hub":           {"internal/state", "internal/store"},                                                                     // publishes committed changes within a process
	"internal/state/maprows":       {"internal/state"},                                                                                       // used by the store in memory, and by tests to compare with
	"internal/state/statetest":     {"internal/state", "internal/state/maprows"},
	"internal/replica":             {"internal/state", "internal/store"},                                                                      // applies a log to a state, whatever stores them
	"internal/replica/replicatest": {"internal/replica", "internal/state", "internal/state/hub", "internal/store", "internal/store/memstore"}, // a log and a cluster in memory
	"internal/sqlite":              {"internal/replica", "internal/state", "internal/state/hub", "internal/store"},
	"internal/wire":                {"internal/store"}, // sends messages that are not stored
	"internal/wire/wiretest":       {"internal/port", "internal/wire"},
	"internal/bus":                 {"internal/replica", "internal/sqlite", "internal/state", "internal/store", "internal/wire"},                          // runs a node that applies a log; knows neither tables nor people
	"internal/table":               {"internal/refusal", "engine", "engine/transcript", "games", "internal/store"},                                        // knows seats, not people
	"internal/offline":             {"ai", "engine", "internal/table"},                                                                                    // a table without a server
	"internal/offline/trace":       {"engine", "games", "internal/table", "internal/work"},                                                                // repeats what a server does, to compare the results
	"internal/work":                {"engine", "ai", "games", "internal/cpu", "internal/store"},                                                           // sees views but no positions, because it runs on other machines
	"internal/botseats":            {"engine", "internal/store", "internal/table", "internal/lobby", "internal/work"},                                     // asks workers for bots' moves and submits them; the log decides whether they count
	"internal/advice":              {"internal/refusal", "engine", "internal/store", "internal/work"},                                                     // sees views but no tables; others decide who may ask
	"internal/identity":            {"internal/refusal", "internal/store"},                                                                                // knows people, not games
	"internal/names":               {"internal/refusal"},                                                                                                  // knows words, not people
	"internal/doors":               {"internal/names", "internal/refusal", "internal/identity", "internal/store"},                                         // decides who may come in; knows no tables
	"internal/signin":              {"internal/refusal", "internal/identity", "internal/store"},                                                           // signs members in; package identity opens the session
	"internal/order":               {"internal/refusal", "internal/identity", "internal/store"},                                                           // decides about people; knows no table and no request
	"internal/signin/signintest":   nil,                                                                                                                   // simulates an authenticator
	"internal/lobby":               {"internal/refusal", "engine", "games", "games/entry", "internal/store", "internal/identity", "internal/lobby/lists"}, // makes decisions about tables, and builds the entries of lists
	"internal/lobby/lists":         {"internal/store", "internal/identity"},                                                                               // finds tables; makes no decisions and knows no records
	"internal/daily":               {"engine", "games", "internal/store", "internal/identity", "internal/lobby"},                                          // computes results from the lobby's outcomes, which come from the log
	"internal/evenings":            {"internal/refusal", "internal/store", "internal/identity", "internal/lobby"},                                         // forms teams; the lobby seats them
	"internal/puzzles":             {"internal/refusal", "ai/puzzle", "engine", "games", "internal/store", "internal/table"},
	"internal/stories":             {"internal/refusal", "ai/story", "engine", "games", "internal/store", "internal/table", "internal/work"}, // asks for stories and stores them; workers compute them
	"internal/stories/measure":     {"ai", "ai/story", "engine", "engine/transcript", "games", "internal/cpu"},
	"internal/history":             {"ai/puzzle", "engine", "games", "internal/lobby", "internal/puzzles"}, // computes statistics from stored outcomes
	"internal/httpapi":             {"internal/names", "internal/httpapi/admit", "internal/httpapi/hooks", "internal/httpapi/live", "internal/httpapi/pages", "internal/httpapi/wire", "internal/formats", "internal/notices", "internal/advice", "internal/history", "internal/stories", "ai/puzzle", "ai/story", "games/entry", "internal/puzzles", "engine", "games", "locale", "internal/store", "internal/table", "internal/identity", "internal/lobby", "internal/daily", "internal/evenings", "internal/doors", "internal/order", "internal/signin", "internal/terminal/present"},
	"internal/httpapi/wire":        {"engine", "internal/advice", "internal/identity", "internal/lobby", "internal/store"}, // knows nothing about who calls it
	"internal/httpapi/admit":       {"internal/httpapi/wire", "internal/identity", "locale"},                               // knows nothing about individual operations
	"internal/httpapi/live":        {"internal/httpapi/admit", "internal/httpapi/wire", "engine", "internal/identity", "internal/lobby", "internal/store", "internal/table"},
	"internal/httpapi/hooks":       {"engine", "internal/identity", "internal/lobby", "internal/outbound", "internal/table", "locale"}, // knows nothing about HTTP requests
	"internal/httpapi/pages":       {"internal/httpapi/wire", "locale"},                                                                // only files and texts
	"internal/metrics":             nil,                                                                                                // counts events that other packages report
	// Simulations run the server's own code over a simulated store.
	"internal/simulate":         {"engine", "games", "internal/store", "internal/store/memstore", "internal/table", "internal/identity", "internal/lobby", "internal/order", "internal/botseats", "internal/work"},
	"internal/simulate/cluster": {"internal/formats", "internal/replica", "internal/state", "internal/state/maprows", "internal/store"}, // only the store of a cluster, without its users
	"internal/simulate/days":    {"internal/cpu", "internal/simulate", "internal/simulate/cluster"},
	"internal/serve":            {"locale", "internal/bus", "internal/replica", "internal/formats", "internal/notices", "ai/story", "internal/advice", "internal/puzzles", "internal/stories", "engine", "internal/state", "internal/store", "internal/sqlite", "internal/wire", "internal/table", "internal/identity", "internal/lobby", "internal/daily", "internal/evenings", "internal/doors", "games", "internal/httpapi", "internal/httpapi/admit", "internal/metrics", "internal/botseats", "internal/order", "internal/signin", "internal/work", "web"},
	"internal/doctor":           {"internal/sqlite"}, // a client of the API that also reads the store's files
	"internal/arena":            {"ai"},              // a client of the API
	"internal/load":             {"engine", "engine/transcript", "games", "internal/sqlite", "internal/state", "internal/store", "internal/port", "internal/table", "internal/identity", "internal/lobby"},
	"examples":                  nil,
	"examples/bot-go":           nil,        // a bot needs only the API
	"examples/brimful":          {"engine"}, // a card game needs only package engine
	"examples/brimful/rules":    nil,
	"examples/brimful/entry":    {"engine", "games/entry", "examples/brimful", "examples/brimful/rules", "internal/terminal/present"},
	"examples/brimful/lab":      {"engine", "engine/enginetest", "games/lab", "examples/brimful", "examples/brimful/entry"},
	"examples/brimful/play":     {"engine", "examples/brimful"},
	"internal/outbound":         nil,                                                                                                                                      // knows nothing about its callers
	"internal/notices":          {"internal/refusal", "engine", "locale", "internal/store", "internal/table", "internal/identity", "internal/lobby", "internal/outbound"}, // reads games' states and notifies people
	"internal/notices/pushtest": nil,                                                                                                                                      // shares no code with the sender

	"web":             nil, // only files
	"internal/gen":    {"engine", "games", "games/entry", "games/lab", "games/labs", "games/epidemic", "locale", "internal/httpapi", "internal/shape"},
	"internal/wasm":   {"engine", "ai", "games/*"}, // imports games one by one, because it does not need the list of all games
	"cmd/theriac":     {"ai", "ai/story", "engine", "engine/transcript", "games", "games/entry", "locale", "internal/commands", "internal/terminal", "internal/store", "internal/lobby", "internal/notices", "internal/serve", "internal/signin", "internal/doctor", "internal/licences", "internal/usage"},
	"cmd/theriac-lab": {"ai", "ai/puzzle", "ai/story", "ai/train", "bots", "engine", "engine/transcript", "engine/enginetest", "games", "games/lab", "games/labs", "locale", "internal/sim", "internal/stories/measure", "internal/arena", "internal/commands", "internal/load", "internal/lobby", "internal/sqlite"},
}

// pure reports whether a package belongs to the pure core, which only computes values from other values. The
// packages entry and lab of a game are not part of it, because they connect the game to programs outside the
// core.
func pure(path string) bool {
	return (path == "engine" || path == "engine/transcript" || strings.HasPrefix(path, "games/")) &&
		!strings.HasSuffix(path, "test") && !slices.Contains([]string{"entry", "mapgame", "lab", "maplab", "labs"}, filepath.Base(path))
}

// bannedDirectly lists packages that the core may not import, because they give access to the
// outside world.
var bannedDirectly = map[string]string{
	"time": "time is an input", "os": "rules do no I/O", "net": "rules do no I/O", "log": "facts are the log",
	"math/rand": "chance comes from the seed", "math/rand/v2": "chance comes from the seed",
	"context": "a fold cannot be cancelled", "sync": "a position has one owner",
}

// bannedAltogether lists packages that the core may not import even indirectly, because they make
// the browser build large.
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

// packages returns the packages of the module.
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

// allowed returns which packages a package may import, and whether arrows mentions it.
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

// A star in arrows matches one game. Lines that name a game take precedence over lines with a star.
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

// Every package doc describes what the package does, and what it refuses to do.
func TestPackageDocs(t *testing.T) {
	for _, p := range packages(t) {
		doc := packageDoc(t, p.Dir)
		refuses := func(word string) bool { return strings.Contains(doc, word) }
		if !slices.ContainsFunc([]string{"refuse", "contains no", "deliberately"}, refuses) && !strings.HasPrefix(p.ImportPath, "cmd/") {
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

// sources returns the Go files of one folder, except tests.
func sources(t *testing.T, dir string) []string {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(files, func(f string) bool { return strings.HasSuffix(f, "_test.go") })
}

// No package has an init function, and no file is longer than 500 lines.
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

// The kernel names no city, role or event. It gets everything that it needs to know about them from the game's
// box.
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

// Every game can be found by its name.
func TestGamesAreListed(t *testing.T) {
	for _, g := range games.All {
		if found, ok := games.Find(g.Name()); !ok || found != g {
			t.Errorf("%s cannot be found", g.Name())
		}
	}
}
