// The whole program through real browsers against the real server. What is measured comes
// last and alone, so that nothing else takes its time; before a change lands it is left out.

import { defineConfig } from '@playwright/test';
import { gate, launch } from './e2e/browser.ts';

const measuring = /(perf|moments)\.spec\.ts/;

export default defineConfig({
	testDir: 'e2e',
	outputDir: 'test-results',
	workers: 2,
	fullyParallel: true,
	// Nothing is tried again: what passes by luck is mended.
	retries: 0,
	grepInvert: gate ? /@nightly/ : [],
	timeout: 180_000,
	expect: { timeout: 20_000 },
	forbidOnly: true,
	reporter: [['list'], ['./e2e/figures.ts']],
	use: {
		browserName: 'chromium',
		launchOptions: launch,
		actionTimeout: 20_000,
		navigationTimeout: 30_000,
		screenshot: 'only-on-failure',
		trace: { mode: 'retain-on-failure', screenshots: false, sources: false },
	},
	projects: [
		{ name: 'play', testIgnore: measuring },
		...(gate
			? []
			: [
					{
						name: 'measure',
						testMatch: measuring,
						dependencies: ['play'],
						workers: 1,
						use: { trace: 'off' as const },
					},
				]),
	],
});
