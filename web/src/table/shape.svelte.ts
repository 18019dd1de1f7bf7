// The four layouts of a table. A desktop shows everything, and a tablet has the log in a drawer. A phone
// held upright has the controls at the bottom. A low, wide screen, such as a phone on its side, has the
// board, and controls that fold away.

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
