package epidemic

import "theriac/engine"

// codeRails walks the lines that carry tracks.
func codeRails(p *Public, r *Rules, c *engine.Coder) { codeLines(c, "tracks", r, &p.Tracks) }

// codeLines walks a set of lines. There can be more of them than a word holds.
func codeLines(c *engine.Coder, name string, r *Rules, set *[2]uint64) {
	var list [128]uint8
	n := 0
	for l := range uint8(len(r.rails.ends)) {
		if set[l/64]>>(l%64)&1 != 0 {
			list[n] = l
			n++
		}
	}
	engine.Names(c, name, r.line, list[:], &n)
	*set = [2]uint64{}
	for _, l := range list[:n] {
		set[l/64] |= 1 << (l % 64)
	}
}
