// Package cpu measures how much processor time a thread or this process has used. The laboratory uses it to
// measure how long bots think, even if the machine is busy with other work.
//
// By design it refuses to judge the figures: its callers do that.
package cpu
