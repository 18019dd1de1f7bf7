// Checks the requirements for every page: axe finds no problem in either theme (WCAG 2.2 AA), and no text is
// cut off in any language.

import type { Page } from '@playwright/test';
import { axe } from './axe.ts';
import { gate, type Size } from './browser.ts';
import { overflowing } from './overflowing.ts';
import type { Scene } from './scenes.ts';
import { expect } from './test.ts';
import { wear } from './visit.ts';

type Theme = 'light' | 'dark';

/** What axe checks in each theme: nothing, all its rules, or the contrast of colours only. */
type Rules = Partial<Record<Theme, 'all' | 'colours'>>;

/** Returns the findings of axe, one per line. */
async function faults(page: Page, scene: Scene, rules: Rules[Theme]): Promise<string[]> {
	if (!rules) return [];
	const builder = axe(page, { colours: rules === 'colours' });
	if (scene.sameMap) builder.exclude('[data-map]');
	// The preview of the hand scrolls inside the button that opens the hand. Keyboard players can reach all
	// cards in the sheet that the button opens.
	builder.exclude('#tray button .fan');
	const { violations } = await builder.analyze();
	return violations.flatMap((v) =>
		v.nodes.map((n) => {
			const why = n.any[0]?.message ?? n.all[0]?.message ?? v.help;
			return `${v.id}: ${n.target.join(' ')}: ${why} | ${n.html.slice(0, 120)}`;
		}),
	);
}

/**
 * Returns what axe checks in a size. A change of theme affects only colours. Before a change lands, axe checks
 * all its rules in one theme: light in English on a desktop, dark in French on a phone. A tablet is not checked:
 * for screen readers it is like the other sizes.
 */
function listened(size: Size): Rules {
	if (size === 'tablet') return {};
	if (!gate) return { light: 'all', dark: 'colours' };
	return size === 'desktop' ? { light: 'all' } : { dark: 'all' };
}

/** Checks what is on the page: cut text in every language, and what axe checks in each theme. */
export async function sound(page: Page, scene: Scene, size: Size, rules = listened(size)): Promise<void> {
	const where = `${scene.name}, ${size}`;
	expect.soft(await page.evaluate(overflowing), `cut off: ${where}, en`).toEqual([]);
	expect.soft(await faults(page, scene, rules.light), `axe: ${where}, en, light`).toEqual([]);
	await wear(page, { lang: 'fr', theme: rules.light && !rules.dark ? 'light' : 'dark' });
	expect.soft(await page.evaluate(overflowing), `cut off: ${where}, fr`).toEqual([]);
	expect.soft(await faults(page, scene, rules.dark), `axe: ${where}, fr, dark`).toEqual([]);
}
