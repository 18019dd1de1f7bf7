// Package cpu tells how much of a processor a thread or the process has used, for those who measure
// thinking on a machine that does other things too. It refuses to judge what it tells.
package cpu
