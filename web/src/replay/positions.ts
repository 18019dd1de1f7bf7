// Fetches the positions of a replay on demand, one request at a time. While the viewer drags the slider,
// only the position where it stops is fetched. The next positions are fetched in advance.

/** Waits for some ms; tests replace it. */
type Pause = (ms: number) => Promise<void>;

interface Wish<T> {
	at: number;
	give: (position: T | null) => void;
	fail: (thrown: unknown) => void;
}

/**
 * The minimum time between requests, in ms. The server allows a session twenty requests per second; this
 * stays below that.
 */
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

	/**
	 * Fetches the position after `at` moves. It returns null if the viewer wanted another position before
	 * this one arrived.
	 */
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

	/** Fetches positions in advance, whenever the viewer wants no other one. */
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
				// By now a viewer may be waiting for this position, even though it was fetched in advance.
				if (this.wish?.at === at) this.settle((w) => w.give(position));
			} catch (thrown) {
				// A failure to fetch in advance is not reported: a caller who wants the position fetches it again.
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
