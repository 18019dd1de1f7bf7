// The four shapes of a table: a desktop (everything in sight), a tablet (the log in a
// drawer), a phone held upright (trays under the thumb), and anything low and wide,
// such as a phone on its side (the board, and trays that fold).

import { MediaQuery } from 'svelte/reactivity';

export type Shape = 'desktop' | 'tablet' | 'phone' | 'low';

const low = new MediaQuery('(max-height: 34rem) and (min-width: 36rem)');
const narrow = new MediaQuery('(max-width: 40rem)');
const wide = new MediaQuery('(min-width: 64rem)');

export function shape(): Shape {
	if (low.current) return 'low';
	if (narrow.current) return 'phone';
	return wide.current ? 'desktop' : 'tablet';
}
