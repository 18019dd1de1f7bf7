// The keyboard shortcuts of a table. Letters are matched by character, so that they fit a French keyboard.
// Digits are matched by position, since a French keyboard needs Shift for them.

/** What a shortcut does: an action of the game, or one about the table. */
export type Deed = string;

export interface Key {
	key: string;
	deed: Deed;
}

/** All shortcuts at the tables of one game: those of its actions, and those about the table. */
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
 * Returns what a key press at a table does: an action, or the number of a choice. Without `letters`, keys
 * that produce a character do nothing.
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

/** Reports whether the focused element handles keys itself: a text field, or an open dialog. */
export function typing(target: EventTarget | null): boolean {
	if (!(target instanceof Element)) return false;
	return target.closest('input, textarea, select, [contenteditable="true"], dialog[open]') !== null;
}
