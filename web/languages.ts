// The languages that players can read, and their texts: a folder each in locale/, divided by topic. The client, its tests
// and what draws its maps read them here; locale/language.go reads the same.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What a language says about itself, in its language.json. */
export interface Language {
	/** Its tag, which is its folder. */
	lang: string;
	/** What it calls itself. */
	name: string;
	/** It has every text; otherwise English fills in. */
	complete: boolean;
	/** The tag of the way it writes dates. */
	dates: string;
}

export type Texts = Record<string, string>;

const about = 'language.json';
const folder = fileURLToPath(new URL('../locale', import.meta.url));
const json = (path: string) => JSON.parse(readFileSync(path, 'utf8'));

/** The languages of a folder, English first. */
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

/** The texts of a language. A key that is in two of its files is an error. */
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
