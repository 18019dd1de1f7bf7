/** item gives an item that a list surely has. */
export function item<T>(list: readonly T[], i: number): T {
	const found = list[i];
	if (found === undefined) throw new RangeError(`no item ${i} in a list of ${list.length}`);
	return found;
}

/** last gives the last item of a list that surely has one. */
export const last = <T>(list: readonly T[]): T => item(list, list.length - 1);

/** entry gives what a record surely has under a key. */
export function entry<T>(record: Readonly<Record<string, T>>, key: string): T {
	const found = record[key];
	if (found === undefined) throw new RangeError(`nothing is known of ${key}`);
	return found;
}
