// What players read, in their language. The catalogues are those of the whole
// program (locale/), so that a thing has the same name here as in the terminal.

import en from 'catalogue:en';
import fr from 'catalogue:fr';
import type english from '../../../locale/en.json';
import { parse, signed, type Values, write } from './message.ts';

export type Key = keyof typeof english;
export type Lang = 'en' | 'fr';
export const languages: { lang: Lang; name: string }[] = [
	{ lang: 'en', name: 'English' },
	{ lang: 'fr', name: 'Français' },
];

type Texts = Partial<Record<string, string>>;

/** Where each catalogue is. */
const files: Record<Lang, string> = { en, fr };

const now = $state<{ lang: Lang; texts: Texts }>({ lang: 'en', texts: {} });
/**
 * The games whose tables are open, the newest last; a page that is left may go after the next has come. The list
 * is no state: who goes would read it as it was before whoever came.
 */
const open: { game: string }[] = [];
/** The game that is spoken of. */
let speaking = $state.raw<string | undefined>();
const read = new Map<string, ReturnType<typeof parse>>();

/** The language that is spoken. */
export function lang(): Lang {
	return now.lang;
}

/** The language that the browser would like best. */
export function preferred(): Lang {
	for (const tag of navigator.languages ?? [navigator.language]) {
		const found = languages.find((l) => tag.toLowerCase().startsWith(l.lang));
		if (found) return found.lang;
	}
	return 'en';
}

/** Speaks a language from now on, or the other one where its catalogue does not come. */
export async function speak(to: Lang): Promise<void> {
	const texts = await fetchTexts(to);
	if (texts) {
		use(to, texts);
		document.documentElement.lang = to;
	} else if (Object.keys(now.texts).length === 0) {
		const other = languages.find((l) => l.lang !== to)?.lang ?? to;
		const instead = await fetchTexts(other);
		if (!instead) throw new Error('no catalogue can be read');
		use(other, instead);
		document.documentElement.lang = other;
	}
}

/** Asks for a catalogue, and once more if it does not come. */
async function fetchTexts(lang: Lang): Promise<Texts | null> {
	for (const pause of [0, 600]) {
		if (pause) await new Promise((done) => setTimeout(done, pause));
		const response = await fetch(files[lang]).catch(() => null);
		if (response?.ok) return response.json();
	}
	return null;
}

/** Takes the texts of a language into use. */
export function use(lang: Lang, texts: Texts): void {
	now.lang = lang;
	now.texts = texts;
}

/**
 * Speaks as the players of a game do, until what it returns is called. Games share most texts; where a thing is
 * another thing in one of them, that game has a text of its own: iberia.end.win stands for end.win.
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

/** The message of a key as the game has it that is spoken of, or else as all have it. */
function find(key: string): string | undefined {
	return (speaking && now.texts[`${speaking}.${key}`]) || now.texts[key];
}

/** The message of a key. One that is not there is its own text. */
export function t(key: Key, values: Values = {}): string {
	return text(key, values);
}

/** As t, for keys that are put together. */
export function text(key: string, values: Values = {}): string {
	const message = find(key);
	if (message === undefined) return key;
	let parts = read.get(message);
	if (!parts) {
		parts = parse(message);
		read.set(message, parts);
	}
	return write(parts, now.lang, values, inForm);
}

/** The forms that things have of their own, by form and name: “at Le Caire” is « au Caire ». */
const forms = $derived(
	new Map(
		Object.entries(now.texts).flatMap(([key, own]) => {
			const [, form, thing = ''] = /^form\.(\w+)\.(.+)$/.exec(key) ?? [];
			return form ? [[`${form} ${now.texts[thing]}`, own]] : [];
		}) as [string, string][],
	),
);

/** A name in a form, as locale/catalogue.go has it. Marks around a name (table/sentences.ts) stay around it. */
function inForm(form: string, named: string, begins: boolean): string {
	const [, open = '', bare = named, close = ''] =
		/^(\uE000[^\uE001]*\uE001)?([^\uE002]*)(\uE002)?$/.exec(named) ?? [];
	const own = forms.get(`${form} ${bare}`);
	if (own === undefined) return text(`form.${form}`, { name: named });
	return open + (begins ? own.charAt(0).toUpperCase() + own.slice(1) : own) + close;
}

export function has(key: string): boolean {
	return find(key) !== undefined;
}

/** A card is a city, an event or an epidemic; an infection card that is of no city has a name of its own. */
const kindsOf: Record<string, readonly string[] | undefined> = {
	card: ['city', 'event', 'card', 'infection'],
	city: ['city', 'infection'],
};

/** What players call a thing: 'city', 'cairo' is “Le Caire” in French. */
export function name(kind: string, id: string): string {
	for (const k of kindsOf[kind] ?? [kind]) {
		if (has(`${k}.${id}`)) return text(`${k}.${id}`);
	}
	return id;
}

/** A number as it is written in the language. */
export function number(n: number, options?: Intl.NumberFormatOptions): string {
	return signed(new Intl.NumberFormat(now.lang, options).format(n));
}

/** A moment as a date or a time of the clock. The English of the catalogue is British, and so are its dates. */
export function date(
	at: string | number | Date,
	options: Intl.DateTimeFormatOptions = { dateStyle: 'medium' },
): string {
	return new Intl.DateTimeFormat(now.lang === 'en' ? 'en-GB' : now.lang, options).format(new Date(at));
}

/** Making one takes longer than using it a hundred times. */
const lists = new Map<string, Intl.ListFormat>();

/** Names in a row: “a, b and c”; what is told of one thing, as units: “a, b, c”. */
export function list(names: string[], type: Intl.ListFormatType = 'conjunction'): string {
	// French has an “and” between units too, as if they were several things.
	if (type === 'unit') return names.join(', ');
	const key = `${now.lang} ${type}`;
	let format = lists.get(key);
	if (!format) {
		format = new Intl.ListFormat(now.lang, { type });
		lists.set(key, format);
	}
	return format.format(names);
}

/** A moment, as far away from now as it is: “3 minutes ago”. */
export function ago(at: number, from: number): string {
	const format = new Intl.RelativeTimeFormat(now.lang, { numeric: 'auto' });
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
