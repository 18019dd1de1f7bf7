// Counts the chat messages that the player has not read, by channel. The count is not part of the chat
// component, because it continues while the chat is closed.

import { me } from '../api/me.svelte.ts';
import { type Channel, channelOf } from './channels.ts';
import type { LiveTable } from './live.svelte.ts';
import { keepSeen, recallSeen, type Seen } from './seen.ts';

/** The name under which each channel's last read message is stored. */
const places = { table: 'said', team: 'team' } as const;

export class Unread {
	private readonly live: LiveTable;
	private seen = $state.raw<Partial<Seen>>({});

	constructor(live: LiveTable) {
		this.live = live;
		this.seen = recallSeen(live.id, localStorage) ?? {};
	}

	/** The number of unread messages from others in all channels. */
	count: number = $derived.by(() => this.in('table') + this.in('team'));

	/** Returns the number of unread messages from others in one channel. */
	in(channel: Channel): number {
		return this.said(channel).filter((said) => said.person?.id !== me()?.id).length;
	}

	/** Marks everything in a channel as read. */
	read(channel: Channel): void {
		const last = this.said(channel).at(-1)?.at;
		if (last === undefined) return;
		const seen = { [places[channel]]: last };
		this.seen = { ...this.seen, ...seen };
		keepSeen(this.live.id, seen, Date.now(), localStorage);
	}

	/** Returns the messages of one channel. */
	private said(channel: Channel) {
		const read = this.seen[places[channel]] ?? 0;
		const team = this.live.record?.you.team;
		return this.live.talk.filter((said) => said.at > read && channelOf(said, team) === channel);
	}
}
