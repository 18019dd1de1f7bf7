// Loads code that a page does not need when it opens.

import { renewed } from './version.svelte.ts';

export class LazyModule<Parts> {
	/** The loaded code, or null. */
	parts = $state.raw<Parts | null>(null);
	/** Whether the code failed to load: the server is unreachable, or has a newer build. */
	missing = $state(false);
	/** Whether the server has a newer build than this page, in which case a retry would not help. */
	old = $state(false);
	private coming = false;
	private readonly load: () => Promise<Parts>;

	constructor(load: () => Promise<Parts>) {
		this.load = load;
	}

	/**
	 * Loads the code, unless it is loaded or loading. After a failure it retries when the browser is back
	 * online.
	 */
	async fetch(): Promise<void> {
		if (this.parts || this.coming) return;
		this.coming = true;
		this.missing = false;
		try {
			this.parts = await this.load();
		} catch {
			this.old = await renewed();
			this.missing = true;
			addEventListener('online', () => void this.fetch(), { once: true });
		}
		this.coming = false;
	}
}
