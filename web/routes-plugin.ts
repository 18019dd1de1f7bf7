// Tells the server the addresses of the client's pages: it answers them with the page, and every other one with the page
// and 404. They are written in src/routes.ts alone.

import type { Plugin } from 'vite';

export function routes(): Plugin {
	return {
		name: 'routes',
		apply: 'build',
		async generateBundle() {
			const { routes } = await import(new URL('src/routes.ts', import.meta.url).href);
			const all = Object.values<{ at: readonly string[] }>(routes).flatMap(({ at }) => at);
			this.emitFile({ type: 'asset', fileName: 'routes.json', source: JSON.stringify(all) });
		},
	};
}
