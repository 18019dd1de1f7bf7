// Package licences contains the list of third-party packages in the binary, and the text of every licence. Its
// command write generates both from the packages that are really linked and bundled. By design the package refuses
// to guess: an unknown licence is an error, and a dependency without an entry fails a test.
package licences

import (
	_ "embed" // embeds the list and the texts
	"encoding/json"
)

// Package is a third-party package in the binary.
type Package struct {
	Kind    string `json:"kind"` // go or npm
	Name    string `json:"name"`
	Version string `json:"version"`
	Licence string `json:"licence"`        // its SPDX identifier
	Part    string `json:"part,omitempty"` // which part of the package is used, if not its code
	Sum     string `json:"sum,omitempty"`  // checksum of the installed package, as in npm's lock file
}

// The files that the command write generates, relative to the module's root.
const (
	ListFile = "internal/licences/third-party.json"
	TextFile = "internal/licences/third-party.txt"
)

//go:embed third-party.json
var list []byte

//go:embed third-party.txt
var text string

// Text returns the licence texts that must accompany the binary.
func Text() string { return text }

// List returns the third-party packages in the binary, Go modules first.
func List() ([]Package, error) {
	var all []Package
	err := json.Unmarshal(list, &all)
	return all, err
}
