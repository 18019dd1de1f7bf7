// Formats chances for players. The server sends them per mille: 0 means impossible, 1000 certain. Rounding
// must not turn other values into 0 % or 100 %.

import { number, t } from './words.svelte.ts';

/** Formats a chance per mille as a percentage, in the current language. */
export function percent(perMille: number): string {
	const write = (hundredths: number) => number(hundredths / 100, { style: 'percent' });
	const rounded = Math.round(perMille / 10);
	if (rounded === 0 && perMille > 0) return t('web.chance.below', { percent: write(1) });
	if (rounded === 100 && perMille < 1000) return t('web.chance.above', { percent: write(99) });
	return write(rounded);
}
