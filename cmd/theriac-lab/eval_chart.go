package main

import (
	"fmt"
	"strings"
)

// reliabilityChart returns an SVG chart of actual outcomes against forecasts, with confidence intervals and
// numbers of cases. It is legible on light and dark backgrounds.
func reliabilityChart(r *evalResult) string {
	const size, edge = 320, 44
	x := func(p float64) float64 { return edge + p*size }
	y := func(p float64) float64 { return 20 + (1-p)*size }
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="11" fill="none" stroke="none">`+"\n", size+edge+24, size+76)
	b.WriteString("<style>text{fill:#555}.axis{stroke:#999}.line{stroke:#1f6f8b}.dot{fill:#1f6f8b}@media(prefers-color-scheme:dark){text{fill:#bbb}.line{stroke:#6fc3df}.dot{fill:#6fc3df}}</style>\n")
	fmt.Fprintf(&b, `<title>%s: chance said and part won, if %s played on, %d games</title>`+"\n", r.Game, r.Reference, r.Games)
	fmt.Fprintf(&b, `<rect class="axis" x="%.0f" y="%.0f" width="%d" height="%d"/>`+"\n", x(0), y(1), size, size)
	fmt.Fprintf(&b, `<path class="axis" stroke-dasharray="4 4" d="M%.0f %.0fL%.0f %.0f"/>`+"\n", x(0), y(0), x(1), y(1))
	for i := 0; i <= 10; i += 2 {
		p := float64(i) / 10
		fmt.Fprintf(&b, `<text x="%.0f" y="%.0f" text-anchor="middle">%d</text><text x="%.0f" y="%.0f" text-anchor="end">%d</text>`+"\n", x(p), y(0)+16, 10*i, x(0)-6, y(p)+4, 10*i)
	}
	var path strings.Builder
	for i := range r.All.Tenths {
		t := &r.All.Tenths[i]
		if t.Cases == 0 {
			continue
		}
		fmt.Fprintf(&path, "%s%.1f %.1f", map[bool]string{true: "M", false: "L"}[path.Len() == 0], x(t.Said), y(t.Won))
		fmt.Fprintf(&b, `<path class="line" d="M%.1f %.1fV%.1f"/>`+"\n", x(t.Said), y(min(1, t.Won+t.Half)), y(max(0, t.Won-t.Half)))
		fmt.Fprintf(&b, `<circle class="dot" cx="%.1f" cy="%.1f" r="3.5"/>`+"\n", x(t.Said), y(t.Won))
		fmt.Fprintf(&b, `<text x="%.1f" y="%.1f" text-anchor="middle" font-size="9">%d</text>`+"\n", x(float64(i)/10+0.05), y(0)+30, t.Cases)
	}
	fmt.Fprintf(&b, `<path class="line" d="%s"/>`+"\n", path.String())
	fmt.Fprintf(&b, `<text x="%.0f" y="%.0f" text-anchor="middle">%s: chance said (%%), cases below; skill %.3f</text>`+"\n", x(0.5), y(0)+48, r.Game, r.All.Skill)
	fmt.Fprintf(&b, `<text transform="translate(12 %.0f) rotate(-90)" text-anchor="middle">won (%%)</text>`+"\n</svg>\n", y(0.5))
	return b.String()
}
