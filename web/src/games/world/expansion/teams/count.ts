// The final count of a game that teams have saved, read from the log: what each team is paid for, by which rule, and
// what it comes to. Nothing is reckoned here; that the lines add up to what the server told is what the test says.

import type { Step } from '../../../../gen/api.ts';
import { operand, read, type Vocabulary } from '../../../../i18n/notation.ts';

export interface Paid {
	kind: 'award' | 'stations' | 'bonus';
	/** The award, or the card that was kept. */
	what: string;
	n: number;
	rule: string;
}

export interface TeamCount {
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

/** The count by team, in the order of the table; none where the game was not saved. */
export function countOf(
	steps: readonly Step[],
	facts: Vocabulary,
	teamOf: (seat: number) => number | undefined,
): TeamCount[] {
	const counts = new Map<number, TeamCount>();
	const told = steps.flatMap((step) => (step.plays ?? []).flatMap((play) => play.facts ?? []));
	// A game is over once: what was counted before is of a move that was taken back.
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
