// Package sqlite implements the interfaces of internal/store in one SQLite file, for a single node or for one
// node's copy of a cluster's state.
//
// A single goroutine writes. It applies all waiting operations in one transaction, and commits them with one
// sync to disk. Readers use their own connections and see committed data. Every page and every row has a
// checksum.
//
// A cluster's log is synced to disk before its frames are applied. So a replicated store does not sync each
// commit: after a power cut it continues from an older mark, and applies the frames after it again. Nor does it
// write to the file for a frame without operations.
//
// The package refuses to define what an operation does, which is up to package state. It does not connect the
// nodes of a cluster either, which is up to package replica.
package sqlite
