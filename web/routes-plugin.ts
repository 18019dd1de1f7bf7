// Writes a list of the client's addresses for the server. The server answers these with the page, and any
// other address with the page and status 404. The addresses are defined only in src/routes.ts.

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
