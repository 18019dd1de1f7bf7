// Package simulate plays whole days of a server of several nodes in one thread: people
// and bots at a hundred tables, over a store in memory that fails as a real one may.
// Everything that happens follows from a seed, so a day that went wrong can be played
// again, step by step. After each step it checks what must always hold.
//
// It runs the real code of internal/table, lobby, identity and botseats, through the
// interfaces that they have for time, storage and scheduling. It refuses to know what
// those packages do inside, and to be part of a server: JetStream and HTTP are tested
// as they are, elsewhere.
package simulate
