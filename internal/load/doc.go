// Package load plays against a server from outside, as people do, only more of them:
// it measures moves, subscribers, cold tables and idle streams, forges requests, and
// looks for secrets in all that a seat receives.
//
// It refuses to look inside the server that it measures (it knows the API, what the
// operating system says of a process, and the metrics), and to count a move as stored
// that it has not read back.
package load
