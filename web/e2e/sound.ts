// What must hold of whatever is open: axe has nothing to say about it in either theme
// (WCAG 2.2 AA), and no text is cut off in either language.

import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { Size } from './browser.ts';
import { overflowing } from './overflowing.ts';
import type { Scene } from './scenes.ts';
import { expect } from './test.ts';
import { wear } from './visit.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What axe finds, each in a line. A theme changes nothing but colours. */
async function faults(page: Page, scene: Scene, theme: Theme): Promise<string[]> {
	// There are no frames, so axe needs no page of its own to put their results together.
	const axe = new AxeBuilder({ page }).setLegacyMode();
	if (scene.sameMap) axe.exclude('[data-map]');
	// The preview of a hand can be pushed along within the button that opens it: by keyboard the sheet has all cards.
	axe.exclude('#tray button .fan');
	const asked = theme === 'light' ? axe.withTags(tags) : axe.withRules(['color-contrast']);
	const { violations } = await asked.analyze();
	return violations.flatMap((v) =>
		v.nodes.map((n) => {
			const why = n.any[0]?.message ?? n.all[0]?.message ?? v.help;
			return `${v.id}: ${n.target.join(' ')}: ${why} | ${n.html.slice(0, 120)}`;
		}),
	);
}

type Theme = 'light' | 'dark';
/** A tablet has nothing for screen readers that the other two sizes have not. */
const listened = (size: Size): Theme[] => (size === 'tablet' ? [] : ['light', 'dark']);

/** Looks at what is open, and listens in some themes. */
export async function sound(page: Page, scene: Scene, size: Size, themes = listened(size)): Promise<void> {
	const where = `${scene.name}, ${size}`;
	expect.soft(await page.evaluate(overflowing), `cut off: ${where}, en`).toEqual([]);
	if (themes.includes('light'))
		expect.soft(await faults(page, scene, 'light'), `axe: ${where}, en, light`).toEqual([]);
	await wear(page, { lang: 'fr', theme: 'dark' });
	expect.soft(await page.evaluate(overflowing), `cut off: ${where}, fr`).toEqual([]);
	if (themes.includes('dark'))
		expect.soft(await faults(page, scene, 'dark'), `axe: ${where}, fr, dark`).toEqual([]);
}
