// A lesson as defined by a file in its game's folder (engine/lesson explains the terms), and the learner's
// progress. The code knows no rules: it compares the log's facts with the aims of the lesson's steps.

import type { Step as LogEntry } from '../gen/api.ts';

export interface Page {
	/** What the step highlights. */
	light?: string[];
}

/**
 * The texts of a lesson in one language, by step. Each step has pages, and a text for learners whose moves
 * have made the aim impossible.
 */
export type Words = Record<string, { say: string[]; else?: string[] } | undefined>;

export interface Step {
	id: string;
	say: Page[];
	/** The seat that moves in this step; 0 if omitted. */
	seat?: number;
	moves?: string[];
	offer?: string[];
	aim?: string[];
	within?: number;
	else?: { fact?: string }[];
}

export interface Lesson {
	id: string;
	game: string;
	learner: number;
	/** The names for the other seats. Without names, all of them are called the guide. */
	names?: string[];
	steps: Step[];
}

/** What a game exports from its lessons.ts. */
export interface Lessons {
	/** The URLs of the game's lessons and of their texts, by file name: `…/first.json`, `…/first.en.json`. */
	files: Record<string, string>;
	/**
	 * The CSS selectors of what a lesson can highlight, by name; `*` stands for the part of a name after a
	 * slash.
	 */
	lights: Record<string, string>;
	/** The selector of the control that confirms a move, if there is one; it is highlighted, too. */
	also?: string;
	/** A selector that matches while animations run. */
	busy: string;
	/**
	 * The selector of the element that the text may cover, if it exists; otherwise the text covers the board.
	 */
	over?: string;
}

/** A move that was not taken back, with its facts. */
interface Standing {
	facts: string[];
}

export interface Progress {
	/** The index of the current step. */
	step: number;
	/** How many moves were played before the step began, and how many during it. */
	from: number;
	made: number;
	/**
	 * Which detour of the step applies because the aim is out of reach, or -1 if none does; null while the
	 * aim is within reach.
	 */
	off: number | null;
}

/** Reports whether a fact or a move matches a pattern of a lesson. */
function matches(pattern: string, line: string): boolean {
	const want = pattern.split(' ');
	const is = line.split(' ');
	return want.length === is.length && want.every((w, i) => w === '?' || w === is[i]);
}

/** Reports whether a step has only text to read. */
export function reads(step: Step | undefined): boolean {
	return !step?.aim?.length;
}

/** Reports whether a step allows the learner to make a move. */
export function offers(step: Step, move: string): boolean {
	return (step.offer ?? step.moves ?? []).some((pattern) => matches(pattern, move));
}

/** Returns the moves of a log that were not taken back. */
export function standing(log: readonly LogEntry[]): Standing[] {
	const all: Standing[] = [];
	for (const entry of log) {
		if (entry.kind === 'undo') all.splice(entry.to ?? all.length);
		for (const play of entry.plays ?? []) {
			if (play.move !== undefined) all.push({ facts: (play.facts ?? []).map((f) => f.fact) });
		}
	}
	return all;
}

/** Reports whether each aim matches a fact, and no fact counts for two aims. */
function reached(aims: readonly string[], facts: readonly string[]): boolean {
	const left = [...facts];
	return aims.every((aim) => {
		const at = left.findIndex((fact) => matches(aim, fact));
		if (at < 0) return false;
		left.splice(at, 1);
		return true;
	});
}

/**
 * Returns the step that the moves have reached. A learner who moves counts as having read the steps before.
 */
export function progressOf({ steps }: Lesson, moves: readonly Standing[]): Progress {
	let at: Progress = { step: 0, from: 0, made: 0, off: null };
	let facts: string[] = [];
	for (const [n, move] of moves.entries()) {
		while (at.step < steps.length && reads(steps[at.step]))
			at = { step: at.step + 1, from: n, made: 0, off: null };
		const step = steps[at.step];
		if (!step) break;
		if (at.made === 0) facts = [];
		facts = [...facts, ...move.facts];
		at = { ...at, made: at.made + 1 };
		if (reached(step.aim ?? [], facts)) at = { step: at.step + 1, from: n + 1, made: 0, off: null };
		else if (at.made >= (step.within ?? step.moves?.length ?? 0)) at = { ...at, off: detour(step, facts) };
	}
	return at;
}

function detour(step: Step, facts: readonly string[]): number {
	return step.else?.findIndex(({ fact }) => !fact || facts.some((f) => matches(fact, f))) ?? -1;
}
