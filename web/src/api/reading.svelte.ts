// Something that is read from the server: not there yet, there, or refused. Reading
// it again keeps what is shown until the new answer is there.

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

	/** Reads it, once more if need be. An answer that a later question has overtaken is dropped. */
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
