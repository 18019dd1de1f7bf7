// What must hold of every page and every panel.

import { every, lookedAt, parts } from './browser.ts';
import { days } from './day-scenes.ts';
import { iberia } from './iberia-scenes.ts';
import { learning } from './learn-scenes.ts';
import { groups, sizesOf } from './scenes.ts';
import { sound } from './sound.ts';
import { stories } from './story-scenes.ts';
import { expect, test, watch } from './test.ts';
import { enter, visit } from './visit.ts';

const lots = Object.entries({ ...groups, iberia, learning, days, stories }).flatMap(([group, scenes]) =>
	parts(scenes).map((some, i) => ({ name: `${group}, part ${i + 1}`, some })),
);
for (const [number, { name, some }] of lots.entries())
	for (const size of lookedAt(number, every))
		test(`${name}, ${size}`, async ({ browser, server }) => {
			test.setTimeout(600_000);
			const page = await enter(browser, server, size);
			const complaints: string[] = [];
			watch(page, complaints);
			for (const scene of some.filter((s) => sizesOf(s).includes(size)))
				await test.step(scene.name, async () => {
					// What does not open is told, and the others are looked at all the same.
					const opened = await visit(page, server, scene, size).catch((error: Error) => error.message);
					expect.soft(opened, `the way to ${scene.name}, ${size}`).toBeUndefined();
					if (opened === undefined) await sound(page, scene, size);
					expect.soft(complaints.splice(0), `what ${scene.name}, ${size} complained about`).toEqual([]);
				});
			await page.context().close();
		});
