//go:build unix

package commands

import (
	"os"
	"os/signal"
	"syscall"
)

// Endings are the signals that end a game and keep it: Ctrl-C, a shutdown and a
// closed window. A reader of the output who goes away is none of them: the
// write fails then, and that ends the game too.
func Endings() []os.Signal {
	signal.Ignore(syscall.SIGPIPE)
	return []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}
}
