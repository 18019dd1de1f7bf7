// What must hold of every page and every panel: axe has nothing to say about it in
// either theme (WCAG 2.2 AA), and no text is cut off in either language.

import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { type Size, sizes } from './browser.ts';
import { overflowing } from './overflowing.ts';
import { groups, type Scene, sizesOf } from './scenes.ts';
import { expect, test, watch } from './test.ts';
import { enter, visit, wear } from './visit.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What axe finds, each in a line. A theme changes nothing but colours. */
async function faults(page: Page, scene: Scene, theme: 'light' | 'dark'): Promise<string[]> {
	// There are no frames, so axe needs no page of its own to put their results together.
	const axe = new AxeBuilder({ page }).setLegacyMode();
	if (scene.sameMap) axe.exclude('[data-map]');
	const asked = theme === 'light' ? axe.withTags(tags) : axe.withRules(['color-contrast']);
	const { violations } = await asked.analyze();
	return violations.flatMap((v) =>
		v.nodes.map((n) => {
			const why = n.any[0]?.message ?? n.all[0]?.message ?? v.help;
			return `${v.id}: ${n.target.join(' ')}: ${why} | ${n.html.slice(0, 120)}`;
		}),
	);
}

/** Looks at what is open. A tablet has nothing for ears that the other two sizes have not. */
async function sound(page: Page, scene: Scene, size: Size): Promise<void> {
	const where = `${scene.name}, ${size}`;
	const listens = size !== 'tablet';
	expect.soft(await page.evaluate(overflowing), `cut off: ${where}, en`).toEqual([]);
	if (listens) expect.soft(await faults(page, scene, 'light'), `axe: ${where}, en, light`).toEqual([]);
	await wear(page, { lang: 'fr', theme: 'dark' });
	expect.soft(await page.evaluate(overflowing), `cut off: ${where}, fr`).toEqual([]);
	if (listens) expect.soft(await faults(page, scene, 'dark'), `axe: ${where}, fr, dark`).toEqual([]);
}

for (const [group, scenes] of Object.entries(groups))
	for (const size of Object.keys(sizes) as Size[])
		test(`${group}, ${size}`, async ({ browser, house }) => {
			test.setTimeout(600_000);
			const page = await enter(browser, house, size);
			const complaints: string[] = [];
			watch(page, complaints);
			for (const scene of scenes.filter((s) => sizesOf(s).includes(size)))
				await test.step(scene.name, async () => {
					// What does not open is told, and the others are looked at all the same.
					const opened = await visit(page, house, scene, size).catch((error: Error) => error.message);
					expect.soft(opened, `the way to ${scene.name}, ${size}`).toBeUndefined();
					if (opened === undefined) await sound(page, scene, size);
					expect.soft(complaints.splice(0), `what ${scene.name}, ${size} complained about`).toEqual([]);
				});
			await page.context().close();
		});
