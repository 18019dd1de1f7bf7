// Chances as players read them. The server tells them in thousandths, and only what
// cannot be is 0 and only what must be is 1000; no rounding may say so of the rest.

import { number, t } from './words.svelte.ts';

/** A part of a thousand as a percentage, as the language writes it. */
export function percent(perMille: number): string {
	const write = (hundredths: number) => number(hundredths / 100, { style: 'percent' });
	const rounded = Math.round(perMille / 10);
	if (rounded === 0 && perMille > 0) return t('web.chance.below', { percent: write(1) });
	if (rounded === 100 && perMille < 1000) return t('web.chance.above', { percent: write(99) });
	return write(rounded);
}
