// Why something was not done. Each refusal has a stable id, and where a rule of
// the game is behind it, the rule's.

import type { Problem } from '../gen/api.ts';
import { has, text } from '../i18n/words.svelte.ts';

const passing = new Set([0, 408, 429, 500, 502, 503, 504]);

export class Refusal extends Error {
	readonly id: string;
	readonly status: number;
	/** The rule of the game that forbids it. */
	readonly rule?: string;
	/** What it is about, in the notation. */
	readonly what?: string;
	/** How many seconds the server wants to be left alone, where it says so. */
	readonly wait?: number;
	/** Whether nobody answered, or something on the way that has no reason of the server's. */
	readonly unanswered: boolean;

	constructor(status: number, problem: Partial<Problem>, wait?: number) {
		super(problem.id ?? `status-${status}`);
		this.id = problem.id ?? (status === 0 ? 'offline' : 'internal');
		this.status = status;
		this.rule = problem.rule;
		this.what = problem.what;
		this.wait = wait;
		this.unanswered = !problem.id && this.passing;
	}

	/** Whether the same may work a little later: nobody answered, or the server could not do it just now. */
	get passing(): boolean {
		return passing.has(this.status);
	}

	/** What people read: the reason, or that nobody answered. */
	get shown(): string {
		return this.unanswered ? text('web.app.offline.text') : this.words;
	}

	/** The refusal in words. */
	get words(): string {
		const key = `problem.${this.id}`;
		return has(key) ? text(key, { what: this.what ?? '' }) : text('web.problem', { id: this.id });
	}
}

/** Whatever was thrown, as a refusal. */
export function refusalOf(thrown: unknown): Refusal {
	return thrown instanceof Refusal ? thrown : new Refusal(0, {});
}
