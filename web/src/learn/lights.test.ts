import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Lesson } from './lesson.ts';
import { lessonsOf, taught } from './lessons.ts';
import { placeOf, type Shape } from './shapes.ts';

const folder = new URL('../../../games/', import.meta.url);

for (const game of taught)
	it(`knows where everything is that the lessons of ${game} speak of`, async () => {
		const lessons = await lessonsOf(game);
		const files = readdirSync(new URL(`${game}/lessons/`, folder)).filter((f) => f.endsWith('.json'));
		expect(files.length).toBe(Object.keys(lessons?.files ?? {}).length);
		const steps = files.filter((f) => /^[\w-]+\.json$/.test(f)); // all other files are texts
		expect(steps.length).toBeGreaterThan(0);
		for (const file of steps) {
			const lesson: Lesson = JSON.parse(readFileSync(new URL(`${game}/lessons/${file}`, folder), 'utf8'));
			const lit = lesson.steps.flatMap((step) => step.say.flatMap((page) => page.light ?? []));
			expect(lit.length).toBeGreaterThan(5);
			for (const light of lit) {
				const known = lessons?.lights[light] ?? lessons?.lights[`${light.split('/')[0]}/*`];
				expect(known, light).toBeDefined();
			}
		}
	});

const board = { left: 0, right: 400, top: 100, bottom: 500 } as DOMRect;
const words = { w: 300, h: 120 };
const at = (x: number, y: number): Shape => ({ x, y, w: 40, h: 40, r: 12 });

it('stands below at the left, unless that hides what is spoken of', () => {
	expect(placeOf(board, words, [])).toEqual({ right: false, top: false });
	expect(placeOf(board, words, [at(200, 120)])).toEqual({ right: false, top: false });
	expect(placeOf(board, words, [at(20, 420)])).toEqual({ right: true, top: false });
	expect(placeOf(board, words, [at(180, 420)])).toEqual({ right: false, top: true });
	expect(placeOf(board, words, [at(180, 420), at(20, 120)])).toEqual({ right: true, top: true });
});
