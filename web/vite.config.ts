import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { cards } from './cards-plugin.ts';
import { catalogues } from './catalogues.ts';
import { chunks } from './chunks.ts';
import { licences } from './licences.ts';
import { offline } from './offline-plugin.ts';
import { routes } from './routes-plugin.ts';
import { serviceWorker } from './sw-plugin.ts';

/** Writes a compressed copy next to every text file, so that the server never has to compress one. */
function packed(): Plugin {
	return {
		name: 'packed',
		apply: 'build',
		enforce: 'post',
		generateBundle: {
			order: 'post',
			handler(_, bundle) {
				// The folder is part of the repository, so that Go can embed it before the client is built.
				this.emitFile({ type: 'asset', fileName: '.gitkeep', source: '' });
				for (const [name, file] of Object.entries(bundle)) {
					// The HTML page is small, so it is not compressed. The server reads the build's name from it.
					if (!/\.(js|css|svg|json|webmanifest)$/.test(name)) continue;
					const body = Buffer.from(file.type === 'chunk' ? file.code : file.source);
					const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
					this.emitFile({ type: 'asset', fileName: `${name}.br`, source: brotliCompressSync(body, quality) });
					this.emitFile({ type: 'asset', fileName: `${name}.gz`, source: gzipSync(body, { level: 9 }) });
				}
			},
		},
	};
}

/**
 * Removes Svelte's code for slots and for hydration: every component here uses snippets and renders in the
 * browser.
 */
function slotless(): Plugin {
	return {
		name: 'slotless',
		apply: 'build',
		transform: {
			filter: { id: /\.svelte$/ },
			handler: (code) => ({
				code: code
					.replace(/,\s*\$\$slots: \{[^}]*\}/g, '')
					.replace(/^\s*\$\.(reset\(\w+\)|next\(\d*\));$/gm, ''),
				map: null,
			}),
		},
	};
}

/**
 * Tells the bundler what it cannot know: Svelte hydrates no page here, and no component uses the old
 * syntax. The bundler then removes the code for both.
 */
function settled(): Plugin {
	return {
		name: 'settled',
		apply: 'build',
		transform: {
			filter: { id: /\/svelte\/src\/internal\/(client\/dom\/hydration|flags\/index)\.js$/ },
			handler(code, id) {
				const flag = /^export let (hydrating|\w+_flag) = false;$/gm;
				const names = [...code.matchAll(flag)].map((found) => found[1]);
				if (names.length === 0) throw new Error(`${id} has no flags any more: is this another Svelte?`);
				const set = new RegExp(`^\\t(${names.join('|')}) = \\w+;$`, 'gm');
				return { code: code.replace(flag, 'export const $1 = false;').replace(set, ''), map: null };
			},
		},
	};
}

/**
 * Sorts the imports of a file so that the names used most come last. The minifier gives the shortest names
 * first, and reuses them for variables in functions if they are free. The more often it can, the better the
 * file compresses.
 */
function seldomFirst(): Plugin {
	return {
		name: 'seldom-first',
		apply: 'build',
		enforce: 'post',
		renderChunk: (code) => {
			const uses = new Map<string, number>();
			for (const [word] of code.matchAll(/[\w$]+/g)) uses.set(word, (uses.get(word) ?? 0) + 1);
			const often = (specifier: string) => uses.get(specifier.split(' ').at(-1) ?? '') ?? 0;
			const sorted = code.replace(
				/^import \{ (.*) \} from /gm,
				(_, all: string) =>
					`import { ${all
						.split(', ')
						.sort((a, b) => often(a) - often(b))
						.join(', ')} } from `,
			);
			return { code: sorted, map: null };
		},
	};
}

export default defineConfig({
	plugins: [
		catalogues(),
		offline(),
		svelte(),
		slotless(),
		settled(),
		routes(),
		cards(),
		serviceWorker(),
		licences(),
		seldomFirst(),
		packed(),
	],
	worker: { format: 'es', plugins: () => [offline()] },
	build: {
		target: 'es2023',
		modulePreload: { polyfill: false },
		assetsInlineLimit: 0,
		cssCodeSplit: true,
		emptyOutDir: true,
		rolldownOptions: {
			output: { codeSplitting: chunks },
			// No component here is a custom element or uses the syntax of an older Svelte.
			treeshake: {
				moduleSideEffects: [
					{
						test: /\/svelte\/src\/.*\/(custom-element|legacy-client|bindings\/\w+)\.js$/,
						sideEffects: false,
					},
				],
			},
		},
	},
	server: {
		fs: { allow: ['..'] },
		proxy: { '/api': { target: process.env.THERIAC ?? 'http://127.0.0.1:8080', changeOrigin: true } },
	},
	test: {
		include: ['src/**/*.test.ts', 'map/**/*.test.ts', 'scripts/**/*.test.ts'],
		environment: 'node',
		testTimeout: 30_000, // making a map takes longer on a busy machine
	},
});
