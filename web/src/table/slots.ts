// Decides which tab may have a stream open. A browser allows at most six connections to an HTTP/1.1 server,
// so all tabs share four slots. A visible tab gets a slot; a hidden one gives its slot away if needed, and
// polls.

/** The names of the slots. There are few enough to leave connections free for other requests. */
const places = ['theriac.stream.0', 'theriac.stream.1', 'theriac.stream.2', 'theriac.stream.3'];

/** The right to hold a stream open, until it is released. */
interface Slot {
	release: () => void;
	/** Aborted when a visible tab has no slot and needs this one. */
	wanted: AbortSignal;
}

/**
 * Takes a free slot, or returns null. Browsers offer locks only with TLS or on localhost. Without locks,
 * every visible tab gets a slot.
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

/** Asks hidden tabs for a slot. */
export function wantSlot(): void {
	const channel = new BroadcastChannel('theriac.stream');
	channel.postMessage('wanted');
	channel.close();
}
