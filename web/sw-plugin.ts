// Builds the service worker along with the client, and gives it the list of the client's files. The page and
// the worker both contain the name of their build. The server reads the current name from its page, so a
// cached page can find out that it is outdated.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { languages, textsOf } from './languages.ts';
import { addresses } from './offline-plugin.ts';

const source = 'src/sw.ts';
const fileName = 'sw.js';
const pageName = 'index.html';

/** Returns the files in a folder and its subfolders, by relative path. */
function filesIn(folder: string): string[] {
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
		.sort();
}

/** Returns the worker's own texts, for documentation that cannot be reached. */
function words() {
	const english = textsOf('en');
	const said = languages.map(({ lang }) => {
		const texts = { ...english, ...textsOf(lang) };
		return [lang, { title: texts['docs.title'], text: texts['docs.offline'], again: texts['web.app.again'] }];
	});
	return Object.fromEntries(said);
}

export function serviceWorker(): Plugin {
	let publicDir = '';
	return {
		name: 'service-worker',
		apply: 'build',
		config: () => ({
			build: {
				rolldownOptions: {
					input: { index: 'index.html', sw: source },
					output: {
						entryFileNames: (chunk) => (chunk.name === 'sw' ? fileName : 'assets/[name]-[hash].js'),
					},
				},
			},
		}),
		configResolved(config) {
			({ publicDir } = config);
		},
		generateBundle: {
			// This runs after all other files have been named, and before they are compressed.
			order: 'post',
			handler(_, bundle) {
				// Few people open the console, and it needs the server anyway. Only other programs show the cards.
				const made = Object.keys(bundle).filter((name) =>
					/^assets\/(?!console-|card-).*\.(js|css|json|woff2|svg|png|webp)$/.test(name),
				);
				const kept = filesIn(publicDir).filter((name) => /\.(svg|png|webmanifest)$/.test(name));
				const files = [...made.sort(), ...kept].map((name) => `/${name}`);
				const chunk = bundle[fileName];
				const page = bundle[pageName];
				if (chunk?.type !== 'chunk') throw new Error(`${source} was not built as ${fileName}`);
				// Browsers run the worker as a classic script, which cannot import anything.
				if (chunk.imports.length) throw new Error(`${fileName} shares ${chunk.imports} with the page`);
				if (page?.type !== 'asset') throw new Error(`there is no ${pageName}`);
				const html = String(page.source);
				/** The files for playing a game without a server. */
				const games = addresses();
				const said = words();
				// The names of other files contain a hash of their content, so it is enough to hash the names.
				const hash = createHash('sha256')
					.update(html)
					.update(chunk.code)
					.update(files.join('\n'))
					.update(JSON.stringify({ games, said }));
				for (const name of kept) hash.update(readFileSync(join(publicDir, name)));
				const id = hash.digest('hex').slice(0, 12);
				chunk.code = `const BUILD=${JSON.stringify({ id, files, games, words: said })};${chunk.code}`;
				const told = html.replace(
					/<head>\s*<meta charset="utf-8"[^>]*>/,
					`$&\n\t\t<meta name="build" content="${id}">`,
				);
				if (told === html) throw new Error(`${pageName} has no place for its build`);
				page.source = told;
			},
		},
	};
}
