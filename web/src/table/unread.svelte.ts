// How much was said that one has not read yet, by channel. It is kept beside the chat,
// so that it counts while the chat is closed.

import { me } from '../api/me.svelte.ts';
import { keepSeen, recallSeen, type Seen } from './absence.ts';
import { type Channel, channelOf } from './channels.ts';
import type { LiveTable } from './live.svelte.ts';

/** Where it is kept how far a channel was read. */
const places = { table: 'said', team: 'team' } as const;

export class Unread {
	private readonly live: LiveTable;
	private seen = $state.raw<Partial<Seen>>({});

	constructor(live: LiveTable) {
		this.live = live;
		this.seen = recallSeen(live.id, localStorage) ?? {};
	}

	/** Lines of others in all channels that came after what was read. */
	count: number = $derived.by(() => this.in('table') + this.in('team'));

	/** Those in a channel. */
	in(channel: Channel): number {
		return this.said(channel).filter((said) => said.person?.id !== me()?.id).length;
	}

	/** Everything that is there in a channel has been read. */
	read(channel: Channel): void {
		const last = this.said(channel).at(-1)?.at;
		if (last === undefined) return;
		const seen = { [places[channel]]: last };
		this.seen = { ...this.seen, ...seen };
		keepSeen(this.live.id, seen, Date.now(), localStorage);
	}

	/** What was said in a channel after what was read. */
	private said(channel: Channel) {
		const read = this.seen[places[channel]] ?? 0;
		const team = this.live.record?.you.team;
		return this.live.talk.filter((said) => said.at > read && channelOf(said, team) === channel);
	}
}
