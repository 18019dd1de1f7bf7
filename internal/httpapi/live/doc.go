// Package live is the stream of events of a table: who follows it, what they have seen, and
// what they are sent. It writes updates, chat, presence, plans and heartbeats.
//
// It refuses to change a game: it shows what the table and the lobby have.
package live
