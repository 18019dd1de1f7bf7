/** item returns the item of a list at an index that is known to exist. */
export function item<T>(list: readonly T[], i: number): T {
	const found = list[i];
	if (found === undefined) throw new RangeError(`no item ${i} in a list of ${list.length}`);
	return found;
}

/** last returns the last item of a list that is known not to be empty. */
export const last = <T>(list: readonly T[]): T => item(list, list.length - 1);

/** entry returns the value of a key that a record is known to have. */
export function entry<T>(record: Readonly<Record<string, T>>, key: string): T {
	const found = record[key];
	if (found === undefined) throw new RangeError(`nothing is known of ${key}`);
	return found;
}
