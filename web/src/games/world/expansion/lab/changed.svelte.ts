// Remembers which dishes and research lines the last change in the laboratory affected, so that they can be
// marked.

import { untrack } from 'svelte';
import type { PlayerSession } from '../../../epidemic/session.svelte.ts';
import { changedIn, type Lab, labOf, type Place } from './lab.ts';

export class Changed {
	places = $state.raw<ReadonlySet<Place>>(new Set());
	private before: Lab | null = null;

	/**
	 * Follows a table; to be called in an effect. An update that changes nothing in the laboratory keeps the
	 * marks.
	 */
	follow(session: PlayerSession): void {
		const now = session.position && labOf(session.position);
		untrack(() => {
			const places = this.before && now ? changedIn(this.before, now) : new Set<Place>();
			if (places.size > 0) this.places = places;
			this.before = now;
		});
	}
}
