import { relative } from 'node:path';
import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

const scopes = new Map();

/** The class that a component's styles are scoped with. It stands on most elements, so it is short. */
function cssHash({ hash, filename }) {
	const file = relative(import.meta.dirname, filename);
	const scope = `s${hash(file).slice(-4)}`;
	const other = scopes.get(scope) ?? file;
	if (other !== file) throw new Error(`the styles of ${file} and ${other} have the same scope`);
	scopes.set(scope, file);
	return scope;
}

export default {
	preprocess: vitePreprocess(),
	compilerOptions: { runes: true, discloseVersion: false, cssHash },
};
