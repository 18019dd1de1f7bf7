// What the keys of a table mean. Letters go by what is written on the key, so that
// they are where a French keyboard has them too; figures go by their place, since
// there they are only reached with Shift.

/** What a key does: an action, or something about the table. */
export type Deed = string;

export interface Key {
	key: string;
	deed: Deed;
}

/** Every key at the tables of a game: those of its actions, and those about the table. */
export interface KeyList {
	actions: readonly Key[];
	table: readonly Key[];
}

export interface Press {
	key: string;
	code?: string;
	ctrlKey?: boolean;
	metaKey?: boolean;
	altKey?: boolean;
}

/**
 * What a press of a key means at a table with some keys: a deed, or the number of a choice. Without `letters`, keys that
 * write something mean nothing.
 */
export function meaningOf(press: Press, keys: readonly Key[], letters = true): Deed | number | undefined {
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
