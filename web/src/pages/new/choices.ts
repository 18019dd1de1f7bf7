// What somebody chose for a new table. The browser remembers it for the next one,
// except for the name and the part of the shuffle, which belong to one game, and that it
// is public: strangers come only if they are asked in.

import { games } from '../../games/games.ts';
import type { Pace } from '../../games/manifest.ts';
import type { Clock, NewTable } from '../../gen/api.ts';
import type { Values } from './options.ts';

export interface Choices {
	game: string;
	/** By game. */
	options: Record<string, Values | undefined>;
	paces: Record<string, Pace | undefined>;
	sit: 'one' | 'all' | 'none';
	public: 'yes' | 'no';
	onePerson: boolean;
	/** Rivals may read what a team says. */
	listen: boolean;
	watch: NonNullable<NewTable['watch']>;
}

/** The times to choose from, in seconds. */
export const times = {
	live: ['30', '60', '120', '300', '600', '1800', '3600'],
	slow: ['3600', '21600', '86400', '259200', '604800', '1209600'],
} as const;

const place = 'theriac.new-table';
const first: Choices = {
	game: Object.keys(games)[0] ?? '',
	options: {},
	paces: {},
	sit: 'one',
	public: 'no',
	onePerson: false,
	listen: false,
	watch: 'hidden',
};

/** People sit together, and talk a turn over. */
const together: Pace = { kind: 'live', live: '300', slow: '259200' };

/** The pace of a game: what was chosen for it the last time, or what suits it. */
export function paceOf(game: string, { paces } = remembered()): Pace {
	return { ...(games[game]?.pace ?? together), ...paces[game] };
}

/** A pace as the server wants to hear it. */
export function clockOf(pace: Pace): Clock {
	return { kind: pace.kind, seconds: Number(pace[pace.kind]) };
}

/** What was chosen the last time. */
export function remembered(): Choices {
	try {
		const kept: Partial<Choices> = JSON.parse(localStorage.getItem(place) ?? '{}');
		return { ...first, ...kept, public: 'no', options: { ...kept.options }, paces: { ...kept.paces } };
	} catch {
		return { ...first, options: {}, paces: {} };
	}
}

export function remember(choices: Choices): void {
	try {
		localStorage.setItem(place, JSON.stringify(choices));
	} catch {
		// The next table then begins with the defaults.
	}
}
