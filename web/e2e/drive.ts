// Plays legal moves through the API until a table reaches the position that a test wants.

import type { Update } from '../src/gen/api.ts';
import { dice } from './chance.ts';
import type { Server, Wish } from './server.ts';
import { askedBy, movesOf, type TableAt, worldOf } from './table.ts';

export type Until = (update: Update) => boolean | Promise<boolean>;

/** A taste returns how likely a random player is to choose a move, relative to other moves. */
export type Taste = (move: string, update: Update) => number;

/** Prefers moves that keep the diseases down, so that the game lasts. */
export const sensible: Taste = (move, update) => {
	const word = move.split(' ')[0] ?? '';
	if (word === 'treat' || word === 'cure') return 8;
	if (['drive', 'shuttle', 'give', 'take', 'build', 'ask'].includes(word)) return 4;
	if (word === 'charter' || word === 'direct') return 0.2;
	if (word === 'draw') return (worldOf(update).actions ?? 0) > 0 ? 0.05 : 1;
	return 1;
};

/** Prefers to keep every card and to end each turn immediately. */
export const hoarder: Taste = (move) => (move === 'draw' || move === 'pass' || move === 'refuse' ? 1 : 1e-6);

function pick(list: string[], taste: Taste, update: Update, chance: number): string {
	const weights = list.map((move) => taste(move, update));
	let at = chance * weights.reduce((sum, w) => sum + w, 0);
	for (const [i, weight] of weights.entries()) {
		at -= weight;
		if (at <= 0) return list[i] ?? '';
	}
	return list.at(-1) ?? '';
}

/**
 * Plays until the position is reached, with random choices that depend only on the table's deal. It returns
 * null if the game ended first, or if it took too long.
 */
export async function drive(
	table: TableAt,
	until: Until,
	taste = sensible,
	most = 400,
): Promise<Update | null> {
	const throws = dice(`deal ${table.deal}`);
	for (let n = 0; n < most; n++) {
		const common = await table.view();
		if (await until(common)) return common;
		if (common.over) return null;
		const seat = askedBy(common)[0] ?? 0;
		const update = await table.view(seat);
		await table.play(seat, update.question.id, pick(movesOf(update, seat), taste, update, throws()));
	}
	return null;
}

/** Returns a table in a wanted position. It plays new tables until one of them reaches the position. */
export async function situation(
	server: Server,
	wish: Wish,
	until: Until,
	taste = sensible,
	most = 400,
): Promise<{ table: TableAt; update: Update }> {
	for (let tries = 0; tries < 40; tries++) {
		const deal = wish.deal === undefined ? undefined : wish.deal + tries;
		const table = await server.table({ ...wish, deal });
		const update = await drive(table, until, taste, most);
		if (update) return { table, update };
	}
	throw new Error('no table came to the wanted position');
}

export const step =
	(name: string): Until =>
	(u) =>
		!u.over && u.question.step === name;
export const over: Until = (u) => u.over !== undefined;
