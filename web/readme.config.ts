// Takes the README's pictures and, with FILM=1, its moving picture.

import { defineConfig } from '@playwright/test';
import screenshots from './screenshots.config.ts';

export default defineConfig({
	...screenshots,
	testMatch: /(readme|moving)\.ts$/,
	outputDir: 'test-results/readme',
	globalTeardown: undefined,
	projects: [{ name: 'readme' }],
});
