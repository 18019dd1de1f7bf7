// Package wire is how operations and tables are put on the wire: an operation with its limit
// and its statuses, registered with its schema; errors as problems; and a table as JSON.
//
// It refuses to know who calls: what admits a request is above it.
package wire
