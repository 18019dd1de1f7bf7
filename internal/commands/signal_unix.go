//go:build unix

package commands

import (
	"os"
	"os/signal"
	"syscall"
)

// Endings returns the signals after which a program saves the game and ends: Ctrl-C, a shutdown and
// a closed window. SIGPIPE is not included: if the output has no reader, the next write fails and
// ends the game anyway.
func Endings() []os.Signal {
	signal.Ignore(syscall.SIGPIPE)
	return []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}
}
