// A chain of outbreaks, read from its facts: who set whom off, and so in which wave.

import { type Line, operand } from '../../../i18n/notation.ts';

export interface Outbreak {
	city: string;
	disease: string;
	/** The place on the track that it reached. */
	n: number;
	/** The outbreak that set it off; none for the first of a chain. */
	from?: string;
	/** 0 for the first of a chain, then as many steps as it lies behind. */
	wave: number;
	/** Everything that it did to its neighbours, in order. */
	facts: Line[];
}

/** An outbreak by itself: which city, and of what. */
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
 * Reads the outbreaks of one chain. A neighbour that an outbreak reached without a
 * word was full: it waits its turn to break out, set off by the first that did so.
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

/** The outbreaks of a chain wave by wave. They were resolved in this order already. */
export function wavesOf(outbreaks: readonly Outbreak[]): Outbreak[][] {
	const out: Outbreak[][] = [];
	for (const o of outbreaks) {
		const last = out.at(-1);
		if (last?.[0]?.wave === o.wave) last.push(o);
		else out.push([o]);
	}
	return out;
}

/** The cities that an outbreak put a cube in. */
export function reached(o: Outbreak): string[] {
	return o.facts.filter((f) => f.word === 'cubes-placed').map((f) => operand(f, 'city') ?? '');
}
