// Package pages serves the files of the built client and of the documentation, and the plain
// pages that work without a client.
//
// It refuses to know people and tables: it gets texts, and shows them.
package pages
