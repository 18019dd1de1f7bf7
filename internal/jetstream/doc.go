// Package jetstream stores the server's logs, buckets and chat in NATS JetStream:
// one embedded server at home, or a cluster of three. It implements
// the interfaces of internal/store, with the same meaning on one node and on
// three, although JetStream answers races and repeats differently there.
//
// It refuses to know what the bytes mean, to lead anything of its own (any node
// may write to any table, the stream's order decides), and to call a write done
// before it is on disk.
//
// Streams, by subject:
//
//	LOG-<n>   t.<n>.<table>            the entries of the tables of shard n
//	KEPT-<n>  c.<n>.<table>            the snapshot of each, a cache
//	ARCHIVE   a.<table>                finished games
//	PACKS     p.<pack>                 many of them in one message
//	PACKED    x.<pack>                 which tables a pack has
//	SHELF     k.<bucket>.<key>         small records
//	TALK-<n>  s.<n>.<table>.<person>   chat
//	DUE-<n>   d.<n>.<minute>.<table>   reminders
//	WORK      w.i.<table>.<part>       questions for workers, in memory
//
// A store with one shard, or that was made before chat and reminders were spread, has one
// stream TALK with s.<table>.<person> and one stream DUE with d.<minute>.<table>.
//
// The feed is plain messages, not stored: f.<table>.log, f.<table>.talk.<person>
// and f.<table>.x.<kind>.
//
// The place of an entry (store.Item.At) is its number in the stream. A restored
// backup gives new numbers, so nothing may store them but snapshots, which a
// backup leaves out.
package jetstream
