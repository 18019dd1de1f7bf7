// The pictures of the README.

import { defineConfig } from '@playwright/test';
import screenshots from './screenshots.config.ts';

export default defineConfig({
	...screenshots,
	testMatch: /readme\.ts$/,
	outputDir: 'test-results/readme',
	globalTeardown: undefined,
	projects: [{ name: 'readme' }],
});
