// The texts in the player's language. The web client and the terminal share the catalogues (locale/), so both
// use the same terms.

import { languages } from 'catalogues';
import type game from '../../../locale/en/game.json';
import type server from '../../../locale/en/server.json';
import type terminal from '../../../locale/en/terminal.json';
import type web from '../../../locale/en/web.json';
import { parse, signed, type Values, write } from './message.ts';

export type Key = keyof (typeof game & typeof server & typeof terminal & typeof web);
/** The tag of a language, such as `en`. */
export type Lang = string;
export { languages };

type Texts = Partial<Record<string, string>>;

/** The language whose catalogue is complete. */
const english = 'en';

/** The catalogues in use: the current language's, then the English one for missing texts. */
let sources = $state.raw<readonly { lang: Lang; texts: Texts }[]>([{ lang: english, texts: {} }]);
/**
 * The games of the open tables, the newest last. When the page changes, the old page may close after the
 * new one has opened. The list is not reactive on purpose, since a page that closes must not see a stale
 * one.
 */
const open: { game: string }[] = [];
/** The game whose own texts have priority. */
let speaking = $state.raw<string | undefined>();
const read = new Map<string, ReturnType<typeof parse>>();

/** Returns the current language. */
export function lang(): Lang {
	return sources[0]?.lang ?? english;
}

/** Returns the available language that the browser prefers. */
export function preferred(): Lang {
	for (const tag of navigator.languages ?? [navigator.language]) {
		const found = languages.find((l) => tag.toLowerCase().split('-')[0] === l.lang);
		if (found) return found.lang;
	}
	return english;
}

/**
 * Switches to a language. If its catalogue does not load and no catalogue has loaded yet, it uses another
 * language.
 */
export async function speak(to: Lang): Promise<void> {
	const silent = Object.keys(sources[0]?.texts ?? {}).length === 0;
	const others = silent ? languages.map((l) => l.lang).filter((l) => l !== to) : [];
	for (const lang of [to, ...others]) {
		const whole = languages.find((l) => l.lang === lang)?.complete;
		const [texts, base] = await Promise.all([fetchTexts(lang), whole ? null : fetchTexts(english)]);
		if (!texts) continue;
		use(lang, texts, base ?? {});
		document.documentElement.lang = lang;
		return;
	}
	if (silent) throw new Error('no catalogue can be read');
}

/** Loads a catalogue, with one retry. It returns null if it fails twice. */
async function fetchTexts(lang: Lang): Promise<Texts | null> {
	const file = languages.find((l) => l.lang === lang)?.file ?? '';
	for (const pause of [0, 600]) {
		if (pause) await new Promise((done) => setTimeout(done, pause));
		const response = await fetch(file).catch(() => null);
		if (response?.ok) return response.json();
	}
	return null;
}

/** Uses the texts of a language, and English ones in place of missing texts. */
export function use(lang: Lang, texts: Texts, base: Texts = {}): void {
	sources = [
		{ lang, texts },
		{ lang: english, texts: base },
	];
}

/**
 * Gives the texts of a game priority until the returned function is called. Games share most texts. If a
 * text means something else in a game, the game has its own: iberia.end.win replaces end.win.
 */
export function speakOf(game: string): () => void {
	const one = { game };
	open.push(one);
	speaking = game;
	return () => {
		open.splice(open.indexOf(one), 1);
		speaking = open.at(-1)?.game;
	};
}

/**
 * Returns the message of a key and its language: the current game's own, otherwise the shared one. A game's
 * own English text has priority over a shared translation, which would mean something else.
 */
function find(key: string, among = sources): { message: string; lang: Lang } | undefined {
	for (const k of speaking ? [`${speaking}.${key}`, key] : [key])
		for (const { lang, texts } of among) {
			const message = texts[k];
			if (message !== undefined) return { message, lang };
		}
	return undefined;
}

/** Returns the text for a key, with its values filled in. If there is no such text, it returns the key. */
export function t(key: Key, values: Values = {}): string {
	return text(key, values);
}

/**
 * Returns the text for a key as t does, for keys that the code assembles. Some of these keys exist only in
 * languages that need them.
 */
export function text(key: string, values: Values = {}, among = sources): string {
	const found = find(key, among);
	if (!found) return key;
	const { message, lang } = found;
	let parts = read.get(message);
	if (!parts) {
		parts = parse(message);
		read.set(message, parts);
	}
	return write(parts, lang, values, (form, named, begins) => inForm(lang, form, named, begins));
}

