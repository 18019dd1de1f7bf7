// Reads the texts of the client, so that tests can search for what players read.

import { languages, type Texts, textsOf } from '../languages.ts';

export type Lang = string;

/** The languages whose catalogues are complete. */
export const complete: readonly Lang[] = languages.filter((l) => l.complete).map((l) => l.lang);
const texts = new Map(languages.map(({ lang }) => [lang, textsOf(lang)]));
const textsIn = (lang: Lang): Texts => texts.get(lang) ?? {};

/** Reports whether a text with this key exists. */
export const has = (key: string, lang: Lang = 'en'): boolean => textsIn(lang)[key] !== undefined;

/** Returns a text with its values filled in, and names in the grammatical form that the text requires. */
export function said(key: string, values: Record<string, string | number> = {}, lang: Lang = 'en'): string {
	const text = textsIn(lang)[key];
	if (text === undefined) throw new Error(`no text ${key}`);
	return text.replace(/\{(\w+)(?::(\w+))?\}/g, (_, place, form, at) => {
		const value = String(values[place] ?? `{${place}}`);
		return form ? inForm(form, value, lang, at === 0) : value;
	});
}

/** Returns a name in a grammatical form of the language, as src/i18n/words.svelte.ts does. */
function inForm(form: string, named: string, lang: Lang, begins: boolean): string {
	const texts = textsIn(lang);
	const start = `form.${form}.`;
	const own = Object.keys(texts).find(
		(key) => key.startsWith(start) && texts[key.slice(start.length)] === named,
	);
	const general = texts[`form.${form}`] ?? '{name}';
	const word = own ? (texts[own] ?? named) : general.replace('{name}', named);
	return begins && (own || !general.startsWith('{')) ? word.charAt(0).toUpperCase() + word.slice(1) : word;
}

/** Returns a text as a pattern in which each placeholder matches any value. */
export function like(key: string, lang: Lang = 'en'): RegExp {
	const text = textsIn(lang)[key];
	if (text === undefined) throw new Error(`no text ${key}`);
	const parts = text.replace(/\{[^{}]*(\{[^{}]*\}[^{}]*)*\}/g, '\0').split('\0');
	return new RegExp(parts.map((p) => p.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*'));
}

export const cityName = (city: string, lang: Lang = 'en') => said(`city.${city}`, {}, lang);
