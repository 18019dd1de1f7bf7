// Which browser, and how it is started.

import type { LaunchOptions } from '@playwright/test';

/** The system's own Chromium; it talks to nobody but the server. */
export const launch: LaunchOptions = {
	executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
	args: [
		'--no-sandbox',
		'--disable-gpu',
		'--disable-quic',
		'--no-first-run',
		'--disable-background-networking',
		'--disable-component-update',
		'--disable-sync',
	],
};

/** The three sizes that everything is looked at in. */
export const sizes = {
	desktop: { width: 1440, height: 900 },
	tablet: { width: 820, height: 1180 },
	phone: { width: 390, height: 844 },
} as const;

export type Size = keyof typeof sizes;

/** Which of many runs this is; not a number where it is the only one. */
const slice = Number(process.env.SLICE ?? Number.NaN);

/** Whether this run takes number `n` of a few alike; all of them where it is the only run. */
export const onlyOf = (n: number, of: number): boolean => Number.isNaN(slice) || (slice + n) % of === 0;

/** Whether this run plays a long game: where it is one of many, ten lots of them take turns. */
export const inTurn = (number: number): boolean => onlyOf(number, 10);

/**
 * The sizes in which this run looks at something: all that it has, or, where the run is
 * one of many (SLICE), one of them in every sixth run. Things have numbers, so that each
 * run looks at a sixth of everything, and six runs at all of it in some size.
 */
export function lookedAt<S extends Size>(number: number, has: readonly S[]): S[] {
	return has.filter((_, i) => Number.isNaN(slice) || i * 6 === (slice + number) % (has.length * 6));
}

/**
 * A list in parts of a few, so that no run has much more to look at than another. For the same reason lists with few parts
 * begin with different numbers.
 */
export const parts = <T>(list: readonly T[], most = 5): T[][] =>
	Array.from({ length: Math.ceil(list.length / most) }, (_, i) => list.slice(i * most, (i + 1) * most));

/** All sizes, the largest first. */
export const every = Object.keys(sizes) as Size[];
