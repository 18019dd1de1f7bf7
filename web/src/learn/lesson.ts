// A lesson as it lies beside its game (engine/lesson says what the words mean), and how far somebody is in one. It
// knows no rule: it compares facts of the log with those that a step aims at.

import type { Step as Entry } from '../gen/api.ts';

export interface Page {
	/** What it speaks of. */
	light?: string[];
}

/** What a lesson says in a language, by the id of the step: its pages, and what is said where its aim is out of reach. */
export type Words = Record<string, { say: string[]; else?: string[] } | undefined>;

export interface Step {
	id: string;
	say: Page[];
	/** Who moves; 0 where it is left out. */
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
	/** What the others are called, by seat; without, all of them are the guide. */
	names?: string[];
	steps: Step[];
}

/** What a game brings in its lessons.ts. */
export interface Lessons {
	/** The addresses of its lessons and of their words, by their paths: `…/first.json`, `…/first.en.json`. */
	files: Record<string, string>;
	/** Where the things are that a lesson speaks of, as selectors; `*` stands for what follows the slash. */
	lights: Record<string, string>;
	/** What asks once more before a move, if anything: it is lit with the rest. */
	also?: string;
	/** What is there while something is still shown happening. */
	busy: string;
	/** Over what the words stand where there is such a thing; otherwise they stand over the board. */
	over?: string;
}

/** A move that stands, and what it did. */
export interface Standing {
	facts: string[];
}

export interface Progress {
	/** The step that is read or played now. */
	step: number;
	/** How many moves stood when it began, and how many have been made in it. */
	from: number;
	made: number;
	/** Which of the step's detours is told, where the aim is out of reach; -1 where it has none for that. */
	off: number | null;
}

/** Whether a fact or a move is one that a pattern names. */
export function matches(pattern: string, line: string): boolean {
	const want = pattern.split(' ');
	const is = line.split(' ');
	return want.length === is.length && want.every((w, i) => w === '?' || w === is[i]);
}

/** Whether a step is only read. */
export function reads(step: Step | undefined): boolean {
	return !step?.aim?.length;
}

/** Whether a step lets the learner make a move. */
export function offers(step: Step, move: string): boolean {
	return (step.offer ?? step.moves ?? []).some((pattern) => matches(pattern, move));
}

/** The moves of a log that were not taken back. */
export function standing(log: readonly Entry[]): Standing[] {
	const all: Standing[] = [];
	for (const entry of log) {
		if (entry.kind === 'undo') all.splice(entry.to ?? all.length);
		for (const play of entry.plays ?? []) {
			if (play.move !== undefined) all.push({ facts: (play.facts ?? []).map((f) => f.fact) });
		}
	}
	return all;
}

/** Whether every aim has a fact of its own. */
function reached(aims: readonly string[], facts: readonly string[]): boolean {
	const left = [...facts];
	return aims.every((aim) => {
		const at = left.findIndex((fact) => matches(aim, fact));
		if (at < 0) return false;
		left.splice(at, 1);
		return true;
	});
}

/** How far moves have come. Who moves has read what was only to be read. */
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
