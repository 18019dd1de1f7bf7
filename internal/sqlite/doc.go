// Package sqlite implements internal/store for one node, in one SQLite file.
//
// One goroutine writes: it applies all operations that wait in one transaction and
// commits them with one sync to the disk. Readers have connections of their own and see
// what was committed. Every page and every row has a checksum.
//
// It refuses to decide what an operation does, which is internal/state's, and to be the
// store of several nodes.
package sqlite
