package main

import (
	"strings"

	"rsc.io/qr"
)

// quietZone is the width of the margin that QR code readers require, in modules (the squares of the code).
const quietZone = 4

// qrText draws a QR code with half-block characters, so that one line shows two rows of modules. Without
// colours it draws only the light modules, which requires a dark screen. With colours it works on any screen.
func qrText(text string, colour bool) (string, error) {
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		return "", err
	}
	light := func(x, y int) bool { return !code.Black(x, y) } // modules outside the code count as light
	var b strings.Builder
	for y := -quietZone; y < code.Size+quietZone; y += 2 {
		if colour {
			b.WriteString("\x1b[97;40m")
		}
		for x := -quietZone; x < code.Size+quietZone; x++ {
			top, bottom := light(x, y), light(x, y+1) && y+1 < code.Size+quietZone
			switch {
			case top && bottom:
				b.WriteRune('█')
			case top:
				b.WriteRune('▀')
			case bottom:
				b.WriteRune('▄')
			default:
				b.WriteByte(' ')
			}
		}
		if colour {
			b.WriteString("\x1b[0m")
		}
		b.WriteByte('\n')
	}
	return b.String(), nil
}
