// Compares the packages in the bundle with the list in bundled.json. The program includes the licences of
// those listed (internal/licences), so the build fails if an unlisted package is added.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Returns the npm package that a module belongs to; undefined if npm did not install it. */
function packageOf(id: string): string | undefined {
	return /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1];
}

export function licences(): Plugin {
	return {
		name: 'licences',
		apply: 'build',
		generateBundle(_, bundle) {
			const found = new Set<string>();
			for (const file of Object.values(bundle)) {
				if (file.type !== 'chunk') continue;
				for (const [id, module] of Object.entries(file.modules)) {
					const name = packageOf(id);
					if (name && module.renderedLength > 0) found.add(name);
				}
			}
			const listed = JSON.parse(readFileSync(join(import.meta.dirname, 'bundled.json'), 'utf8'))
				.code as string[];
			const names = JSON.stringify([...found].sort());
			if (names !== JSON.stringify(listed)) {
				throw new Error(
					`the bundle has code of ${names}: write that into web/bundled.json, then: go run ./internal/licences/write`,
				);
			}
		},
	};
}
