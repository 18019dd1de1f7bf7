// What every test starts from: a server, and browsers that visit it. A browser that
// throws, or is refused something by the page's own policy, fails its test.

import { type BrowserContextOptions, test as base, type Page } from '@playwright/test';
import type { Person } from './person.ts';
import { Server } from './server.ts';

export interface Visit {
	path?: string;
	/** Who it is; nobody yet without. */
	as?: Person;
	/** What was set in this browser before. */
	settings?: Record<string, unknown>;
	browser?: BrowserContextOptions;
	/** Another server than the common one. */
	at?: Server;
}

/** Most people have played before: cards for newcomers do not come. */
export const veteran = ['world', 'iberia', 'pharmacy'].map((game) => `played-${game}`);

/** Opens a browser of its own at a page of the server. */
export type Open = (visit?: Visit) => Promise<Page>;

export const test = base.extend<{ open: Open }, { server: Server }>({
	server: [
		// biome-ignore lint/correctness/noEmptyPattern: how Playwright is told that nothing is needed
		async ({}, use) => {
			const server = await Server.open();
			await use(server);
			await server.close();
		},
		{ scope: 'worker' },
	],
	open: async ({ browser, server }, use) => {
		const faults: string[] = [];
		const contexts: { close(): Promise<void> }[] = [];
		await use(async ({ path = '/', as, settings = {}, browser: options, at = server } = {}) => {
			const context = await browser.newContext({ baseURL: at.origin, locale: 'en-GB', ...options });
			contexts.push(context);
			if (as) await context.addCookies([as.cookie]);
			await context.addInitScript(
				(kept) => {
					if (location.origin === 'null') return; // the empty page before the first one keeps nothing
					if (!localStorage.getItem('theriac.settings')) localStorage.setItem('theriac.settings', kept);
				},
				JSON.stringify({ learned: veteran, ...settings }),
			);
			context.on('page', (page) => watch(page, faults));
			const page = await context.newPage();
			await page.goto(path);
			return page;
		});
		for (const context of contexts) await context.close();
		base.expect(faults, 'what browsers complained about').toEqual([]);
	},
});

export const { expect } = test;

/** Writes down what goes wrong in a page. */
export function watch(page: Page, faults: string[]): void {
	page.on('pageerror', (error) => faults.push(`${error.message}\n${error.stack?.slice(0, 400)}`));
	page.on('console', (message) => {
		// Svelte warns where a part of the page that is gone is still read. The last one is Chromium's remark on
		// private windows, which all of these are.
		if (
			(message.type() === 'error' || message.text().includes('derived_inert')) &&
			!/Failed to load resource|net::ERR_|Push API in incognito/.test(message.text())
		)
			faults.push(message.text());
	});
}

/** Settings under which nothing has to be waited for. */
export const brisk = { playback: 'none', motion: 'reduced', lang: 'en' };
