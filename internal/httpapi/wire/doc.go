// Package wire converts operations, errors and tables to their HTTP form. It registers an operation
// with its limit, statuses and schema, writes errors as problems, and writes tables as JSON.
//
// By design it refuses to identify or limit callers: it gets only requests that package admit has
// admitted.
package wire
