import { expect, it } from 'vitest';
import type { Said } from '../gen/api.ts';
import { kindsFor, linesFor } from './report.ts';

const said = (at: number, id: string): Said => ({
	at,
	when: at,
	text: `line ${at}`,
	person: { id, name: id },
});
const talk = [said(1, 'pia'), said(2, 'ben'), ...[3, 4, 5, 6, 7, 8].map((at) => said(at, 'pia'))];

it('offers the reasons that fit a person, a message, or the table', () => {
	expect(kindsFor(true, true, false)).toEqual([
		'hurtful',
		'spam',
		'cheating',
		'stopped',
		'name',
		'title',
		'other',
	]);
	expect(kindsFor(true, false, false)).not.toContain('title');
	expect(kindsFor(true, true, true)).toEqual(['hurtful', 'spam', 'cheating', 'other']);
	expect(kindsFor(false, true, false)).toEqual(['cheating', 'title', 'other']);
});

it('names the newest messages of the person, and the one that was tapped', () => {
	const at = (lines: Said[]) => lines.map((line) => line.at);
	expect(at(linesFor('hurtful', 'pia', talk))).toEqual([8, 7, 6, 5, 4]);
	expect(at(linesFor('spam', 'pia', talk, talk[0]))).toEqual([8, 7, 6, 5, 4, 1]);
	expect(at(linesFor('other', 'ben', talk))).toEqual([2]);
	expect(linesFor('stopped', 'pia', talk)).toEqual([]);
	expect(linesFor('', 'pia', talk)).toEqual([]);
	expect(linesFor('hurtful', undefined, talk)).toEqual([]);
});
