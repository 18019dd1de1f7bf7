// Opens a scene (a page in a certain state) at one window size. It changes the language and theme without a
// reload, as if another tab had changed the settings.

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

/**
 * Opens a browser of one size, which visits one scene after another. `scale` is the number of screenshot
 * pixels per pixel of the page.
 */
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
			if (location.origin === 'null') return; // a blank page has no storage
			localStorage.clear();
			sessionStorage.clear();
			localStorage.setItem('theriac.settings', kept);
		},
		settings({ lang: 'en', theme: 'light' }),
	);
	return context.newPage();
}

/**
 * Checks scenes one after the other in a browser of one size. Failures and errors of a page are reported, and
 * the remaining scenes are still checked.
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

/** Opens a scene in English and in the light theme, without any state of the previous scene. */
export async function visit(page: Page, server: Server, scene: Scene, size: Size): Promise<void> {
	const { path, as } = await scene.start(server);
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

/** Sets the language and theme of an open page, and any further settings of the scene. */
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

/** Waits until fonts have loaded and animations have ended. */
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
