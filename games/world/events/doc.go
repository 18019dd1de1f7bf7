// Package events holds the events of the world-map game, one file each. An
// event says when it can do anything, what it asks, and what it does; the
// kernel deals with the card, the moment and consent.
//
// An event refuses to know any other event, and to change a position but
// through the kernel's methods.
package events
