// Connects a page to the worker that runs one game. It sends requests one by one, and the answers come back
// in order.

import { Refusal } from '../api/refusal.ts';

/** A request to the worker, in the form that internal/offline/browser reads. */
export interface Asked {
	id: number;
	args: unknown[];
}

/** The worker's answer: the result of the request, and the log entries made for it. */
export interface Answered {
	id: number;
	said: string;
	fresh: string[];
	refused?: { id: string; what: string; rule?: string };
}

/** The worker's first message, which reports whether the game's WebAssembly file could be loaded. */
export interface Begun {
	begun: boolean;
	why?: string;
}

export class GameThread {
	private readonly worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
	private readonly ready: Promise<void>;
	private readonly waiting = new Map<number, (answer: Answered) => void>();
	private last = 0;

	/** Starts a worker that loads the game's WebAssembly file from this URL. */
	constructor(file: string) {
		this.ready = new Promise((done, failed) => {
			this.worker.onmessage = ({ data }: MessageEvent<Answered | Begun>) => {
				if (!('begun' in data)) {
					this.waiting.get(data.id)?.(data);
					this.waiting.delete(data.id);
				} else if (data.begun) done();
				else failed(new Refusal(0, {})); // the game's file is not cached, and there is no connection
			};
			this.worker.onerror = () => failed(new Refusal(0, {}));
		});
		this.ready.catch(() => null); // each request reports the error to its caller
		this.worker.postMessage({ file });
	}

	async ask(...args: unknown[]): Promise<Answered> {
		await this.ready;
		const id = ++this.last;
		return new Promise((done) => {
			this.waiting.set(id, done);
			this.worker.postMessage({ id, args } satisfies Asked);
		});
	}

	close(): void {
		this.worker.terminate();
	}
}

/** The game that was started in advance, for the next caller. */
let spare: { file: string; thread: GameThread } | undefined;

/** Starts a game in advance. An empty URL only stops the game that was started before. */
export function warm(file: string): void {
	if (spare?.file === file) return;
	spare?.thread.close();
	spare = file ? { file, thread: new GameThread(file) } : undefined;
}

/** Returns a running game for a file: the one started in advance, or a new one. */
export function threadOf(file: string): GameThread {
	if (spare?.file !== file) return new GameThread(file);
	const { thread } = spare;
	spare = undefined;
	return thread;
}
