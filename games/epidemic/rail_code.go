package epidemic

import "theriac/engine"

// codeRails writes or reads which lines carry tracks.
func codeRails(p *Public, r *Rules, c *engine.Coder) { codeLines(c, "tracks", r, &p.Tracks) }

// codeLines writes or reads a set of lines. It takes two words, because a board can have more than 64 lines.
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
