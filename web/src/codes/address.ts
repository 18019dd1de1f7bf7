// What a person types or pastes to get to a table: a link, or a code.

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

/**
 * Returns the code in a typed text, or in an address like `/c/7KX4`, without spaces and dashes. Null if the text
 * is too long or too short for one. Only the server knows which codes there are.
 */
export function codeOf(typed: string): string | null {
	const text = typed.replace(/^.*\/c\//, '').replace(/[\s\p{Dash_Punctuation}]/gu, '');
	return /^[a-z0-9]{4,6}$/i.test(text) ? text.toUpperCase() : null;
}
