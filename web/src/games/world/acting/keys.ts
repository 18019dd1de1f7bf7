// Every key of the table. Letters go by what is written on the key, so that they
// are where a French keyboard has them too; figures go by their place, since there
// they are only reached with Shift.

import { settings } from '../../../settings.svelte.ts';
import { families } from './families.ts';

/** What a key does: a family of actions, or something about the table. */
export type Deed = string;

export interface Key {
	key: string;
	deed: Deed;
}

const letters: Record<string, string> = {
	drive: 'D',
	fly: 'F',
	charter: 'C',
	shuttle: 'S',
	treat: 'T',
	build: 'B',
	share: 'G',
	cure: 'X',
	role: 'R',
	event: 'V',
};

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

export const actionKeys: readonly Key[] = families.map((f) => ({ key: letters[f.id] ?? '', deed: f.id }));

export const keys: readonly Key[] = [...actionKeys, ...tableKeys];

/** The key that does something. */
export function keyFor(deed: Deed): string {
	return keys.find((k) => k.deed === deed)?.key ?? '';
}

/** The key to show beside what it does; none where letters are no keys. */
export function capFor(deed: Deed): string | undefined {
	return settings.letters ? keyFor(deed) : undefined;
}

export interface Press {
	key: string;
	code?: string;
	ctrlKey?: boolean;
	metaKey?: boolean;
	altKey?: boolean;
}

/**
 * What a press of a key means: a deed, or the number of a choice. Without `letters`, keys
 * that write something mean nothing.
 */
export function meaningOf(press: Press, letters = true): Deed | number | undefined {
	if ((press.ctrlKey || press.metaKey) && !press.altKey && press.key.toLowerCase() === 'z') return 'undo';
	if (press.ctrlKey || press.metaKey || press.altKey) return undefined;
	if (!letters && press.key.length === 1) return undefined;
	const figure = /^(?:Digit|Numpad)([1-9])$/.exec(press.code ?? '')?.[1] ?? /^[1-9]$/.exec(press.key)?.[0];
	if (figure) return Number(figure);
	const key = press.key.length === 1 ? press.key.toUpperCase() : press.key;
	return keys.find((k) => k.key === key)?.deed;
}

/** Whether keys belong to what has the focus: a field that one types in, or an open dialog. */
export function typing(target: EventTarget | null): boolean {
	if (!(target instanceof Element)) return false;
	return target.closest('input, textarea, select, [contenteditable="true"], dialog[open]') !== null;
}
