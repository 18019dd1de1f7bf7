// Package web holds the built web client inside the program, so that one file is
// a whole server. It refuses to build the client (make build does), to serve it
// (internal/httpapi does) and to pretend that there is one where none was built.
package web

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var dist embed.FS

// Client is the built client, and whether there is one: a program can be built
// without it.
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
