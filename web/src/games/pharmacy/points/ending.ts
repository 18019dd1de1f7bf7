// Finds out from the facts (events of the game) how a round ended.

import type { Fact } from '../../../gen/api.ts';
import { type Line, operand, read } from '../../../i18n/notation.ts';
import { facts as vocabulary } from '../box.ts';

export interface Ending {
	round: number;
	/** The rule by which the round ended. */
	rule: string;
	care: Patient[];
	guesses: { seat: number; how: 'right' | 'wrong' | 'void'; points: number }[];
	/** The points that each seat gets for the round. */
	points: number[];
}

/** The seat that went to intensive care, with the rule and the virus that caused it. */
export interface Patient {
	seat: number;
	rule: string;
	/** The virus that was placed last; undefined if something else ended the round. */
	virus?: string;
}

const seatOf = (line: Line) => Number(operand(line, 'seat'));
const numberOf = (line: Line) => Number(operand(line, 'number') ?? 0);

/** Returns how the last round among these facts ended; null if the round continues. */
export function endingOf(facts: readonly Fact[]): Ending | null {
	const viruses = new Map<number, string>();
	let care: Patient[] = [];
	let found: Ending | null = null;
	for (const { fact, rule } of facts) {
		const line = read(fact, vocabulary);
		const seat = seatOf(line);
		switch (line.word) {
			case 'virus-placed':
				viruses.set(seat, operand(line, 'card') ?? '');
				break;
			case 'intensive-care':
				care.push({ seat, rule, virus: rule === 'care/sickness' ? viruses.get(seat) : undefined });
				break;
			case 'round-ended':
				found = { round: numberOf(line), rule, care, guesses: [], points: [] };
				care = [];
				break;
			case 'guess-right':
				found?.guesses.push({ seat, how: 'right', points: numberOf(line) });
				break;
			case 'guess-wrong':
				found?.guesses.push({ seat, how: 'wrong', points: -numberOf(line) });
				break;
			case 'guess-void':
				found?.guesses.push({ seat, how: 'void', points: 0 });
				break;
			case 'scored':
				if (found) found.points[seat] = numberOf(line);
				break;
			case 'scored-minus':
				if (found) found.points[seat] = -numberOf(line);
				break;
			case 'round-began':
				viruses.clear();
				break;
		}
	}
	return found;
}
