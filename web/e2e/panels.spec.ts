// Tests the requirements that every page and every panel must meet (sound.ts).

import { every, gate, lookedAt, parts } from './browser.ts';
import { consoles } from './console-scenes.ts';
import { days } from './day-scenes.ts';
import { iberia } from './iberia-scenes.ts';
import { learning } from './learn-scenes.ts';
import { groups, sizesOf } from './scenes.ts';
import { sound } from './sound.ts';
import { stories } from './story-scenes.ts';
import { test } from './test.ts';
import { lookAtEach, visit } from './visit.ts';

const lots = Object.entries({ ...groups, iberia, learning, days, stories, consoles }).flatMap(
	([group, scenes]) => parts(scenes).map((some, i) => ({ name: `${group}, part ${i + 1}`, some })),
);
for (const [number, { name, some }] of lots.entries())
	for (const size of lookedAt(number, every))
		test(`${name}, ${size}`, async ({ browser, server }) => {
			test.setTimeout(600_000);
			const seen = some.filter((scene) => sizesOf(scene).includes(size) && !(gate && scene.again));
			await lookAtEach(
				browser,
				server,
				size,
				seen.map((scene) => [
					scene.name,
					async (page) => {
						await visit(page, server, scene, size);
						await sound(page, scene, size);
					},
				]),
			);
		});
