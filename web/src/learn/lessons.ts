// The lessons of the games. A game brings its own in a lessons.ts of its folder; they are fetched at a table that is one.

import type { Lesson, Lessons } from './lesson.ts';

const found = import.meta.glob<Lessons>('../games/*/lessons.ts');

/** What a game brings for its lessons. */
export async function lessonsOf(game: string): Promise<Lessons | undefined> {
	return found[`../games/${game}/lessons.ts`]?.();
}

/** The games that have a lesson. */
export const taught: readonly string[] = Object.keys(found).map((file) => file.split('/')[2] ?? '');

/** Fetches a lesson. */
export async function fetchLesson(from: Lessons, id: string): Promise<Lesson> {
	const answer = await fetch(from.files[id] ?? '');
	if (!answer.ok) throw new Error(`the lesson ${id}: ${answer.status}`);
	return answer.json();
}
