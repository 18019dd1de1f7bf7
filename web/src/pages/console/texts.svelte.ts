// The console's own texts. They load with the console, in the language of the page, and in the language of
// the person about whom a decision is made.

import { files } from 'catalogues/console';
import type english from '../../../../locale/en/console.json';
import type server from '../../../../locale/en/server.json';
import type { Values } from '../../i18n/message.ts';
import { type Lang, lang, languages, text } from '../../i18n/words.svelte.ts';

/** The keys of the console's texts, and of what the server tells people about decisions. */
export type ConsoleKey = keyof typeof english | (keyof typeof server & `decision.${string}`);

let known = $state.raw<readonly { lang: Lang; texts: Record<string, string> }[]>([]);

/** Loads the texts of a language, unless they are loaded. It throws if the server cannot be reached. */
export async function learn(language: Lang): Promise<void> {
	if (known.some((k) => k.lang === language)) return;
	const response = await fetch(files[language] ?? '');
	if (!response.ok) throw new Error(`the console has no words in ${language}`);
	const texts = await response.json();
	known = [...known, { lang: language, texts }];
}

/** Reports whether the texts of a language have loaded. */
export const speaks = (language: Lang): boolean => known.some((k) => k.lang === language);

/** Returns the text for a key, by default in the language of the page. */
export function say(key: ConsoleKey, values: Values = {}, language: Lang = lang()): string {
	const first = known.filter((k) => k.lang === language);
	return text(key, values, [...first, ...known]);
}

/** Returns the language of this server that a person reads: their own if there is one, otherwise English. */
export function readBy(person: { lang?: string | undefined }): Lang {
	const own = person.lang?.split('-')[0];
	return languages.find((l) => l.lang === own)?.lang ?? languages[0]?.lang ?? 'en';
}

/** Returns the name of a language, in the language of the page. */
export const languageName = (language: Lang): string =>
	new Intl.DisplayNames(lang(), { type: 'language' }).of(language) ?? language;
