/** Joins short facts into a line. Those that are missing are left out. */
export const facts = (...list: (string | false | null | undefined)[]): string =>
	list.filter(Boolean).join(' · ');
