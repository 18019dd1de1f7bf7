// The requests about people at a table. An answer with the table's record is shown immediately; refusals
// appear as toasts.

import { ask } from '../api/ask.ts';
import { api } from '../api/client.ts';
import { refusalOf } from '../api/refusal.ts';
import type { Player, Table } from '../gen/api.ts';
import type { LiveTable } from '../table/live.svelte.ts';
import { notify } from '../ui/toasts.svelte.ts';

export class PeopleActs {
	/** The request that is in progress, by name; null if there is none. */
	busy = $state<string | null>(null);
	private readonly live: LiveTable;

	constructor(live: LiveTable) {
		this.live = live;
	}

	private async change(what: string, send: (path: { id: string }) => Promise<Table>): Promise<boolean> {
		if (this.busy !== null) return false;
		this.busy = what;
		try {
			this.live.answered(await send({ id: this.live.id }));
			return true;
		} catch (thrown) {
			notify(refusalOf(thrown).words, { tone: 'danger' });
			return false;
		} finally {
			this.busy = null;
		}
	}

	/** Removes a person from the table; with a ban, no invitation lets them come back. */
	remove({ id }: Player, ban: boolean): Promise<boolean> {
		const body = { person: id, ...(ban ? { ban } : {}) };
		return this.change('remove', (path) => ask(api.post('/api/tables/{id}/kick', { path, body })));
	}

	readmit({ id }: Player): Promise<boolean> {
		const body = { person: id, ban: false };
		return this.change('readmit', (path) => ask(api.post('/api/tables/{id}/kick', { path, body })));
	}

	/** Mutes a person for everyone at the table, or lets them write again. */
	muteForAll({ id }: Player, on: boolean): Promise<boolean> {
		const body = { person: id, on };
		return this.change('mute', (path) => ask(api.post('/api/tables/{id}/mute', { path, body })));
	}

	/** Makes a person the host in place of this player. */
	makeHost({ id }: Player): Promise<boolean> {
		const body = { person: id };
		return this.change('host', (path) => ask(api.post('/api/tables/{id}/host', { path, body })));
	}

	/** Lets a person take all free seats and start the game, or ends that. */
	letHelp({ id }: Player, on: boolean): Promise<boolean> {
		const body = { person: id, on };
		return this.change('help', (path) => ask(api.post('/api/tables/{id}/help', { path, body })));
	}

	/** Answers a person who asks to come back. */
	admit({ id }: Player, yes: boolean): Promise<boolean> {
		const body = { person: id, yes };
		return this.change(`admit ${id}`, (path) => ask(api.post('/api/tables/{id}/admit', { path, body })));
	}
}
