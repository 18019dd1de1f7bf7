// Who may hold a stream open. A browser keeps at most six connections to a server
// that speaks HTTP/1.1, so tabs share a few streams: one that is looked at has a
// right to one, and one that is not gives its own away and asks now and then.

/** So many streams leave connections free for everything else. */
const places = ['theriac.stream.0', 'theriac.stream.1', 'theriac.stream.2', 'theriac.stream.3'];

/** A place, until it is given back. */
export interface Slot {
	release: () => void;
	/** Another tab is looked at and has none. */
	wanted: AbortSignal;
}

/**
 * Takes a place, if there is one. Browsers have locks only for servers with TLS and on
 * the own machine; elsewhere a tab has a place for as long as somebody looks at it.
 */
export async function takeSlot(): Promise<Slot | null> {
	if (!navigator.locks) return document.hidden ? null : whileSeen();
	for (const place of places) {
		const slot = await hold(place);
		if (slot) return slot;
	}
	return null;
}

function whileSeen(): Slot {
	const wanted = new AbortController();
	const done = new AbortController();
	let timer: ReturnType<typeof setTimeout> | undefined;
	const look = () => {
		clearTimeout(timer);
		if (document.hidden) timer = setTimeout(() => wanted.abort(), 30_000);
	};
	document.addEventListener('visibilitychange', look, { signal: done.signal });
	return {
		wanted: wanted.signal,
		release: () => {
			clearTimeout(timer);
			done.abort();
		},
	};
}

function hold(place: string): Promise<Slot | null> {
	return new Promise((taken) => {
		void navigator.locks.request(place, { ifAvailable: true }, (lock) => {
			if (!lock) return taken(null);
			return new Promise<void>((release) => {
				const wanted = new AbortController();
				const channel = new BroadcastChannel('theriac.stream');
				channel.onmessage = () => {
					if (document.hidden) wanted.abort();
				};
				taken({
					wanted: wanted.signal,
					release: () => {
						channel.close();
						release();
					},
				});
			});
		});
	});
}

/** Asks a tab that nobody looks at for its place. */
export function wantSlot(): void {
	const channel = new BroadcastChannel('theriac.stream');
	channel.postMessage('wanted');
	channel.close();
}
