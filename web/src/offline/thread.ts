// The page's end of a worker that runs one game: questions go there one by one, and answers come back in order.

import { Refusal } from '../api/refusal.ts';

/** A question to the worker, as internal/offline/browser takes it. */
export interface Asked {
	id: number;
	args: unknown[];
}

/** Its answer: what was said, and the entries that were written on the way. */
export interface Answered {
	id: number;
	said: string;
	fresh: string[];
	refused?: { id: string; what: string; rule?: string };
}

/** Whether the game's file could be loaded. */
export interface Begun {
	begun: boolean;
	why?: string;
}

export class GameThread {
	private readonly worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
	private readonly ready: Promise<void>;
	private readonly waiting = new Map<number, (answer: Answered) => void>();
	private last = 0;

	/** Starts a game from the address of its file. */
	constructor(file: string) {
		this.ready = new Promise((done, failed) => {
			this.worker.onmessage = ({ data }: MessageEvent<Answered | Begun>) => {
				if (!('begun' in data)) {
					this.waiting.get(data.id)?.(data);
					this.waiting.delete(data.id);
				} else if (data.begun) done();
				else failed(new Refusal(0, {})); // the file is not here, and nobody is there to give it
			};
			this.worker.onerror = () => failed(new Refusal(0, {}));
		});
		this.ready.catch(() => null); // whoever asks is told
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

/** A game that is started already, for whoever begins one next. */
let spare: { file: string; thread: GameThread } | undefined;

/** Starts a game before somebody begins it. An empty address only puts away what was started. */
export function warm(file: string): void {
	if (spare?.file === file) return;
	spare?.thread.close();
	spare = file ? { file, thread: new GameThread(file) } : undefined;
}

/** The game of a file, which may have been started already. */
export function threadOf(file: string): GameThread {
	if (spare?.file !== file) return new GameThread(file);
	const { thread } = spare;
	spare = undefined;
	return thread;
}
