// Why the server refused a request. Each reason has a stable id. If a rule of the game forbids the request,
// the refusal names the rule.

import type { Problem } from '../gen/api.ts';
import { has, text } from '../i18n/words.svelte.ts';

const passing = new Set([0, 408, 429, 500, 502, 503, 504]);

export class Refusal extends Error {
	readonly id: string;
	readonly status: number;
	/** The rule of the game that forbids the request. */
	readonly rule?: string;
	/** What the refusal is about, such as a city or a card, in notation. */
	readonly what?: string;
	/** How many seconds to wait before a retry, if the server set a time. */
	readonly wait?: number;
	/** Whether the server gave no answer: nothing came, or a proxy answered instead. */
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

	/** Reports whether a retry may succeed: the server did not answer, or failed temporarily. */
	get passing(): boolean {
		return passing.has(this.status);
	}

	/** Returns the text for players: the reason, or that the server is unreachable. */
	get shown(): string {
		return this.unanswered ? text('web.app.offline.text') : this.words;
	}

	/** Returns the reason as text. */
	get words(): string {
		const key = `problem.${this.id}`;
		return has(key) ? text(key, { what: this.what ?? '' }) : text('web.problem', { id: this.id });
	}
}

/** Converts any thrown value to a refusal. */
export function refusalOf(thrown: unknown): Refusal {
	return thrown instanceof Refusal ? thrown : new Refusal(0, {});
}
