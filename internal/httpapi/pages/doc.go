// Package pages serves the files of the built client and of the documentation. It also renders the
// plain pages that work without a client.
//
// By design it refuses to know people and tables: the caller passes the texts to show.
package pages
