// What this browser's player wishes for in the hall, which the browser remembers.

import type { Wishes } from '../../gen/api.ts';
import { type Lang, lang, languages } from '../../i18n/words.svelte.ts';

export const levels = ['first', 'standard', 'hard'] as const;
export const paces = ['live', 'slow'] as const;
export const talks = ['free', 'quiet'] as const;

/** The wishes as the page holds them: an empty text fits everything. */
export interface Wished {
	game: string;
	level: '' | (typeof levels)[number];
	/** The tags of languages, joined by commas. */
	languages: string;
	pace: '' | (typeof paces)[number];
	talk: '' | (typeof talks)[number];
}

const place = 'theriac.wishes';

/** Returns the languages that the player reads: the one of the page, and those of the browser. */
export function readBy(browser: readonly string[] = navigator.languages): Lang[] {
	const tags = browser.map((tag) => tag.toLowerCase().split('-')[0]);
	return languages.map((l) => l.lang).filter((tag) => tag === lang() || tags.includes(tag));
}

/** Returns the sets of languages to choose from: each one, what the player reads, and any. */
export function languageSets(): string[] {
	return [...new Set([readBy().join(), ...languages.map((l) => l.lang), ''])];
}

const one = <T extends string>(of: readonly T[], value: unknown): T | '' => of.find((v) => v === value) ?? '';

/** Returns the remembered wishes. Those that are no longer possible are left out. */
export function recalled(): Wished {
	let kept: Partial<Record<keyof Wished, unknown>> = {};
	try {
		kept = JSON.parse(localStorage.getItem(place) ?? '{}') ?? {};
	} catch {
		// if the stored wishes are unreadable, everything fits
	}
	const sets = languageSets();
	return {
		game: typeof kept.game === 'string' ? kept.game : '',
		level: one(levels, kept.level),
		languages: sets.find((set) => set === kept.languages) ?? readBy().join(),
		pace: one(paces, kept.pace),
		talk: one(talks, kept.talk),
	};
}

export function remember(wished: Wished): void {
	try {
		localStorage.setItem(place, JSON.stringify(wished));
	} catch {
		// If storage is unavailable, the wishes are lost when the page is closed.
	}
}

/** Returns the wishes as the server expects them. */
export function asked({ languages, game, level, pace, talk }: Wished): Wishes {
	return {
		game: game || undefined,
		level: level || undefined,
		languages: languages ? languages.split(',') : undefined,
		pace: pace || undefined,
		talk: talk || undefined,
	};
}
