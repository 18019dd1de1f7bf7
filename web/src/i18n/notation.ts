// Parses the notation, in which a move or a fact is a line: a word, then its operands. A game's vocabulary,
// generated from its rules, defines the kind of each operand.

import { has, name, text } from './words.svelte.ts';

/** A parsed line of the notation. */
export interface Line {
	/** The unparsed line, as the server sent it. */
	raw: string;
	word: string;
	/** The operands in order, each with its kind: city, card, seat, disease, number, and so on. */
	operands: { kind: string; value: string }[];
}

/** The words of the notation, such as verbs, each with the kinds of its operands. */
export type Vocabulary = Record<string, readonly string[]>;

/**
 * Parses a line. An operand that is not in the vocabulary has the kind '?'. An infection card has the name of
 * its city, or its own name if it belongs to no city.
 */
export function read(raw: string, vocabulary: Vocabulary): Line {
	const [word = '', ...values] = raw.split(' ');
	const kinds = vocabulary[word] ?? [];
	const kindOf = (i: number) => (kinds[i] === 'infection' ? 'city' : (kinds[i] ?? '?'));
	return { raw, word, operands: values.map((value, i) => ({ kind: kindOf(i), value })) };
}

/** Returns the first operand of a kind, if there is one. */
export function operand(line: Line, kind: string): string | undefined {
	return line.operands.find((o) => o.kind === kind)?.value;
}

/**
 * Returns a line as text, from the message `fact.<word>` or `move.<word>`. In the message, an operand has
 * the name of its kind; a second one is seat2, city2 or n2. A line without a message stays as it is.
 * `naming` can replace names.
 */
export function tell(
	line: Line,
	prefix: 'fact' | 'move',
	seatName: (seat: number) => string,
	naming: (kind: string, id: string) => string = name,
): string {
	const key = `${prefix}.${line.word}`;
	if (!has(key)) return line.raw;
	const values: Record<string, string | number> = {};
	const seen: Record<string, number> = {};
	for (const { kind, value } of line.operands) {
		const base = kind === 'number' ? 'n' : kind;
		const nth = (seen[base] ?? 0) + 1;
		seen[base] = nth;
		const place = nth > 1 ? base + nth : base;
		if (kind === 'number') values[place] = Number(value);
		else if (kind === 'seat') values[place] = seatName(Number(value));
		else values[place] = value === '?' ? text('web.hidden-card') : naming(kind, value);
	}
	return text(key, values);
}
