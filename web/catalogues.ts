// The catalogues of the server as files that the page fetches: texts are data, and
// a browser reads JSON faster than a program that says the same.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** The catalogues hold the words of the terminal and of messages too; of those a browser needs only the letters of the diseases. */
const elsewhere = /^(form\.\w+\.)?(terminal(?!\.letter)|verify|webhook|page|docs)\./;

/** `import url from 'catalogue:fr'` is the address of the French catalogue. */
export function catalogues(): Plugin {
	const name = /^catalogue:(\w+)$/;
	const address = /^\/catalogue\/(\w+)\.json$/;
	const text = (lang: string) => {
		const file = fileURLToPath(new URL(`../locale/${lang}.json`, import.meta.url));
		const texts = Object.entries(JSON.parse(readFileSync(file, 'utf8')));
		return JSON.stringify(Object.fromEntries(texts.filter(([key]) => !elsewhere.test(key))));
	};
	let building = false;
	return {
		name: 'catalogues',
		configResolved(config) {
			building = config.command === 'build';
		},
		resolveId: (id) => (name.test(id) ? `\0${id}` : null),
		load(id) {
			const lang = name.exec(id.slice(1))?.[1];
			if (!lang || !id.startsWith('\0')) return null;
			if (!building) return `export default "/catalogue/${lang}.json"`;
			const file = this.emitFile({ type: 'asset', name: `${lang}.json`, source: text(lang) });
			return `export default import.meta.ROLLUP_FILE_URL_${file}`;
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
