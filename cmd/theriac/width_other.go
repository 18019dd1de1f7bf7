//go:build !unix

package main

import "os"

// terminalWidth returns 0, because the width of a terminal is unknown on this system.
func terminalWidth(*os.File) int { return 0 }
