// Positions of tables with an expansion: solo games with the disease control centre, new roles and events,
// the virulent strain, and the mutation.

import type { Update } from '../src/gen/api.ts';
import world from '../src/gen/world.json' with { type: 'json' };
import { hoarder, sensible, step, type Taste, type Until } from './drive.ts';
import { fond, type Wanted } from './positions.ts';
import { worldOf } from './table.ts';

/** The settings of a solo table with the disease control centre. */
export const alone = { box: 'lab', mode: 'solo', epidemics: '4', players: '1' };

const offered = (u: Update) => u.moves?.flatMap((m) => m.list ?? []) ?? [];

/** Returns a condition: the control centre must act, and could play the given verb. */
const could =
	(...words: string[]): Until =>
	(u) =>
		step('relief')(u) && words.every((word) => offered(u).some((move) => move.split(' ')[0] === word));

const solo = (until: Until, taste: Taste = hoarder, more: Record<string, string> = {}): Wanted => ({
	wish: { settings: { ...alone, ...more }, alone: true },
	until,
	taste,
	most: 200,
});

const colour = new Map(world.cities.map((c) => [c.id, c.disease]));

/** Lets the control centre draw whenever it can, keeps its most frequent colour, and cures nothing. */
const drawing: Taste = (move, update) => {
	const [word = '', card = ''] = move.split(' ');
	if (word === 'relief-draw') return 1e6;
	if (word === 'relief-cure' || word === 'cure') return 1e-6;
	if (word !== 'discard' || !colour.has(card)) return sensible(move, update);
	const like = worldOf(update).hands[1]?.cards?.filter((c) => colour.get(c) === colour.get(card)) ?? [];
	return 1 / (1 + like.length ** 6);
};

/** A position for each action of the control centre, and for the consequences. */
export const centre = {
	'solo-table': solo((u) => step('action')(u) && (worldOf(u).turn ?? 0) >= 3, drawing),
	exchange: solo(could('exchange')),
	reassign: solo(could('reassign')),
	drive: solo(could('drive'), fond('drive')),
	direct: solo(could('direct')),
	charter: solo(could('charter')),
	shuttle: solo(could('shuttle'), fond('build', 'drive')),
	'relief-draw': solo(could('relief-draw'), sensible),
	'relief-cure': solo(could('relief-cure'), drawing),
	'relief-lab': solo(could('relief-lab'), hoarder, { lab: 'on' }),
	rest: solo(could('rest')),
	discard: solo((u) => step('discard')(u) && (worldOf(u)['hand-sizes']?.[1] ?? 0) > 7, drawing),
} satisfies Record<string, Wanted>;

/** Two roles with short names, and the two with the longest names in English or French. */
const roles = 'medic,archivist,generalist,troubleshooter';
const long = 'quarantine-specialist,containment-specialist,contingency-planner,operations-expert';

/** Returns a position at a table with the four roles of `roles` and the first expansion's cards. */
const brink = (until: Until, taste: Taste, more: Record<string, string> = {}): Wanted => ({
	wish: { settings: { box: 'brink', players: '4', epidemics: '4', roles, ...more }, alone: true },
	until,
	taste,
	most: 200,
});

const asks =
	(name: string, verb: string): Until =>
	(u) =>
		step(name)(u) && worldOf(u).questions?.at(-1)?.verb === verb;

/** Reports whether the table waits for the player whose role has the longest name. */
const longest: Until = (u) => {
	const [seat = -1] = [...(u.question.all ?? []), ...(u.question.any ?? [])];
	return worldOf(u)['seats-at-table']?.[seat]?.role === 'quarantine-specialist';
};

const purple = (u: Update) =>
	Object.values(worldOf(u).cubes ?? {}).reduce((sum, there) => sum + (there.purple ?? 0), 0);

/** The positions of questions that the new cards ask. */
export const asked = {
	'choose-role': brink(step('choose-role'), fond('new-assignment')),
	'choose-cube remote-treatment': brink(asks('choose-cube', 'remote-treatment'), fond('remote-treatment')),
	'choose-player': brink(step('choose-player'), fond('reexamined-research', 'direct')),
	'choose-city reexamined-research': brink(
		(u) => asks('choose-city', 'reexamined-research')(u) && offered(u).length > 2,
		fond('reexamined-research', 'for', 'direct'),
	),
	'choose-disease': brink(step('choose-disease'), hoarder, {
		strain: 'on',
		players: '2',
		roles: 'medic,archivist',
	}),
} satisfies Record<string, Wanted>;

/** The positions with lasting effects of the new cards. */
export const standing = {
	'in-force': brink(
		(u) => step('action')(u) && Object.keys(worldOf(u)['in-force'] ?? {}).length > 0,
		fond('commercial-travel-ban', 'mobile-hospital'),
	),
	samples: brink(
		(u) => step('action')(u) && Object.keys(worldOf(u).samples ?? {}).length > 0,
		fond('collect'),
		{ box: 'all', roles: 'field-operative,pilot,medic,archivist' },
	),
	strain: brink(
		(u) => step('action')(u) && (worldOf(u)['strain-drawn']?.length ?? 0) > 1 && purple(u) > 2,
		sensible,
		{ strain: 'on', mutation: 'mutation' },
	),
	'long-turn': brink((u) => step('action')(u) && longest(u), sensible, { roles: long }),
	'long-answer': brink((u) => step('discard')(u) && longest(u), hoarder, { roles: long }),
} satisfies Record<string, Wanted>;
