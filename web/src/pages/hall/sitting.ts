// Returns who sits on which seat of a table that the hall draws.

import type { HallTable, Seat } from '../../gen/api.ts';
import { personName } from '../../i18n/people.ts';
import { list, t } from '../../i18n/words.svelte.ts';

/** A place at a drawn table. */
export interface Place {
	kind: 'person' | 'bot' | 'free' | 'mine';
	id?: string;
	name?: string;
	/** Whether the person is ready for the game to begin. */
	ready?: boolean;
}

/** Returns the places of a table: people, then bots, then free seats. */
export function placesOf(table: Pick<HallTable, 'people'>): Place[] {
	const order = { person: 0, bot: 1, free: 2, mine: 3 };
	return (table.people ?? [])
		.map(({ holder, bot, kept }): Place => {
			if (holder) return { kind: 'person', id: holder.id, name: personName(holder) };
			return { kind: bot || kept ? 'bot' : 'free' };
		})
		.sort((a, b) => order[a.kind] - order[b.kind]);
}

/** Returns the places of a table that gathers, seat by seat. */
export function placesIn(seats: readonly Seat[]): Place[] {
	return seats.map(({ holder, bot, ready }) => {
		if (holder)
			return { kind: holder.bot ? 'bot' : 'person', id: holder.id, name: personName(holder), ready };
		return { kind: bot ? 'bot' : 'free' };
	});
}

/** Returns the places of a table with the player on one: a free seat, or a bot's. */
export function withMe(places: readonly Place[]): Place[] {
	const free = places.findIndex((p) => p.kind === 'free');
	const mine = free >= 0 ? free : places.findLastIndex((p) => p.kind === 'bot');
	const others = places.filter((_, i) => i !== mine);
	return [...others, { kind: 'mine', name: t('web.hall.you') }];
}

/** Returns the places of a new table: the player among bots. */
export function newTable(seats: number): Place[] {
	const bots = Array.from({ length: Math.max(1, seats - 1) }, (): Place => ({ kind: 'bot' }));
	return withMe([...bots, { kind: 'free' }]);
}

/** How many names a line has room for. */
const few = 2;

/** Returns the names of the people at a table as text. */
export function namesOf(places: readonly Place[]): string {
	const people = places.flatMap((p) => (p.kind === 'person' && p.name ? [p.name] : []));
	const more = people.length - few;
	return list(more > 0 ? [...people.slice(0, few), t('web.hall.more-people', { n: more })] : people);
}

/**
 * Returns the positions of seats along the rim, in percent from the left and from the top. The middle of the upper
 * rim stays free, since the lamp hangs there.
 */
export function rim(n: number): { x: number; y: number }[] {
	const [left, right] = [
		{ x: 0, y: 44 },
		{ x: 100, y: 44 },
	];
	const [upper, lower] = [[20, 80].map((x) => ({ x, y: 0 })), [20, 80].map((x) => ({ x, y: 100 }))];
	const middle = { x: 50, y: 100 };
	const all = [...upper, ...lower];
	if (n === 2) return [all[0], all[3]].flatMap((p) => p ?? []);
	if (n === 3) return [...upper, middle];
	if (n === 5) return [...upper, left, ...lower];
	return n > 5 ? [...upper, left, right, ...lower] : all.slice(0, n);
}
