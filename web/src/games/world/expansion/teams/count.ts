// The final count after teams have saved the world, read from the log: the prestige of each team, by rule,
// and the sum. The sum is the server's; a test checks that the items add up to it.

import type { Step } from '../../../../gen/api.ts';
import { operand, read, type Vocabulary } from '../../../../i18n/notation.ts';

export interface Paid {
	kind: 'award' | 'stations' | 'bonus';
	/** The award or the kept card that the item is about. */
	what: string;
	n: number;
	rule: string;
}

interface TeamCount {
	team: number;
	objective: string;
	paid: Paid[];
	total: number;
}

const kinds: Record<string, Paid['kind'] | undefined> = {
	prestige: 'award',
	'station-prestige': 'stations',
	'bonus-prestige': 'bonus',
};

/** Returns the count of each team, in the order of the teams; empty if the world was not saved. */
export function countOf(
	steps: readonly Step[],
	facts: Vocabulary,
	teamOf: (seat: number) => number | undefined,
): TeamCount[] {
	const counts = new Map<number, TeamCount>();
	const told = steps.flatMap((step) => (step.plays ?? []).flatMap((play) => play.facts ?? []));
	// Only the last count is valid: an earlier one belongs to a move that was taken back.
	const from = told.findLastIndex(({ fact }) => fact === 'ended' || fact.startsWith('ended '));
	for (const { fact, rule } of from < 0 ? [] : told.slice(from)) {
		const line = read(fact, facts);
		const team = teamOf(Number(operand(line, 'seat') ?? -1));
		if (team === undefined) continue;
		const count = counts.get(team) ?? { team, objective: '', paid: [], total: 0 };
		counts.set(team, count);
		const n = Number(operand(line, 'number') ?? 0);
		const kind = kinds[line.word];
		if (kind) count.paid.push({ kind, what: operand(line, 'award') ?? operand(line, 'card') ?? '', n, rule });
		else if (line.word === 'objective-shown') count.objective = operand(line, 'objective') ?? '';
		else if (line.word === 'prestige-total') count.total = n;
	}
	return [...counts.values()].filter((c) => c.objective !== '').sort((a, b) => a.team - b.team);
}
