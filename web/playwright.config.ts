// Runs the whole program in real browsers against a real server. Performance tests run last and alone, so
// that no other test slows them down; the check before a change lands leaves them out.

import { defineConfig } from '@playwright/test';
import { gate, launch } from './e2e/browser.ts';

const measuring = /(perf|overlay)\.spec\.ts/;

export default defineConfig({
	testDir: 'e2e',
	outputDir: 'test-results',
	workers: 2,
	fullyParallel: true,
	// There are no retries: a test that passes only sometimes must be fixed.
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
		// To copy the whole page at each action takes long. The run before a change lands therefore keeps only the
		// actions, the requests and the console.
		trace: { mode: 'retain-on-failure', screenshots: false, sources: false, snapshots: !gate },
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
