// The texts of the client, so that tests look for what a player reads.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Lang = 'en' | 'fr';

function catalogue(lang: Lang): Record<string, string> {
	return JSON.parse(readFileSync(join(import.meta.dirname, `../../locale/${lang}.json`), 'utf8'));
}
const texts = { en: catalogue('en'), fr: catalogue('fr') };

/** Whether there is such a text. */
export const has = (key: string, lang: Lang = 'en'): boolean => texts[lang][key] !== undefined;

/** A text with its places filled in. */
export function said(key: string, values: Record<string, string | number> = {}, lang: Lang = 'en'): string {
	const text = texts[lang][key];
	if (text === undefined) throw new Error(`no text ${key}`);
	return text.replace(/\{(\w+)\}/g, (_, place) => String(values[place] ?? `{${place}}`));
}

/** A text as a pattern, whatever stands in its places. */
export function like(key: string, lang: Lang = 'en'): RegExp {
	const text = texts[lang][key];
	if (text === undefined) throw new Error(`no text ${key}`);
	const parts = text.replace(/\{[^{}]*(\{[^{}]*\}[^{}]*)*\}/g, '\0').split('\0');
	return new RegExp(parts.map((p) => p.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*'));
}

export const cityName = (city: string, lang: Lang = 'en') => said(`city.${city}`, {}, lang);
