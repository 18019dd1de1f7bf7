// Moves and facts come as lines of the notation: a word and its operands. The
// vocabulary of a game, generated from its rules, says what each operand is.

import { has, name, text } from './words.svelte.ts';

/** What a line of the notation consists of. */
export interface Line {
	/** The line itself, as the server wrote it. */
	raw: string;
	word: string;
	/** The operands in order, each with its kind: city, card, seat, disease, number… */
	operands: { kind: string; value: string }[];
}

/** The kinds of the operands, by word. */
export type Vocabulary = Record<string, readonly string[]>;

/**
 * Reads a line. Operands that the vocabulary does not know are of the kind '?'. An infection card goes by its city;
 * one that is of none has a name of its own.
 */
export function read(raw: string, vocabulary: Vocabulary): Line {
	const [word = '', ...values] = raw.split(' ');
	const kinds = vocabulary[word] ?? [];
	const kindOf = (i: number) => (kinds[i] === 'infection' ? 'city' : (kinds[i] ?? '?'));
	return { raw, word, operands: values.map((value, i) => ({ kind: kindOf(i), value })) };
}

/** The first operand of a kind, if there is one. */
export function operand(line: Line, kind: string): string | undefined {
	return line.operands.find((o) => o.kind === kind)?.value;
}

/** Every city that a line names; cards of cities count. */
export function places(line: Line, isCity: (id: string) => boolean): string[] {
	return line.operands
		.filter((o) => o.kind === 'city' || o.kind === 'card')
		.map((o) => o.value)
		.filter(isCity);
}

/**
 * The line in words, by the message `fact.<word>` or `move.<word>`. Operands are
 * named by their kind; a second one of a kind is seat2, city2, n2. A line without
 * a message stays as it is. Things are called by their names, or as `naming` says.
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
