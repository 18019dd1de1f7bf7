// Package wire runs the NATS server inside a node, and sends the messages that are not stored. These are the
// messages of the queue of questions for workers, the nodes' times, and the reminders that nodes have fired.
//
// A server runs alone or in a cluster, whose nodes identify themselves with a secret, certificates or both. It
// has two users. One is this program, which connects without a network and may do everything. The other is
// "worker", for programs on other machines. It may only take questions and answer them.
//
// These are the subjects:
//
//	w.>              questions for workers, see work.go
//	_WORKER.>        replies to workers
//	n.time.<node>    a node's time
//	n.fired.<node>   the reminders that a node has fired
//
// The server can also store JetStream streams for package bus, which uses other subjects. This package refuses
// to read or write streams, and to store anything itself: a message to a node that is not connected is lost.
package wire
