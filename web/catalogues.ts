// The catalogues of the server as files that the page fetches: texts are data, and
// a browser reads JSON faster than a program that says the same.
import type { Plugin } from 'vite';
import { languages, textsOf } from './languages.ts';

/** The catalogues hold the words of the terminal and of messages too; of those a browser needs only the letters of the diseases. */
const elsewhere = /^(form\.\w+\.)?(terminal(?!\.letter)|verify|webhook|page|docs)\./;

/** `import { languages } from 'catalogues'` is the languages, each with the address of its texts. */
export function catalogues(): Plugin {
	const address = /^\/catalogue\/(\w+)\.json$/;
	const text = (lang: string) =>
		JSON.stringify(Object.fromEntries(Object.entries(textsOf(lang)).filter(([key]) => !elsewhere.test(key))));
	let building = false;
	return {
		name: 'catalogues',
		configResolved(config) {
			building = config.command === 'build';
		},
		resolveId: (id) => (id === 'catalogues' ? '\0catalogues' : null),
		load(id) {
			if (id !== '\0catalogues') return null;
			const all = languages.map((language) => {
				const { lang } = language;
				let file = JSON.stringify(`/catalogue/${lang}.json`);
				if (building) {
					const name = `words-${lang}.json`;
					file = `import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: 'asset', name, source: text(lang) })}`;
				}
				return `{ ...${JSON.stringify(language)}, file: ${file} }`;
			});
			return `export const languages = [${all}]`;
		},
		configureServer(server) {
			server.middlewares.use((request, response, next) => {
				const lang = address.exec(request.url ?? '')?.[1];
				if (!lang) return next();
				response.setHeader('Content-Type', 'application/json');
				response.end(text(lang));
			});
		},
	};
}
