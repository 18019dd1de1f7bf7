// Full-text search of the rules. It ignores accents and case, and every word of the query must occur in the
// rule.

import type { Rule } from '../../gen/api.ts';

/** A part of a text, and whether it matches the query. */
interface Piece {
	text: string;
	hit: boolean;
}

/** Returns a character simplified for comparison: “É” becomes “e”, “œ” becomes “oe”. */
function plain(char: string): string {
	const bare = char.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
	return bare.replace('œ', 'oe').replace('æ', 'ae').replace('’', "'");
}

function plainText(text: string): string {
	return Array.from(text, plain).join('');
}

/** Returns the words of a query. */
function wordsOf(query: string): string[] {
	return plainText(query).split(/\s+/).filter(Boolean);
}

/** Returns the rules that contain every word of the query. */
export function find(rules: readonly Rule[], query: string): Rule[] {
	const words = wordsOf(query);
	return rules.filter((rule) => {
		const all = plainText(`${rule.title}\n${rule.text}\n${rule.section}\n${rule.id}`);
		return words.every((word) => all.includes(word));
	});
}

/** Splits a text into matches of the query and the rest. */
export function pieces(text: string, query: string): Piece[] {
	const chars = Array.from(text);
	const lengths = chars.map((char) => plain(char).length);
	const all = plainText(text);
	const hits = new Uint8Array(all.length);
	for (const word of wordsOf(query)) {
		for (let at = all.indexOf(word); at >= 0; at = all.indexOf(word, at + 1))
			hits.fill(1, at, at + word.length);
	}
	const out: Piece[] = [];
	let at = 0;
	chars.forEach((char, i) => {
		const hit = hits.subarray(at, at + (lengths[i] ?? 0)).includes(1);
		at += lengths[i] ?? 0;
		const last = out.at(-1);
		if (last && last.hit === hit) last.text += char;
		else out.push({ text: char, hit });
	});
	return out;
}
