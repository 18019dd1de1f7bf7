// Goes to a scene in one size, and changes language and theme there in place, as
// another tab with the settings open would.

import type { Browser, Page } from '@playwright/test';
import { type Size, sizes } from './browser.ts';
import type { Scene } from './scenes.ts';
import type { Server } from './server.ts';
import { expect, test, veteran, watch } from './test.ts';
import { complete, type Lang } from './words.ts';

export interface Look {
	lang: Lang;
	theme: 'light' | 'dark';
}

export const looks: Look[] = complete.flatMap((lang) =>
	(['light', 'dark'] as const).map((theme) => ({ lang, theme })),
);

const settings = (look: Look, more: Scene['settings'] = {}) =>
	JSON.stringify({ playback: 'none', motion: 'reduced', learned: veteran, ...look, ...more });

/** A browser of one size, which goes from scene to scene. `scale`: how many pixels of a picture stand for one of the page. */
export async function enter(browser: Browser, server: Server, size: Size, scale = 1): Promise<Page> {
	const context = await browser.newContext({
		baseURL: server.origin,
		viewport: sizes[size],
		deviceScaleFactor: scale,
		hasTouch: size === 'phone',
		isMobile: size === 'phone',
		reducedMotion: 'reduce',
	});
	await context.addInitScript(
		(kept) => {
			if (location.origin === 'null') return; // the empty page between two scenes
			localStorage.clear();
			sessionStorage.clear();
			localStorage.setItem('theriac.settings', kept);
		},
		settings({ lang: 'en', theme: 'light' }),
	);
	return context.newPage();
}

/**
 * Looks at one thing after the other in a browser of one size. What fails is told, and so is what the page complains about;
 * the others are looked at all the same.
 */
export async function lookAtEach(
	browser: Browser,
	server: Server,
	size: Size,
	things: readonly (readonly [name: string, look: (page: Page) => Promise<void>])[],
): Promise<void> {
	const page = await enter(browser, server, size);
	const complaints: string[] = [];
	watch(page, complaints);
	for (const [name, look] of things)
		await test.step(name, async () => {
			const failed = await look(page).catch((error: Error) => error.message);
			expect.soft(failed, `${name}, ${size}`).toBeUndefined();
			expect.soft(complaints.splice(0), `what ${name}, ${size} complained about`).toEqual([]);
		});
	await page.context().close();
}

/** Goes to a scene, in English and light, as if nothing had been before. */
export async function visit(page: Page, server: Server, scene: Scene, size: Size): Promise<void> {
	const { path, as } = await scene.way(server);
	const context = page.context();
	await page.goto('about:blank');
	await context.setOffline(false);
	await context.clearCookies();
	if (as) await context.addCookies([as.cookie]);
	await page.goto(path);
	await page.locator('h1').first().waitFor({ state: 'attached' });
	if (scene.settings) await wear(page, { lang: 'en', theme: 'light' }, scene.settings);
	await scene.act?.(page, size);
	await still(page);
}

/** Changes language and theme of an open page, and what else a scene sets. */
export async function wear(page: Page, look: Look, more?: Scene['settings']): Promise<void> {
	await page.evaluate(
		(kept) => {
			localStorage.setItem('theriac.settings', kept);
			window.dispatchEvent(new StorageEvent('storage', { key: 'theriac.settings' }));
		},
		settings(look, more),
	);
	await page.waitForFunction(
		(l) => document.documentElement.lang === l.lang && document.documentElement.dataset.theme === l.theme,
		look,
	);
	await still(page);
}

/** Waits until fonts are there and nothing moves. */
export async function still(page: Page): Promise<void> {
	await page.evaluate(async () => {
		await document.fonts.ready;
		await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
		const ending = document.getAnimations().filter((a) => a.effect?.getTiming().iterations !== Infinity);
		await Promise.race([
			Promise.all(ending.map((a) => a.finished.catch(() => null))),
			new Promise((done) => setTimeout(done, 1000)),
		]);
	});
}
