//go:build !unix

package commands

import "os"

// Endings returns the signals after which a program saves the game and ends.
func Endings() []os.Signal { return []os.Signal{os.Interrupt} }
