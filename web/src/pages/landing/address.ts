// What somebody was sent, and pastes.

/** The address behind what somebody pasted: a link, a table's address, or the last part of one. */
export function addressOf(pasted: string): string | null {
	const text = pasted.trim();
	const found = /(?:^|\/)(j|t|replay)\/([\w-]+)/.exec(text);
	if (found) return `/${found[1]}/${found[2]}`;
	if (/^[\w-]{20,64}$/.test(text)) return `/j/${text}`;
	if (/^[a-z0-9]{12}$/.test(text)) return `/t/${text}`;
	return null;
}
