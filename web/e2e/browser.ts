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

/** Whether this is the run before a change lands, which leaves out what repeats at length what others show. */
export const gate = !!process.env.GATE;

/** What only the nightly run does. */
export const nightly = { tag: '@nightly' };

/** The sizes or ways in which something is tried: all of them, or, before a change lands, the first and the last in turn. */
export const lookedAt = <S>(number: number, has: readonly S[]): S[] =>
	has.filter((_, i) => !gate || i === (number % 2 === 0 ? 0 : has.length - 1));

/** A list in parts of a few, which can be looked at side by side. */
export const parts = <T>(list: readonly T[], most = 5): T[][] =>
	Array.from({ length: Math.ceil(list.length / most) }, (_, i) => list.slice(i * most, (i + 1) * most));

/** All sizes, the largest first. */
export const every = Object.keys(sizes) as Size[];
