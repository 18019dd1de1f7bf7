// Compares the packages whose code the bundle holds with those that bundled.json names: their licences are in the
// binary (internal/licences), so one that nobody listed must not slip in.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** The package of a module, where it is one that npm installed. */
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
