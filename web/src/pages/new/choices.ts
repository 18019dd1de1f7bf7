// What somebody chose for a new table. The browser remembers it for the next one,
// except for the name and the part of the shuffle, which belong to one game.

import type { NewTable } from '../../gen/api';
import type { Values } from './options.ts';

export interface Choices {
	game: string;
	/** By game. */
	options: Record<string, Values | undefined>;
	sit: 'one' | 'all' | 'none';
	public: 'yes' | 'no';
	onePerson: boolean;
	/** Rivals may read what a team says. */
	listen: boolean;
	watch: NonNullable<NewTable['watch']>;
	pace: 'live' | 'slow';
	/** Seconds, by pace. */
	live: string;
	slow: string;
}

export const paces = {
	live: ['60', '120', '300', '600', '1800', '3600'],
	slow: ['3600', '21600', '86400', '259200', '604800', '1209600'],
} as const;

const place = 'theriac.new-table';
const first: Choices = {
	game: 'world',
	options: {},
	sit: 'one',
	public: 'no',
	onePerson: false,
	listen: false,
	watch: 'hidden',
	pace: 'slow',
	live: '120',
	slow: '259200',
};

/** What was chosen the last time. */
export function remembered(): Choices {
	try {
		const kept: Partial<Choices> = JSON.parse(localStorage.getItem(place) ?? '{}');
		return { ...first, ...kept, options: { ...kept.options } };
	} catch {
		return { ...first, options: {} };
	}
}

export function remember(choices: Choices): void {
	try {
		localStorage.setItem(place, JSON.stringify(choices));
	} catch {
		// The next table then begins with the defaults.
	}
}
