// Finds and loads the lessons of the games. Each game exports its lessons from lessons.ts in its folder. They
// load only at a lesson's table.

import { type Lang, languages } from '../i18n/words.svelte.ts';
import type { Lesson, Lessons, Words } from './lesson.ts';

const found = import.meta.glob<Lessons>('../games/*/lessons.ts');

/** Loads what a game exports for its lessons. */
export async function lessonsOf(game: string): Promise<Lessons | undefined> {
	return found[`../games/${game}/lessons.ts`]?.();
}

/** The games that have a lesson. */
export const taught: readonly string[] = Object.keys(found).map((file) => file.split('/')[2] ?? '');

/** Loads a lesson by its id. */
export const fetchLesson = (from: Lessons, id: string): Promise<Lesson> => fetchFile(from, id);

/** Loads the texts of a lesson in a language. Steps without a translation are in English. */
export async function fetchWords(from: Lessons, id: string, lang: Lang): Promise<Words> {
	const whole = languages.find((l) => l.lang === lang)?.complete;
	const [own, english] = await Promise.all([
		fetchFile<Words>(from, `${id}.${lang}`).catch((thrown) => {
			if (whole) throw thrown;
			return {};
		}),
		whole ? {} : fetchFile<Words>(from, `${id}.en`),
	]);
	return { ...english, ...own };
}

async function fetchFile<T>({ files }: Lessons, name: string): Promise<T> {
	const path = Object.keys(files).find((file) => file.endsWith(`/${name}.json`)) ?? '';
	const answer = await fetch(files[path] ?? '');
	if (!answer.ok) throw new Error(`the lesson ${name}: ${answer.status}`);
	return answer.json();
}
