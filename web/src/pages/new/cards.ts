// Compares a group's own cards with the game's. Both are given as text, one card per line.

const linesOf = (text: string) =>
	text
		.split('\n')
		.map((line) => line.trim())
		.filter(Boolean);

/** Returns the lines that differ from the box's cards; empty if none do. */
export function ownCards(text: string, box: string): string {
	const known = new Set(linesOf(box));
	return linesOf(text)
		.filter((line) => !known.has(line))
		.join('\n');
}

/** Returns how many cards differ from the box's cards. */
export function changedCards(text: string, box: string): number {
	return linesOf(ownCards(text, box)).length;
}
