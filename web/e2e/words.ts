// The texts of the client, so that tests look for what a player reads.

import { languages, type Texts, textsOf } from '../languages.ts';

export type Lang = string;

/** The languages whose texts are all there. */
export const complete: readonly Lang[] = languages.filter((l) => l.complete).map((l) => l.lang);
const texts = new Map(languages.map(({ lang }) => [lang, textsOf(lang)]));
const textsIn = (lang: Lang): Texts => texts.get(lang) ?? {};

/** Whether there is such a text. */
export const has = (key: string, lang: Lang = 'en'): boolean => textsIn(lang)[key] !== undefined;

/** A text with its places filled in. */
export function said(key: string, values: Record<string, string | number> = {}, lang: Lang = 'en'): string {
	const text = textsIn(lang)[key];
	if (text === undefined) throw new Error(`no text ${key}`);
	return text.replace(/\{(\w+)\}/g, (_, place) => String(values[place] ?? `{${place}}`));
}

/** A text as a pattern, whatever stands in its places. */
export function like(key: string, lang: Lang = 'en'): RegExp {
	const text = textsIn(lang)[key];
	if (text === undefined) throw new Error(`no text ${key}`);
	const parts = text.replace(/\{[^{}]*(\{[^{}]*\}[^{}]*)*\}/g, '\0').split('\0');
	return new RegExp(parts.map((p) => p.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*'));
}

export const cityName = (city: string, lang: Lang = 'en') => said(`city.${city}`, {}, lang);
