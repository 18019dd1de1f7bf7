// Package simulate plays whole days of a server of several nodes in one thread. People and bots play at a
// hundred tables, over a store in memory that fails as a real one may. A seed determines everything that
// happens, so a day that went wrong can be played again, step by step. After each step the simulation checks
// what must always hold.
//
// It runs the real code of packages such as table, lobby, identity and botseats, through their interfaces for
// time, storage and scheduling. It refuses to know the insides of those packages, and to be part of a server.
// JetStream and HTTP are tested as they are, elsewhere.
package simulate
