// Package events holds the events of the game of the peninsula, one file each.
//
// It refuses to know who plays an event and when: the kernel's windows do.
package events
