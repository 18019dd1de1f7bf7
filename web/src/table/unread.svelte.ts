// How much was said that one has not read yet. It is kept beside the chat, so that
// it counts while the chat is closed.

import { me } from '../api/me.svelte.ts';
import type { LiveTable } from './live.svelte.ts';
import { keepSeen, recallSeen } from './since.ts';

export class Unread {
	private readonly live: LiveTable;
	private seen = $state(0);

	constructor(live: LiveTable) {
		this.live = live;
		this.seen = recallSeen(live.id, localStorage)?.said ?? 0;
	}

	/** Lines of others that came after what was read. */
	count: number = $derived.by(
		() => this.live.talk.filter((said) => said.at > this.seen && said.person?.id !== me()?.id).length,
	);

	/** Everything that is there has been read. */
	read(): void {
		const last = this.live.talk.at(-1)?.at ?? 0;
		if (last <= this.seen) return;
		this.seen = last;
		keepSeen(this.live.id, { said: last }, Date.now(), localStorage);
	}
}
