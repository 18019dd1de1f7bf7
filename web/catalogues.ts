// Turns the server's text catalogues into JSON files that the page fetches, because a browser parses JSON
// faster than equivalent JavaScript.
import type { Plugin } from 'vite';
import { languages, textsOf } from './languages.ts';

/**
 * Matches texts of the terminal and of the server's messages, which the catalogues also contain. A browser
 * does not need them, except the letters of the diseases.
 */
const elsewhere = /^(form\.\w+\.)?(terminal(?!\.letter)|verify|webhook|page|docs)\./;

/** Matches the texts of the console, which few people open. They are files of their own. */
const console = /^(web\.console|decision)\./;

/** The parts of a catalogue: the texts that every page may need, and those of the console. */
const parts: Record<string, (key: string) => boolean> = {
	words: (key) => !elsewhere.test(key) && !console.test(key),
	console: (key) => console.test(key),
};

/**
 * `import { languages } from 'catalogues'` provides the languages, each with the URL of its texts, and
 * `import { files } from 'catalogues/console'` the URLs of the console's texts by language.
 */
export function catalogues(): Plugin {
	const address = /^\/catalogue\/(\w+)-(\w+)\.json$/;
	const text = (part: string, lang: string) =>
		JSON.stringify(Object.fromEntries(Object.entries(textsOf(lang)).filter(([key]) => parts[part]?.(key))));
	let building = false;
	return {
		name: 'catalogues',
		configResolved(config) {
			building = config.command === 'build';
		},
		resolveId: (id) => (/^catalogues(\/console)?$/.test(id) ? `\0${id}` : null),
		load(id) {
			if (!/^\0catalogues/.test(id)) return null;
			/** Returns the URL of a part of a language's catalogue, as JavaScript. */
			const fileOf = (part: string, lang: string) => {
				const name = `${part}-${lang}.json`;
				if (!building) return JSON.stringify(`/catalogue/${name}`);
				const source = text(part, lang);
				return `import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: 'asset', name, source })}`;
			};
			if (id.endsWith('/console'))
				return `export const files = { ${languages.map(({ lang }) => `${lang}: ${fileOf('console', lang)}`)} }`;
			const all = languages.map(
				(language) => `{ ...${JSON.stringify(language)}, file: ${fileOf('words', language.lang)} }`,
			);
			return `export const languages = [${all}]`;
		},
		configureServer(server) {
			server.middlewares.use((request, response, next) => {
				const [, part, lang] = address.exec(request.url ?? '') ?? [];
				if (!part || !lang) return next();
				response.setHeader('Content-Type', 'application/json');
				response.end(text(part, lang));
			});
		},
	};
}
