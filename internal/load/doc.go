// Package load simulates many people who use a server through its API. It measures moves, subscribers, cold
// tables and idle streams. It also sends forged requests, and looks for secrets in everything that a seat
// receives.
//
// By design it refuses to look inside the server that it measures. It uses only the API, the metrics, and what
// the operating system reports about a process. It counts a move as stored only after it has read the move
// back.
package load
