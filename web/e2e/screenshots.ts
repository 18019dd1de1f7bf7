// Takes a picture of every scene, in both languages, both themes and three sizes, and once on a small laptop.

import { join } from 'node:path';
import { days } from './day-scenes.ts';
import { asking, iberia } from './iberia-scenes.ts';
import { learning } from './learn-scenes.ts';
import { moments } from './moment-scenes.ts';
import { scenes, sizesOf } from './scenes.ts';
import { stories } from './story-scenes.ts';
import { test } from './test.ts';
import { enter, looks, visit, wear } from './visit.ts';

export const folder = process.env.SCREENSHOTS ?? join(import.meta.dirname, '../screenshots');

for (const scene of [...scenes, ...moments, ...iberia, ...asking, ...learning, ...days, ...stories])
	for (const size of sizesOf(scene))
		test(`${scene.name}, ${size}`, async ({ browser, server }) => {
			const page = await enter(browser, server, size);
			await visit(page, server, scene, size);
			for (const { lang, theme } of looks) {
				await wear(page, { lang, theme }, scene.settings);
				await page.screenshot({ path: join(folder, `${scene.name}.${lang}.${theme}.${size}.png`) });
			}
			// A small laptop is a desktop with less room; the longer words are looked at there.
			if (size === 'desktop') {
				await page.setViewportSize({ width: 1366, height: 768 });
				await wear(page, { lang: 'fr', theme: 'dark' }, scene.settings);
				await page.screenshot({ path: join(folder, `${scene.name}.fr.dark.laptop.png`) });
			}
			await page.context().close();
		});
