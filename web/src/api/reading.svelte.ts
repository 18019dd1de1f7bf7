// A value loaded from the server, with its state: loading, loaded, or refused. During a reload the earlier
// value stays visible.

import { type Refusal, refusalOf } from './refusal.ts';

export class Reading<T> {
	value = $state.raw<T | null>(null);
	refusal = $state.raw<Refusal | null>(null);
	busy = $state(false);
	private turn = 0;
	private readonly read: () => Promise<T>;

	constructor(read: () => Promise<T>) {
		this.read = read;
	}

	/** Loads the value, or loads it again. An answer that arrives after a later request is dropped. */
	async load(): Promise<void> {
		const turn = ++this.turn;
		this.busy = true;
		try {
			const value = await this.read();
			if (turn !== this.turn) return;
			this.value = value;
			this.refusal = null;
		} catch (thrown) {
			if (turn === this.turn) this.refusal = refusalOf(thrown);
		} finally {
			if (turn === this.turn) this.busy = false;
		}
	}
}
