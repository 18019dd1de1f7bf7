// Package licences has what others wrote and the binary contains: the list of it, and
// the text of every licence. Its sibling command write makes both from what is really
// linked and bundled. The package refuses to guess: a licence that the command does not
// recognise is an error there, and a dependency without an entry fails a test here.
package licences

import (
	_ "embed" // the list and the texts
	"encoding/json"
)

// Package is something that others wrote and the binary contains.
type Package struct {
	Kind    string `json:"kind"` // go or npm
	Name    string `json:"name"`
	Version string `json:"version"`
	Licence string `json:"licence"`        // as SPDX names it
	Part    string `json:"part,omitempty"` // what of it is used, where that is not its code
	Sum     string `json:"sum,omitempty"`  // of what npm installed, as in its lock
}

// The two files of the command write, as seen from the module's root.
const (
	ListFile = "internal/licences/third-party.json"
	TextFile = "internal/licences/third-party.txt"
)

//go:embed third-party.json
var list []byte

//go:embed third-party.txt
var text string

// Text is everything that has to be passed on with the binary.
func Text() string { return text }

// List is what the binary contains, Go's modules first.
func List() ([]Package, error) {
	var all []Package
	err := json.Unmarshal(list, &all)
	return all, err
}
