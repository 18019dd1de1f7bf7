// Every key of the table. Letters go by what is written on the key, so that they
// are where a French keyboard has them too; figures go by their place, since there
// they are only reached with Shift.

import { settings } from '../../../settings.svelte.ts';
import type { Game } from '../game.ts';

/** What a key does: a family of actions, or something about the table. */
export type Deed = string;

export interface Key {
	key: string;
	deed: Deed;
}

/** What keys do beside the actions, in the order of the help. */
export const tableKeys: readonly Key[] = [
	{ key: 'E', deed: 'end' },
	{ key: 'U', deed: 'undo' },
	{ key: 'P', deed: 'plan' },
	{ key: 'H', deed: 'hand' },
	{ key: 'M', deed: 'map' },
	{ key: 'L', deed: 'log' },
	{ key: '?', deed: 'help' },
	{ key: 'Escape', deed: 'back' },
];

/** The keys of the actions of a game. */
export function actionKeys({ families }: Pick<Game, 'families'>): Key[] {
	return families.map((f) => ({ key: f.key, deed: f.id }));
}

/** The key to show beside what it does at every table; none where letters are no keys. */
export function capFor(deed: Deed): string | undefined {
	return settings.letters ? tableKeys.find((k) => k.deed === deed)?.key : undefined;
}

export interface Press {
	key: string;
	code?: string;
	ctrlKey?: boolean;
	metaKey?: boolean;
	altKey?: boolean;
}

/**
 * What a press of a key means, with the keys of the actions: a deed, or the number of a choice. Without `letters`, keys
 * that write something mean nothing.
 */
export function meaningOf(press: Press, actions: readonly Key[], letters = true): Deed | number | undefined {
	if ((press.ctrlKey || press.metaKey) && !press.altKey && press.key.toLowerCase() === 'z') return 'undo';
	if (press.ctrlKey || press.metaKey || press.altKey) return undefined;
	if (!letters && press.key.length === 1) return undefined;
	const figure = /^(?:Digit|Numpad)([1-9])$/.exec(press.code ?? '')?.[1] ?? /^[1-9]$/.exec(press.key)?.[0];
	if (figure) return Number(figure);
	const key = press.key.length === 1 ? press.key.toUpperCase() : press.key;
	return [...actions, ...tableKeys].find((k) => k.key === key)?.deed;
}

/** Whether keys belong to what has the focus: a field that one types in, or an open dialog. */
export function typing(target: EventTarget | null): boolean {
	if (!(target instanceof Element)) return false;
	return target.closest('input, textarea, select, [contenteditable="true"], dialog[open]') !== null;
}
