// The choices for a new table, which the browser remembers for the next one. It forgets choices that concern
// a single game: the title, the nonce for the shuffle, and whether the table is public.

import { games } from '../../games/games.ts';
import type { Pace } from '../../games/manifest.ts';
import type { Clock, NewTable } from '../../gen/api.ts';
import type { Values } from './options.ts';

export interface Choices {
	game: string;
	/** The chosen options, by game. */
	options: Record<string, Values | undefined>;
	paces: Record<string, Pace | undefined>;
	sit: 'one' | 'all' | 'none';
	public: 'yes' | 'no';
	onePerson: boolean;
	/** Whether rivals may read a team's chat. */
	listen: boolean;
	watch: NonNullable<NewTable['watch']>;
}

/** The time limits to choose from, in seconds. */
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

/** The default pace for people who play at the same time and discuss their turns. */
const together: Pace = { kind: 'live', live: '300', slow: '259200' };

/** Returns the pace for a game: the one chosen last, or the game's default. */
export function paceOf(game: string, { paces } = remembered()): Pace {
	return { ...(games[game]?.pace ?? together), ...paces[game] };
}

/** Returns a pace as the server expects it. */
export function clockOf(pace: Pace): Clock {
	return { kind: pace.kind, seconds: Number(pace[pace.kind]) };
}

/** Returns the choices made for the last table. */
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
		// If storage is unavailable, the next table begins with the defaults.
	}
}
