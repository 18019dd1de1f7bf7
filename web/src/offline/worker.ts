// Runs the game of a table on this device in a worker, so that a thinking bot does not block the page. The
// game's WebAssembly program answers requests and makes the log entries, which the page stores.

import 'offline:exec';
import type { Answered, Asked, Begun } from './thread.ts';

interface Go {
	importObject: WebAssembly.Imports;
	run(instance: WebAssembly.Instance): Promise<void>;
}
interface World {
	Go: new () => Go;
	theriac?: (...args: unknown[]) => Omit<Answered, 'id'>;
	theriacReady: () => void;
	theriacRandom: () => Uint32Array;
}
const world = globalThis as unknown as World;
const post = (message: Answered | Begun) => self.postMessage(message);

world.theriacRandom = () => crypto.getRandomValues(new Uint32Array(2));

async function start(file: string): Promise<void> {
	const ready = new Promise<void>((done) => {
		world.theriacReady = done;
	});
	const go = new world.Go();
	const { instance } = await WebAssembly.instantiateStreaming(fetch(file), go.importObject);
	void go.run(instance);
	await ready;
}

self.onmessage = async ({ data }: MessageEvent<Asked | { file: string }>) => {
	if ('file' in data) {
		await start(data.file).then(
			() => post({ begun: true }),
			(thrown) => post({ begun: false, why: String(thrown) }),
		);
		return;
	}
	const { said, fresh, refused } = world.theriac?.(...data.args) ?? { said: '', fresh: [] };
	post({ id: data.id, said, fresh, refused });
};
