// The available languages and their texts. Each language has a folder in locale/, with a file per topic.
// The client, its tests and the maps read the texts through this module; locale/language.go reads the same
// files.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** How a language describes itself in its language.json. */
export interface Language {
	/** The language's tag, which is also its folder's name. */
	lang: string;
	/** The language's own name for itself. */
	name: string;
	/** Whether every text is translated; if not, English replaces the missing ones. */
	complete: boolean;
	/** The language tag by which dates are formatted. */
	dates: string;
}

export type Texts = Record<string, string>;

const about = 'language.json';
const folder = fileURLToPath(new URL('../locale', import.meta.url));
const json = (path: string) => JSON.parse(readFileSync(path, 'utf8'));

/** Returns the languages that have a folder below `at`, English first. */
export function languagesIn(at: string): Language[] {
	const found = readdirSync(at).filter((lang) => existsSync(`${at}/${lang}/${about}`));
	const order = (lang: string) => (lang === 'en' ? '' : lang);
	return found
		.sort((a, b) => (order(a) < order(b) ? -1 : 1))
		.map((lang) => {
			const { name, complete, dates } = json(`${at}/${lang}/${about}`);
			return { lang, name, complete, dates };
		});
}

/** Returns the texts of a language. It throws if two of its files have the same key. */
export function textsIn(at: string, lang: string): Texts {
	const all: Texts = {};
	for (const file of readdirSync(`${at}/${lang}`).sort()) {
		if (!file.endsWith('.json') || file === about) continue;
		for (const [key, text] of Object.entries<string>(json(`${at}/${lang}/${file}`))) {
			if (key in all) throw new Error(`${lang}/${file}: ${key} is in another file too`);
			all[key] = text;
		}
	}
	return all;
}

export const languages = languagesIn(folder);
export const textsOf = (lang: string): Texts => textsIn(folder, lang);
