// Reconstructs a chain of outbreaks from its facts (events of the game): which outbreak triggered which, and
// how far each is from the first.

import { type Line, operand } from '../../../i18n/notation.ts';

export interface Outbreak {
	city: string;
	disease: string;
	/** The step that the outbreak track reached. */
	n: number;
	/** The city whose outbreak triggered this one; undefined for the first of a chain. */
	from?: string;
	/** How many steps the chain took from its first outbreak to this one; 0 for the first. */
	wave: number;
	/** The facts of the outbreak's effects on its neighbours, in order. */
	facts: Line[];
}

/** Returns an outbreak without its chain, from the fact that names its city and disease. */
export function outbreakOf(fact: Line): Outbreak {
	return {
		city: operand(fact, 'city') ?? '',
		disease: operand(fact, 'disease') ?? '',
		n: Number(operand(fact, 'number') ?? 0),
		wave: 0,
		facts: [],
	};
}

/**
 * Reads the outbreaks of one chain. A neighbour that got no cube was already full: it breaks out later,
 * triggered by the first outbreak that reached it.
 */
export function outbreaksOf(chain: readonly Line[], near: (city: string) => readonly string[]): Outbreak[] {
	const out: Outbreak[] = [];
	for (const fact of chain) {
		if (fact.word !== 'outbreak') {
			out.at(-1)?.facts.push(fact);
			continue;
		}
		const city = operand(fact, 'city') ?? '';
		const by = out.find(
			(o) => near(o.city).includes(city) && !o.facts.some((f) => operand(f, 'city') === city),
		);
		out.push({ ...outbreakOf(fact), from: by?.city, wave: by ? by.wave + 1 : 0 });
	}
	return out;
}

/** Groups the outbreaks of a chain by wave. The game already resolves them in this order. */
export function wavesOf(outbreaks: readonly Outbreak[]): Outbreak[][] {
	const out: Outbreak[][] = [];
	for (const o of outbreaks) {
		const last = out.at(-1);
		if (last?.[0]?.wave === o.wave) last.push(o);
		else out.push([o]);
	}
	return out;
}

/** Returns the cities in which an outbreak placed a cube. */
export function reached(o: Outbreak): string[] {
	return o.facts.filter((f) => f.word === 'cubes-placed').map((f) => operand(f, 'city') ?? '');
}
