// Package bus runs one node of a cluster whose nodes all apply the same replicated log. NATS
// JetStream stores the log, in a server inside this process.
//
// A Log implements the replicated log of package replica. Each log is one JetStream stream:
//
//   - The stream's name contains the epoch of the log. Its metadata contain the mark of the
//     state that the log continues.
//   - Each message is a frame, and its sequence number is the frame's position. The first
//     number is one above the position in the mark.
//   - A node publishes frames to the stream's subject. The stream's leader republishes each
//     stored frame to all nodes. A node that misses a frame fetches it from a replica.
//   - Frames are removed only by a purge up to some position. The stream has no limits on age
//     or size.
//
// The package refuses to interpret frames, and to read or write files of the NATS server. It
// does not use consumers, key-value buckets or deletions of single messages.
package bus
