// Positions of tables that play with an expansion: alone with the Centre, with new roles and events, with the
// virulent strain and the mutation.

import type { Update } from '../src/gen/api.ts';
import world from '../src/gen/world.json' with { type: 'json' };
import { hoarder, sensible, step, type Taste, type Until } from './drive.ts';
import { fond, type Wanted } from './positions.ts';
import { worldOf } from './table.ts';

/** Alone, with the Centre. */
export const alone = { box: 'lab', mode: 'solo', epidemics: '4', players: '1' };

const offered = (u: Update) => u.moves?.flatMap((m) => m.list ?? []) ?? [];

/** The Centre is asked, and could do some things. */
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

/** Somebody who lets the Centre draw whenever it can, keeps what it has most of, and cures nothing else. */
const drawing: Taste = (move, update) => {
	const [word = '', card = ''] = move.split(' ');
	if (word === 'relief-draw') return 1e6;
	if (word === 'relief-cure' || word === 'cure') return 1e-6;
	if (word !== 'discard' || !colour.has(card)) return sensible(move, update);
	const like = worldOf(update).hands[1]?.cards?.filter((c) => colour.get(c) === colour.get(card)) ?? [];
	return 1 / (1 + like.length ** 6);
};

/** What the Centre can do, each where it can, and what follows from it. */
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

/** Roles with short names, and those with the longest of both languages. */
const roles = 'medic,archivist,generalist,troubleshooter';
const long = 'quarantine-specialist,containment-specialist,contingency-planner,operations-expert';

/** Everybody at one table, with what the first expansion has. */
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

/** The role with the longest name of all is the one that the table waits for. */
const longest: Until = (u) => {
	const [seat = -1] = [...(u.question.all ?? []), ...(u.question.any ?? [])];
	return worldOf(u)['seats-at-table']?.[seat]?.role === 'quarantine-specialist';
};

const purple = (u: Update) =>
	Object.values(worldOf(u).cubes ?? {}).reduce((sum, there) => sum + (there.purple ?? 0), 0);

/** What the cards ask. */
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

/** What the cards leave on the table. */
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
