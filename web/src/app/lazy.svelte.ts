// Code that a page can begin without: it comes a moment later.

import { renewed } from './version.svelte.ts';

export class LazyModule<Parts> {
	/** What the code brings, once it is here. */
	parts = $state.raw<Parts | null>(null);
	/** It did not come: the server is away, or has newer code. */
	missing = $state(false);
	/** The server has newer code than this page: asking again would not bring it. */
	old = $state(false);
	private coming = false;
	private readonly load: () => Promise<Parts>;

	constructor(load: () => Promise<Parts>) {
		this.load = load;
	}

	/** Fetches the code, unless it is here or on its way; what did not come is asked for again with the next connection. */
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
