// The whole program through real browsers against the real server. What is measured
// comes last and alone, so that nothing else takes its time.

import { defineConfig } from '@playwright/test';
import { launch } from './e2e/browser.ts';

const measuring = /(perf|moments)\.spec\.ts/;

export default defineConfig({
	testDir: 'e2e',
	outputDir: 'test-results',
	workers: 2,
	fullyParallel: true,
	// Tables are dealt by number, but browsers are never twice as fast. What fails once is told as flaky.
	retries: process.env.CI ? 1 : 0,
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
		{ name: 'measure', testMatch: measuring, dependencies: ['play'], workers: 1, use: { trace: 'off' } },
	],
});