/** Names with an irregular form, by language, form and name. For example, “at Le Caire” is « au Caire ». */
const forms = $derived(
	new Map(
		sources.flatMap(({ lang, texts }) =>
			Object.entries(texts).flatMap(([key, own]) => {
				const [, form, thing = ''] = /^form\.(\w+)\.(.+)$/.exec(key) ?? [];
				return form ? [[`${lang} ${form} ${texts[thing]}`, own]] : [];
			}),
		) as [string, string][],
	),
);

/**
 * Returns a name in a grammatical form, as locale/catalogue.go does. Marks around the name
 * (table/sentences.ts) and a number after it, as in “le Hoquet (2)”, stay in place. A name without an entry
 * for the form stays unchanged.
 */
function inForm(lang: Lang, form: string, named: string, begins: boolean): string {
	const [, open = '', bare = named, close = ''] =
		/^(\uE000[^\uE001]*\uE001)?([^\uE002]*)(\uE002)?$/.exec(named) ?? [];
	const ownOf = (thing: string) => forms.get(`${lang} ${form} ${thing}`);
	const [, thing = bare, figure = ''] = /^(.*\S)( \([^()]*\))$/.exec(bare) ?? [];
	const own = ownOf(bare) ?? (figure && ownOf(thing) ? ownOf(thing) + figure : undefined);
	const begun = (words: string) => (begins ? words.charAt(0).toUpperCase() + words.slice(1) : words);
	if (own !== undefined) return open + begun(own) + close;
	const all = sources.filter((s) => s.lang === lang);
	const general = find(`form.${form}`, all)?.message;
	if (general === undefined) return named;
	const whole = text(`form.${form}`, { name: named }, all);
	return general.startsWith('{') ? whole : begun(whole); // a name alone keeps its capitalisation
}

export function has(key: string): boolean {
	return find(key) !== undefined;
}

/**
 * The kinds of names that an operand of each kind can have. A card is a city, an event or an epidemic. An
 * infection card that belongs to no city has a name of its own.
 */
const kindsOf: Record<string, readonly string[] | undefined> = {
	card: ['city', 'event', 'card', 'infection'],
	city: ['city', 'infection'],
};

/** Returns the name that players read: for 'city' and 'cairo', it is “Le Caire” in French. */
export function name(kind: string, id: string): string {
	for (const k of kindsOf[kind] ?? [kind]) {
		if (has(`${k}.${id}`)) return text(`${k}.${id}`);
	}
	return id;
}

/** Formats a number in the current language. */
export function number(n: number, options?: Intl.NumberFormatOptions): string {
	return signed(new Intl.NumberFormat(lang(), options).format(n));
}

/** Formats a time as a date or a time of day, by default in the language of the page. */
export function date(
	at: string | number | Date,
	options: Intl.DateTimeFormatOptions = { dateStyle: 'medium' },
	language: Lang = lang(),
): string {
	const locale = languages.find((l) => l.lang === language)?.dates ?? language;
	return new Intl.DateTimeFormat(locale, options).format(new Date(at));
}

/** The list formatters. They are cached, because making one takes a hundred times as long as using it. */
const lists = new Map<string, Intl.ListFormat>();

/** Joins names as “a, b and c”. With the type 'unit', it joins facts about one subject as “a, b, c”. */
export function list(names: string[], type: Intl.ListFormatType = 'conjunction'): string {
	// In French, Intl.ListFormat puts “et” before the last unit, as in an ordinary list.
	if (type === 'unit') return names.join(', ');
	const key = `${lang()} ${type}`;
	let format = lists.get(key);
	if (!format) {
		format = new Intl.ListFormat(lang(), { type });
		lists.set(key, format);
	}
	return format.format(names);
}

/** Formats a time relative to now: “3 minutes ago”. */
export function ago(at: number, from: number): string {
	const format = new Intl.RelativeTimeFormat(lang(), { numeric: 'auto' });
	const seconds = Math.round((at - from) / 1000);
	for (const [unit, length] of [
		['day', 86400],
		['hour', 3600],
		['minute', 60],
	] as const) {
		if (Math.abs(seconds) >= length) return format.format(Math.trunc(seconds / length), unit);
	}
	return format.format(seconds, 'second');
}
