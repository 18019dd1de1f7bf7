import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Step as LogEntry } from '../gen/api.ts';
import { type Lesson, offers, progressOf, standing, type Words } from './lesson.ts';

const read = <T>(file: string): T =>
	JSON.parse(readFileSync(new URL(`../../../games/world/lessons/${file}.json`, import.meta.url), 'utf8'));
const lesson: Lesson = read('first');
const named = (id: string) => lesson.steps.findIndex((step) => step.id === id);

const went = (city: string) => ({ facts: [`pawn-moved 0 ${city}`] });
const treated = { facts: ['cubes-removed washington blue 1'] };

it('stands at its beginning before a move', () => {
	expect(progressOf(lesson, [])).toEqual({ step: 0, from: 0, made: 0, off: null });
});

it('goes on with the aim, and passes by what was only to be read', () => {
	expect(progressOf(lesson, [went('washington')])).toMatchObject({ step: named('treat'), from: 1, made: 0 });
	expect(progressOf(lesson, [went('washington'), treated])).toMatchObject({
		step: named('treat'),
		made: 1,
		off: null,
	});
	expect(progressOf(lesson, [went('washington'), treated, treated])).toMatchObject({
		step: named('back'),
		from: 3,
	});
});

it('says where another way leads, and from where to try again', () => {
	const off = progressOf(lesson, [went('chicago')]);
	expect(off).toMatchObject({ step: named('drive'), from: 0, made: 1 });
	expect(read<Words>('first.en').drive?.else?.[off.off ?? -1]).toContain('Chicago');
	const later = progressOf(lesson, [went('washington'), treated, went('montreal')]);
	expect(later).toMatchObject({ step: named('treat'), from: 1, made: 2 });
	expect(read<Words>('first.fr').treat?.else?.[later.off ?? -1]).toContain('Washington');
});

it('forgets what was taken back', () => {
	const play = (n: number, city: string) => ({
		n,
		kind: 'play',
		plays: [
			{ seat: 0, move: `drive ${city}`, facts: [{ fact: `pawn-moved 0 ${city}`, rule: 'action/drive' }] },
		],
	});
	const log = [
		{ n: 0, kind: 'open', plays: [{ facts: [{ fact: 'turn-began 0', rule: 'x' }] }] },
		play(1, 'chicago'),
		{ n: 2, kind: 'undo', to: 0 },
		play(3, 'washington'),
	] as unknown as LogEntry[];
	expect(standing(log)).toEqual([went('washington')]);
	expect(progressOf(lesson, standing(log)).step).toBe(named('treat'));
});

it('offers what a step names, and no more', () => {
	const step = lesson.steps[named('drive')];
	expect(step && offers(step, 'drive miami')).toBe(true);
	expect(step && offers(step, 'direct miami')).toBe(false);
	expect(step && offers(step, 'draw')).toBe(false);
});
