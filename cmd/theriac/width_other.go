//go:build !unix

package main

import "os"

// terminalWidth does not know how wide a terminal is here.
func terminalWidth(*os.File) int { return 0 }
