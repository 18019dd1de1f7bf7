// Extracts the path from an address that a player pastes.

/**
 * Returns the path in a pasted text, which can be a link, a table's address, or only the last part of an
 * address. Null if there is none.
 */
export function addressOf(pasted: string): string | null {
	const text = pasted.trim();
	const found = /(?:^|\/)(j|t|replay)\/([\w-]+)/.exec(text);
	if (found) return `/${found[1]}/${found[2]}`;
	if (/^[\w-]{20,64}$/.test(text)) return `/j/${text}`;
	if (/^[a-z0-9]{12}$/.test(text)) return `/t/${text}`;
	return null;
}
