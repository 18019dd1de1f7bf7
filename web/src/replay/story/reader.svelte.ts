// Reads the story of a game, asks for it to be made, and follows how far it is told.

import { type Refusal, refusalOf } from '../../api/refusal.ts';
import type { StoryTold } from '../../gen/api.ts';

/** Where it comes from: the server, or a test. */
export interface Source {
	read: () => Promise<StoryTold>;
	make: () => Promise<StoryTold>;
}

/** How long to wait before looking again how far it is, in milliseconds. */
const often = 1500;
/** The longest wait where the server does not answer. */
const seldom = 20_000;

export class StoryReader {
	told = $state.raw<StoryTold | null>(null);
	/** Why there is none, or why nothing more comes of it. */
	refusal = $state.raw<Refusal | null>(null);
	busy = $state(false);
	private timer: ReturnType<typeof setTimeout> | undefined;
	private wait = often;
	private closed = false;
	private readonly source: Source;

	constructor(source: Source) {
		this.source = source;
	}

	load = (): Promise<void> => this.ask(this.source.read);
	make = (): Promise<void> => this.ask(this.source.make);

	/** Looks no further. */
	close(): void {
		this.closed = true;
		clearTimeout(this.timer);
	}

	private async ask(how: () => Promise<StoryTold>): Promise<void> {
		clearTimeout(this.timer);
		this.busy = true;
		try {
			this.told = await how();
			this.refusal = null;
			this.wait = often;
		} catch (thrown) {
			this.refusal = refusalOf(thrown);
			this.wait = Math.min(2 * this.wait, seldom);
		}
		this.busy = false;
		const waiting = this.told?.state === 'being-made' && (this.refusal === null || this.refusal.passing);
		if (waiting && !this.closed) this.timer = setTimeout(() => void this.load(), this.wait);
	}
}
