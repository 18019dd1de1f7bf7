// Which browser the tests use, and how it starts.

import type { LaunchOptions } from '@playwright/test';

/** The options for the system's own Chromium, which may connect only to the tests' server. */
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

/** The three screen sizes that tests use. */
export const sizes = {
	desktop: { width: 1440, height: 900 },
	tablet: { width: 820, height: 1180 },
	phone: { width: 390, height: 844 },
} as const;

export type Size = keyof typeof sizes;

/**
 * Whether this run checks a change before it lands. If so, it leaves out repetitions that take long and
 * cover little more.
 */
export const gate = !!process.env.GATE;

/** Marks a test that only the nightly run includes. */
export const nightly = { tag: '@nightly' };

/**
 * Returns the window sizes or input methods for a test. Before a change lands, tests take turns with only
 * the first or the last; otherwise each has all.
 */
export const lookedAt = <S>(number: number, has: readonly S[]): S[] =>
	has.filter((_, i) => !gate || i === (number % 2 === 0 ? 0 : has.length - 1));

/**
 * Returns all items of a list or, before a change lands, only the last of each kind: the others look and work
 * like it.
 */
export const ofEachKind = <T>(list: readonly T[], kind: (item: T) => unknown): T[] =>
	gate ? [...new Map(list.map((item) => [kind(item), item])).values()] : [...list];

/** Splits a list into parts of at most `most` items, which can run in parallel. */
export const parts = <T>(list: readonly T[], most = 5): T[][] =>
	Array.from({ length: Math.ceil(list.length / most) }, (_, i) => list.slice(i * most, (i + 1) * most));

/** The names of all sizes, largest first. */
export const every = Object.keys(sizes) as Size[];
