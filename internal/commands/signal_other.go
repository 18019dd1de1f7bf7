//go:build !unix

package commands

import "os"

// Endings are the signals that end a game and keep it.
func Endings() []os.Signal { return []os.Signal{os.Interrupt} }
