// Small awards at the end of a game, computed from its facts: who did something most often.

import type { Replay } from '../../../gen/api.ts';
import { type Line, operand, read } from '../../../i18n/notation.ts';
import { colours, facts as vocabulary, worth } from '../box.ts';

/** The possible awards, in the order in which they are shown. */
export const titles = [
	'surgeon',
	'generous',
	'carrier',
	'daredevil',
	'pincushion',
	'magnet',
	'sponsor',
	'customer',
	'seer',
] as const;
export type Title = (typeof titles)[number];

interface Award {
	title: Title;
	/** The seats that win the award; two seats with the same count share it. */
	seats: number[];
	/** How often the winner did what the award is for. */
	n: number;
}

/**
 * The largest number of seats that can share an award; an award with more winners is not given. Neither is
 * one for doing something only once, except for a present.
 */
const shared = 2;
const least = (title: Title) => (title === 'generous' ? 1 : 2);

/**
 * The rule by which a pill is a present. By all other rules a pill that changes hands is a price, a fine,
 * or taken.
 */
const present = 'card/free-sample';

/**
 * Returns the award to which a fact adds, and how much it adds. The fact always counts for the seat that it
 * names first.
 */
function counts(line: Line, rule: string): [Title, number] | null {
	switch (line.word) {
		case 'pill-given':
			return rule === present ? ['generous', 1] : null;
		case 'card-passed':
		case 'risk-passed':
			return ['carrier', 1];
		case 'risk-opened':
			return ['daredevil', 1];
		case 'virus-injected':
			return operand(line, 'dose') === 'second' ? ['surgeon', 1] : null;
		case 'virus-placed':
			return ['magnet', 1];
		case 'stake-lost':
			return ['sponsor', valueIn(line)];
		case 'pills-received':
			return ['customer', valueIn(line)];
		case 'guess-right':
			return ['seer', Number(operand(line, 'number') ?? 0)];
		default:
			return null;
	}
}

/** Returns the value of the pills that a line names. */
const valueIn = (line: Line): number =>
	colours.reduce((sum, colour) => sum + Number(operand(line, colour) ?? 0) * worth(colour), 0);

/** Reports whether a line is about an injection in front of a seat, on a virus or not. */
const injection = (line: Line) => line.word === 'virus-injected' || line.word === 'injection-unused';

export function awardsOf(replay: Pick<Replay, 'from' | 'moves'>): Award[] {
	const sums = new Map<Title, Map<number, number>>(titles.map((title) => [title, new Map()]));
	const add = (title: Title, seat: number, n: number) => {
		const of = sums.get(title);
		of?.set(seat, (of.get(seat) ?? 0) + n);
	};
	for (const { fact, rule } of [replay.from, ...(replay.moves ?? []).map((move) => move.facts)].flatMap(
		(facts) => facts ?? [],
	)) {
		const line = read(fact, vocabulary);
		const seat = Number(operand(line, 'seat'));
		const counted = counts(line, rule);
		if (counted) add(counted[0], seat, counted[1]);
		if (injection(line)) add('pincushion', seat, 1);
	}
	return titles.flatMap((title) => {
		const of = [...(sums.get(title) ?? [])];
		const n = Math.max(0, ...of.map(([, sum]) => sum));
		const seats = of.filter(([, sum]) => sum === n).map(([seat]) => seat);
		return n >= least(title) && seats.length <= shared
			? [{ title, seats: seats.sort((a, b) => a - b), n }]
			: [];
	});
}
