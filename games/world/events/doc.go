// Package events holds the events of the world-map game, one file each. An event defines when it can have an
// effect, what it asks, and what it does. The kernel handles the card, asks the seats when they may play it,
// and asks for consent.
//
// An event deliberately does not depend on any other event, and changes a position only through the
// kernel's methods.
package events
