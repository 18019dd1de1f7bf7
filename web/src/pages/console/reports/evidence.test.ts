import { expect, it } from 'vitest';
import type { EvidenceLine, Report, Step } from '../../../gen/api.ts';
import { casesOf, quotedLine, removable } from './evidence.ts';

const balt = { id: 'balt', name: 'Baltasar', bot: false };
const noor = { id: 'noor', name: 'Noor', bot: false };
const at = (minute: number) => `2026-11-18T21:${String(minute).padStart(2, '0')}:00Z`;

const line = (n: number, person: typeof balt, text: string): EvidenceLine => ({
	at: Date.parse(at(n)),
	line: n,
	person,
	text,
});
const step: Step = {
	n: 9,
	at: Date.parse(at(13)),
	kind: 'play',
	by: [1],
	plays: [{ seat: 1, move: 'drive lima', facts: [] }],
};
const evidence = { title: 'Tuesday', seats: [{ seat: 1, person: noor }], lines: [], steps: [] };
const report = (id: string, more: Partial<Report>): Report => ({
	id,
	table: 't1',
	kind: 'hurtful',
	at: at(20),
	evidence,
	...more,
});

const talk = [line(12, noor, 'I keep Tokyo.'), line(14, balt, 'You play like a bot.')];
const first = report('r1', { line: 14, evidence: { ...evidence, lines: talk, steps: [step] } });
const second = report('r2', {
	line: 14,
	at: at(21),
	evidence: { ...evidence, lines: [...talk, line(15, noor, 'That was not needed.')], steps: [step] },
});

it('shows talk and moves of a table once, in order, however many people report it', () => {
	const [one, ...others] = casesOf([second, first]);
	expect(others).toEqual([]);
	expect(one?.reports.map((r) => r.id)).toEqual(['r1', 'r2']);
	const order = one?.moments.map((m) => ('line' in m ? m.line.line : [m.who[0]?.name, ...m.moves]));
	expect(order).toEqual([12, ['Noor', 'drive lima'], 14, 15]);
});

it('keeps tables apart, the one that waits longest first', () => {
	const other = report('r3', { table: 't2', at: at(1) });
	expect(casesOf([first, other]).map((c) => c.table)).toEqual(['t2', 't1']);
});

it('quotes the reported line', () => {
	expect(quotedLine([report('r0', {}), first])).toBe('You play like a bot.');
	expect(quotedLine([report('r0', { line: 99 })])).toBeUndefined();
});

it('removes only what the person wrote, and a title only if it was reported', () => {
	expect(removable('balt', [first, second])).toEqual([
		{ table: 't1', line: 14, text: 'You play like a bot.', reported: true },
	]);
	const title = report('r4', { kind: 'title' });
	expect(removable('balt', [title])).toEqual([{ table: 't1', line: 0, text: 'Tuesday', reported: true }]);
});
