// Package web holds the built web client inside the program, so that one file is a whole server. It
// deliberately neither builds the client (make build does) nor serves it (internal/httpapi does). If no client
// was built, it reports that.
package web

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var dist embed.FS

// Client returns the built client and reports whether there is one: the program can be built without it.
func Client() (fs.FS, bool) {
	files, err := fs.Sub(dist, "dist")
	if err != nil {
		return nil, false
	}
	if _, err := fs.Stat(files, "index.html"); err != nil {
		return nil, false
	}
	return files, true
}
