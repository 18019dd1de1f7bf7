// The fixtures of all tests: a server, and browsers that visit it. A test fails on a browser error, or if the
// page violates its own content security policy.

import { type BrowserContextOptions, test as base, type Page } from '@playwright/test';
import type { Person } from './person.ts';
import { Server } from './server.ts';

export interface Visit {
	path?: string;
	/** The person who is signed in; none by default. */
	as?: Person;
	/** The settings that this browser has already stored. */
	settings?: Record<string, unknown>;
	browser?: BrowserContextOptions;
	/** The server to visit, if not the one that all tests share. */
	at?: Server;
}

/**
 * What a browser stores if its user has finished each of the games, so that no cards for newcomers appear.
 */
export const veteran = ['world', 'iberia', 'pharmacy'].map((game) => `played-${game}`);

/** Opens a page of the server in a new browser. */
export type Open = (visit?: Visit) => Promise<Page>;

export const test = base.extend<{ open: Open }, { server: Server }>({
	server: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright requires the pattern
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
					if (location.origin === 'null') return; // the browser's initial blank page has no storage
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

/** Records the errors of a page in `faults`. */
export function watch(page: Page, faults: string[]): void {
	page.on('pageerror', (error) => faults.push(`${error.message}\n${error.stack?.slice(0, 400)}`));
	page.on('console', (message) => {
		// Svelte's warning about reading the state of an unmounted component counts as an error. Chromium's
		// message about push in private windows does not, because all windows of the tests are private.
		if (
			(message.type() === 'error' || message.text().includes('derived_inert')) &&
			!/Failed to load resource|net::ERR_|Push API in incognito/.test(message.text())
		)
			faults.push(message.text());
	});
}

/** Settings without animations and other delays. */
export const brisk = { playback: 'none', motion: 'reduced', lang: 'en' };
