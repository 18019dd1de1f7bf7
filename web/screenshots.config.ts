// Takes pictures of every page and panel, for review.

import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';

export default defineConfig({
	...base,
	testDir: 'e2e',
	testMatch: /screenshots\.ts$/,
	outputDir: 'test-results/screenshots',
	timeout: 120_000,
	use: { ...base.use, trace: 'off', screenshot: 'off' },
	projects: [{ name: 'screenshots' }],
	globalTeardown: './e2e/contact.ts',
});
