/** The widths of the letters of Inter Medium, in thousandths of the type size. */
const advance: Record<string, number> = {
	a: 568,
	b: 618,
	c: 577,
	d: 618,
	e: 587,
	f: 379,
	g: 620,
	h: 602,
	i: 252,
	j: 252,
	k: 559,
	l: 252,
	m: 888,
	n: 602,
	o: 604,
	p: 618,
	q: 618,
	r: 387,
	s: 539,
	t: 340,
	u: 602,
	v: 575,
	w: 829,
	x: 557,
	y: 575,
	z: 559,
	A: 709,
	B: 657,
	C: 733,
	D: 722,
	E: 603,
	F: 589,
	G: 748,
	H: 745,
	I: 272,
	J: 575,
	K: 688,
	L: 565,
	M: 913,
	N: 756,
	O: 767,
	P: 642,
	Q: 769,
	R: 648,
	S: 646,
	T: 653,
	U: 740,
	V: 709,
	W: 1003,
	X: 701,
	Y: 696,
	Z: 641,
	' ': 267,
	'-': 462,
	'.': 303,
	'’': 277,
};

/**
 * textWidth returns the width of a text at type size one. An accent has no width; an unknown letter counts
 * as wide.
 */
export function textWidth(text: string): number {
	const letters = text.normalize('NFD').replace(/\p{Mark}/gu, '');
	let sum = 0;
	for (const letter of letters) sum += advance[letter] ?? 1000;
	return sum / 1000;
}
