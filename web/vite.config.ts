import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { catalogues } from './catalogues.ts';
import { chunks } from './chunks.ts';
import { licences } from './licences.ts';
import { offline } from './offline-plugin.ts';
import { routes } from './routes-plugin.ts';
import { serviceWorker } from './sw-plugin.ts';

/** Puts a small copy beside every text file, so that the server never has to pack one. */
function packed(): Plugin {
	return {
		name: 'packed',
		apply: 'build',
		enforce: 'post',
		generateBundle: {
			order: 'post',
			handler(_, bundle) {
				// The folder is part of the repository, so that Go can embed it before anything is built.
				this.emitFile({ type: 'asset', fileName: '.gitkeep', source: '' });
				for (const [name, file] of Object.entries(bundle)) {
					// The page is small, and stays readable: it says which build it is.
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
 * Leaves out what Svelte writes for components with slots, and where it goes along a page that a server wrote: every
 * component here takes snippets and draws itself, and nothing reads it.
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
 * Tells the bundler what it cannot see by itself: that Svelte takes over no page that a server wrote, and knows no
 * components of old. What it has for those is then left out.
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
 * Names what a file uses most last among what it imports. The first names are the shortest, and functions use them again
 * for what is their own, each in the same order, unless they are taken: a file packs better where they are not.
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
		rolldownOptions: { output: { codeSplitting: chunks } },
	},
	server: {
		fs: { allow: ['..'] },
		proxy: { '/api': { target: process.env.THERIAC ?? 'http://127.0.0.1:8080', changeOrigin: true } },
	},
	test: {
		include: ['src/**/*.test.ts', 'map/**/*.test.ts', 'scripts/**/*.test.ts'],
		environment: 'node',
		testTimeout: 30_000, // a map is made again, also on a machine that has other work
	},
});
