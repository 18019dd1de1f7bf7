// Takes a screenshot of every scene in both languages, both themes and three sizes, and one on a small
// laptop.

import { join } from 'node:path';
import { consoles } from './console-scenes.ts';
import { days } from './day-scenes.ts';
import { asking, iberia } from './iberia-scenes.ts';
import { learning } from './learn-scenes.ts';
import { overlays } from './overlay-scenes.ts';
import { pharmacy } from './pharmacy-scenes.ts';
import { scenes, sizesOf } from './scenes.ts';
import { stories } from './story-scenes.ts';
import { test } from './test.ts';
import { enter, looks, visit, wear } from './visit.ts';

export const folder = process.env.SCREENSHOTS ?? join(import.meta.dirname, '../screenshots');

for (const scene of [
	...scenes,
	...overlays,
	...iberia,
	...asking,
	...learning,
	...days,
	...stories,
	...consoles,
	...pharmacy,
])
	for (const size of sizesOf(scene))
		test(`${scene.name}, ${size}`, async ({ browser, server }) => {
			const page = await enter(browser, server, size);
			await visit(page, server, scene, size);
			for (const { lang, theme } of looks) {
				await wear(page, { lang, theme }, scene.settings);
				await page.screenshot({ path: join(folder, `${scene.name}.${lang}.${theme}.${size}.png`) });
			}
			// A small laptop counts as a desktop with less space. Its screenshots use the language with the
			// longer texts.
			if (size === 'desktop') {
				await page.setViewportSize({ width: 1366, height: 768 });
				await wear(page, { lang: 'fr', theme: 'dark' }, scene.settings);
				await page.screenshot({ path: join(folder, `${scene.name}.fr.dark.laptop.png`) });
			}
			await page.context().close();
		});
