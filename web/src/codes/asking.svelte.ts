// How a person gets in by a code. At a private table the host has to agree. Until then the page repeats its
// question, since a person who is not at the table cannot follow it.

import { type Refusal, refusalOf } from '../api/refusal.ts';

/** The pause between two questions, in milliseconds. */
export const pause = 3000;

export class Asking<T> {
	/** Whether the host knows that this person wants to come in, and has not answered. */
	waits = $state(false);
	/** Whether the first question is under way. */
	busy = $state(false);
	refusal = $state.raw<Refusal | null>(null);
	/** Counts the questions, so that one that was given up changes nothing. */
	private turn = 0;
	private readonly use: (code: string) => Promise<T>;
	private readonly sleep: (ms: number) => Promise<unknown>;

	constructor(
		use: (code: string) => Promise<T>,
		sleep = (ms: number): Promise<unknown> => new Promise((done) => setTimeout(done, ms)),
	) {
		this.use = use;
		this.sleep = sleep;
	}

	/** Uses a code. It returns what the code leads to, or undefined if it was refused or given up. */
	async ask(code: string): Promise<T | undefined> {
		this.stop();
		const { turn } = this;
		this.busy = true;
		this.refusal = null;
		for (;;) {
			try {
				const found = await this.use(code);
				if (turn !== this.turn) return undefined;
				this.stop();
				return found;
			} catch (thrown) {
				if (turn !== this.turn) return undefined;
				const refusal = refusalOf(thrown);
				this.busy = false;
				// Once the host knows, a lost connection does not end the wait.
				this.waits = refusal.id === 'knocking' || (this.waits && refusal.passing);
				if (!this.waits) {
					this.refusal = refusal;
					return undefined;
				}
				await this.sleep(Math.max(pause, (refusal.wait ?? 0) * 1000));
				if (turn !== this.turn) return undefined;
			}
		}
	}

	/** Waits no longer. */
	stop(): void {
		this.turn++;
		this.waits = false;
		this.busy = false;
	}
}
