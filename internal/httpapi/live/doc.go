// Package live streams a table's events: updates, chat, presence, plans and heartbeats. It tracks
// who follows a table and which events they have already received.
//
// By design it refuses to change a game: it only shows the data that the packages table and lobby
// hold.
package live
