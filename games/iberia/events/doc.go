// Package events holds the events of the peninsula game, one file each.
//
// An event deliberately does not decide who can play it or when: the kernel does.
package events
