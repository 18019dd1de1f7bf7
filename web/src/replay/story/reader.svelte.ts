// Fetches the story of a game, requests its analysis, and follows the analysis as it progresses.

import { type Refusal, refusalOf } from '../../api/refusal.ts';
import type { StoryTold } from '../../gen/api.ts';

/** Where stories come from: the server, or a fake in tests. */
export interface Source {
	read: () => Promise<StoryTold>;
	make: () => Promise<StoryTold>;
}

/** The time between requests for the progress, in milliseconds. */
const often = 1500;
/** The longest time between requests while the server does not answer, in milliseconds. */
const seldom = 20_000;

export class StoryReader {
	told = $state.raw<StoryTold | null>(null);
	/** Why there is no story, or why its analysis does not continue. */
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

	/** Stops asking for the progress. */
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
