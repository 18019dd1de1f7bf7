// Package cluster simulates whole days of a cluster's store in one thread. Clients write to nodes and read from
// them, over a replicated log and data folders that fail as real ones may. A seed determines everything that
// happens, so a day that went wrong can be simulated again, step by step. After each step the simulation checks
// what must always hold.
//
// It runs the real code of internal/replica, internal/state and internal/formats. The log is a model of what
// NATS JetStream promises: a leader, a majority that stores each message, and terms. The package refuses to be
// that log, and to know what the stored rows mean.
package cluster
