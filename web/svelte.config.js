import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

const source = join(import.meta.dirname, 'src');
const components = readdirSync(source, { recursive: true, encoding: 'utf8' })
	.filter((file) => file.endsWith('.svelte'))
	.sort();

/** Returns the class that scopes a component's styles. Most elements have it, so it is just a short number. */
function cssHash({ hash, filename }) {
	const at = components.indexOf(relative(source, filename));
	return at < 0 ? `_${hash(filename)}` : `_${at.toString(36)}`;
}

export default {
	preprocess: vitePreprocess(),
	compilerOptions: { runes: true, discloseVersion: false, cssHash },
};
