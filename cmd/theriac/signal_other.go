//go:build !unix

package main

import "os"

// endings are the signals that end a game and keep it.
func endings() []os.Signal { return []os.Signal{os.Interrupt} }
