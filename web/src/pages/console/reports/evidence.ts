// The evidence of reports, by table: reports about the same table show the same talk, so it is shown once.

import type { EvidenceLine, Player, Report, Step } from '../../../gen/api.ts';

/** What everybody at the table could see at one moment: a line of talk, or moves of the game. */
type Moment = { at: number } & (
	| { line: EvidenceLine }
	| { step: Step; who: (Player | undefined)[]; moves: string[] }
);

/** The reports about one table, with everything that their evidence shows. */
export interface TableCase {
	table: string;
	title: string;
	game: string;
	/** The reports, the oldest first. */
	reports: Report[];
	/** What everybody at the table could see, the oldest first. */
	moments: Moment[];
}

/** Groups reports by table, the table with the oldest report first. */
export function casesOf(reports: readonly Report[]): TableCase[] {
	const cases = new Map<string, TableCase>();
	const known = new Set<string>();
	for (const report of [...reports].sort((a, b) => Date.parse(a.at) - Date.parse(b.at))) {
		const { title = '', game = '' } = report.evidence;
		const one = cases.get(report.table) ?? { table: report.table, title, game, reports: [], moments: [] };
		cases.set(report.table, one);
		one.reports.push(report);
		for (const moment of momentsOf(report)) {
			const key = `${report.table} ${'line' in moment ? `line ${moment.line.line}` : `step ${moment.step.n}`}`;
			if (known.has(key)) continue;
			known.add(key);
			one.moments.push(moment);
		}
	}
	for (const one of cases.values()) one.moments.sort((a, b) => a.at - b.at);
	return [...cases.values()];
}

function momentsOf({ evidence }: Report): Moment[] {
	const holder = new Map((evidence.seats ?? []).map(({ seat, person }) => [seat, person]));
	const steps = (evidence.steps ?? []).flatMap((step) => {
		const moves = (step.plays ?? []).flatMap(({ move }) => (move ? [move] : []));
		const who = (step.by ?? []).map((seat) => holder.get(seat));
		return moves.length > 0 ? [{ at: step.at, step, who, moves }] : [];
	});
	return [...(evidence.lines ?? []).map((line) => ({ at: line.at, line })), ...steps];
}

/** Returns the reported line that the words of a decision quote: the first that was reported. */
export function quotedLine(reports: readonly Report[]): string | undefined {
	for (const report of reports) {
		const line = report.evidence.lines?.find((l) => report.line && l.line === report.line);
		if (line?.text) return line.text;
	}
	return undefined;
}

/** A line or a title that a decision can remove. */
interface Removable {
	table: string;
	/** The line's number in the table's talk; 0 is the title. */
	line: number;
	text: string;
	reported: boolean;
}

/** Returns what the person wrote that a decision can remove: their lines, and titles that were reported. */
export function removable(about: string, reports: readonly Report[]): Removable[] {
	return casesOf(reports).flatMap(({ table, title, reports: of, moments }) => [
		...(title && of.some((report) => report.kind === 'title')
			? [{ table, line: 0, text: title, reported: true }]
			: []),
		...moments.flatMap((moment) => {
			if (!('line' in moment) || moment.line.person?.id !== about) return [];
			const { line, text } = moment.line;
			return [{ table, line, text, reported: of.some((report) => report.line === line) }];
		}),
	]);
}
