// Positions of the world game for tests and screenshots. Each is searched for once per server.

import world from '../src/gen/world.json' with { type: 'json' };
import { numberOf } from './chance.ts';
import { hoarder, over, sensible, situation, step, type Taste, type Until } from './drive.ts';
import type { Server, Wish } from './server.ts';
import { askedBy, type TableAt, worldOf } from './table.ts';

/** A table in a wanted position, and the seat that the position is for. */
export interface Found {
	table: TableAt;
	seat: number;
}

const colour = new Map(world.cities.map((c) => [c.id, c.disease]));

/** Returns a taste that prefers some verbs to all others. */
export const fond =
	(...words: string[]): Taste =>
	(move, update) =>
		words.includes(move.split(' ')[0] ?? '') ? 1000 : sensible(move, update);

/**
 * Collects in the first station more cards of a colour than a cure takes. The researcher gives the
 * scientist cards of the scientist's most frequent colour; only then do they find a cure.
 */
const collector: Taste = (move, update) => {
	const [word, first = '', second = ''] = move.split(' ');
	const view = worldOf(update);
	const asked = askedBy(update)[0] ?? 0;
	const scientist = view['seats-at-table'].findIndex(({ role }) => role === 'scientist');
	const count = (seat: number, disease: string | undefined) =>
		(view.hands[seat]?.cards ?? []).filter((c) => colour.get(c) === disease).length;
	if (word === 'cure') return asked === scientist && count(asked, first) > 4 ? 1e6 : 1e-6;
	if (word === 'give')
		return asked === scientist ? 1e-6 : 10 ** (2 * count(scientist, colour.get(second)) - 3);
	if (['draw', 'pass', 'agree'].includes(word ?? '')) return 1;
	if (word !== 'discard') return 1e-6;
	return colour.has(first) ? 1 / (1 + count(asked, colour.get(first)) ** 6) : 1;
};

export interface Wanted {
	wish?: Wish;
	until: Until;
	taste?: Taste;
	most?: number;
}

const hidden = { epidemics: '5', hands: 'hidden' };

/** A position for every question that a table of the world game can ask. */
export const wanted = {
	start: { until: () => true },
	late: { until: (u) => (worldOf(u).turn ?? 0) >= 7 && u.question.step === 'action' },
	window: { until: step('window'), taste: hoarder },
	discard: { until: step('discard'), taste: hoarder },
	consent: { until: step('consent'), taste: fond('give', 'take') },
	request: { wish: { settings: hidden }, until: step('request'), taste: fond('ask') },
	order: { until: step('order'), taste: fond('forecast') },
	'choose-city': { until: step('choose-city'), taste: fond('government-grant', 'airlift') },
	'choose-card': {
		wish: { settings: { players: '2', roles: 'scientist,researcher' } },
		until: step('choose-card'),
		taste: collector,
	},
	'move-pawn': {
		wish: { settings: { roles: 'dispatcher,medic,researcher,scientist' } },
		until: step('move-pawn'),
		taste: fond('dispatch'),
	},
	over: { until: over, taste: hoarder, most: 900 },
} satisfies Record<string, Wanted>;

export type Position = keyof typeof wanted;

const found = new WeakMap<Server, Map<Wanted, Promise<Found>>>();

/** Returns a table in a position. Tests that do not change the table can share it. */
export function position(server: Server, name: Position | Wanted): Promise<Found> {
	const want = typeof name === 'string' ? wanted[name] : name;
	const known = found.get(server) ?? new Map<Wanted, Promise<Found>>();
	found.set(server, known);
	const before = known.get(want);
	if (before) return before;
	const now = seek(server, want);
	known.set(want, now);
	return now;
}

/** Returns a new table in a position, for a test that plays on from there. */
export async function seek(server: Server, want: Wanted): Promise<Found> {
	const { wish = {}, until, taste, most } = want;
	const deal = numberOf(JSON.stringify(wish) + until + taste);
	const { table, update } = await situation(server, { deal, ...wish }, until, taste, most);
	return { table, seat: askedBy(update)[0] ?? 0 };
}
