// Cards of a group's own, a line each.

const linesOf = (text: string) =>
	text
		.split('\n')
		.map((line) => line.trim())
		.filter(Boolean);

/** The lines that are not the box's: only what was changed makes a game of one's own. */
export function ownCards(text: string, box: string): string {
	const known = new Set(linesOf(box));
	return linesOf(text)
		.filter((line) => !known.has(line))
		.join('\n');
}

/** How many cards were changed. */
export function changedCards(text: string, box: string): number {
	return linesOf(ownCards(text, box)).length;
}
