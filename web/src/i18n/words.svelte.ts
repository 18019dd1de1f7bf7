// What players read, in their language. The catalogues are those of the whole
// program (locale/), so that a thing has the same name here as in the terminal.

import { languages } from 'catalogues';
import type game from '../../../locale/en/game.json';
import type server from '../../../locale/en/server.json';
import type terminal from '../../../locale/en/terminal.json';
import type web from '../../../locale/en/web.json';
import { parse, signed, type Values, write } from './message.ts';

export type Key = keyof (typeof game & typeof server & typeof terminal & typeof web);
/** The tag of a language. */
export type Lang = string;
export { languages };

export type Texts = Partial<Record<string, string>>;

/** The language that every text exists in. */
const english = 'en';

/** What is read: the texts of the language, and the English ones of what it lacks. */
let sources = $state.raw<readonly { lang: Lang; texts: Texts }[]>([{ lang: english, texts: {} }]);
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
	return sources[0]?.lang ?? english;
}

/** The language that the browser would like best. */
export function preferred(): Lang {
	for (const tag of navigator.languages ?? [navigator.language]) {
		const found = languages.find((l) => tag.toLowerCase().split('-')[0] === l.lang);
		if (found) return found.lang;
	}
	return english;
}

/** Speaks a language from now on, or another one if no catalogue came before and its own does not come. */
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

/** Asks for a catalogue, and once more if it does not come. */
async function fetchTexts(lang: Lang): Promise<Texts | null> {
	const file = languages.find((l) => l.lang === lang)?.file ?? '';
	for (const pause of [0, 600]) {
		if (pause) await new Promise((done) => setTimeout(done, pause));
		const response = await fetch(file).catch(() => null);
		if (response?.ok) return response.json();
	}
	return null;
}

/** Takes the texts of a language into use, and those in English of what it lacks. */
export function use(lang: Lang, texts: Texts, base: Texts = {}): void {
	sources = [
		{ lang, texts },
		{ lang: english, texts: base },
	];
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

/**
 * The message of a key as the game has it that is spoken of, or else as all have it, and its language. A game's own
 * text in English comes before a shared one: it speaks of another thing.
 */
function find(key: string, among = sources): { message: string; lang: Lang } | undefined {
	for (const k of speaking ? [`${speaking}.${key}`, key] : [key])
		for (const { lang, texts } of among) {
			const message = texts[k];
			if (message !== undefined) return { message, lang };
		}
	return undefined;
}

/** The message of a key. One that is not there is its own text. */
export function t(key: Key, values: Values = {}): string {
	return text(key, values);
}

/** As t, for keys that are put together; in the languages of some texts alone. */
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

/** The forms that things have of their own, by language, form and name: “at Le Caire” is « au Caire ». */
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

/** A name in a form, as locale/catalogue.go has it. Marks around a name (table/sentences.ts) stay around it. */
function inForm(lang: Lang, form: string, named: string, begins: boolean): string {
	const [, open = '', bare = named, close = ''] =
		/^(\uE000[^\uE001]*\uE001)?([^\uE002]*)(\uE002)?$/.exec(named) ?? [];
	const own = forms.get(`${lang} ${form} ${bare}`);
	if (own === undefined)
		return text(
			`form.${form}`,
			{ name: named },
			sources.filter((s) => s.lang === lang),
		);
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
	return signed(new Intl.NumberFormat(lang(), options).format(n));
}

/** A moment as a date or a time of the clock, as the language says that it writes them. */
export function date(
	at: string | number | Date,
	options: Intl.DateTimeFormatOptions = { dateStyle: 'medium' },
): string {
	return new Intl.DateTimeFormat(languages.find((l) => l.lang === lang())?.dates ?? lang(), options).format(
		new Date(at),
	);
}

/** Making one takes longer than using it a hundred times. */
const lists = new Map<string, Intl.ListFormat>();

/** Names in a row: “a, b and c”; what is told of one thing, as units: “a, b, c”. */
export function list(names: string[], type: Intl.ListFormatType = 'conjunction'): string {
	// French has an “and” between units too, as if they were several things.
	if (type === 'unit') return names.join(', ');
	const key = `${lang()} ${type}`;
	let format = lists.get(key);
	if (!format) {
		format = new Intl.ListFormat(lang(), { type });
		lists.set(key, format);
	}
	return format.format(names);
}

/** A moment, as far away from now as it is: “3 minutes ago”. */
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
