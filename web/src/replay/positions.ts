// The positions of a replay, read from the server as they are wanted. One question
// is under way at a time: who drags through a game gets the place that they have
// reached, not every one that they passed. What lies next is read ahead.

/** Waits; replaced in tests. */
export type Pause = (ms: number) => Promise<void>;

interface Wish<T> {
	at: number;
	give: (position: T | null) => void;
	fail: (thrown: unknown) => void;
}

/** The server lets a session ask twenty times a second; we ask less often than that. */
const gap = 60;

export class Positions<T> {
	private kept = new Map<number, T>();
	private wish: Wish<T> | null = null;
	private ahead: number[] = [];
	private running = false;
	private readonly read: (at: number) => Promise<T>;
	private readonly pause: Pause;

	constructor(
		read: (at: number) => Promise<T>,
		pause: Pause = (ms) => new Promise((done) => setTimeout(done, ms)),
	) {
		this.read = read;
		this.pause = pause;
	}

	/** The position at a place; null when another place was wanted before it came. */
	async want(at: number): Promise<T | null> {
		this.wish?.give(null);
		this.wish = null;
		const known = this.kept.get(at);
		if (known !== undefined) return known;
		return new Promise((give, fail) => {
			this.wish = { at, give, fail };
			void this.run();
		});
	}

	/** Reads places before they are wanted, when nothing else is to be read. */
	prepare(places: number[]): void {
		this.ahead = places.filter((at) => !this.kept.has(at));
		void this.run();
	}

	private async run(): Promise<void> {
		if (this.running) return;
		this.running = true;
		for (;;) {
			const wish = this.wish;
			const at = wish?.at ?? this.ahead.shift();
			if (at === undefined) break;
			if (this.kept.has(at)) continue;
			try {
				const position = await this.read(at);
				this.kept.set(at, position);
				// Whoever wants this place now gets it, even if they asked after we did.
				if (this.wish?.at === at) this.settle((w) => w.give(position));
			} catch (thrown) {
				// Reading ahead may fail: whoever then wants the place asks for it.
				if (!wish) this.ahead = [];
				else if (this.wish === wish) this.settle((w) => w.fail(thrown));
			}
			await this.pause(gap);
		}
		this.running = false;
	}

	private settle(how: (wish: Wish<T>) => void): void {
		const wish = this.wish;
		this.wish = null;
		if (wish) how(wish);
	}
}
