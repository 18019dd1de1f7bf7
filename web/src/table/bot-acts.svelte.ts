// The requests with which the host controls a table and its bots, before and during the game. Every response
// contains the table's record, which is shown immediately. Refusals appear as toasts.

import { ask } from '../api/ask.ts';
import { api } from '../api/client.ts';
import { Reading } from '../api/reading.svelte.ts';
import { refusalOf } from '../api/refusal.ts';
import type { Table } from '../gen/api.ts';
import { notify } from '../ui/toasts.svelte.ts';
import { usualLevel } from './bots.ts';
import type { LiveTable } from './live.svelte.ts';

const games = new Reading(async () => (await ask(api.get('/api/games'))) ?? []);

export class BotActs {
	/** The request that is in progress, by name; null if there is none. */
	busy = $state<string | null>(null);
	private readonly live: LiveTable;

	constructor(live: LiveTable) {
		this.live = live;
		if (!games.value && !games.busy) void games.load();
	}

	/** The bot levels of this table's game, weakest first; empty until they have loaded. */
	get levels(): readonly string[] {
		return games.value?.find((game) => game.name === this.live.record?.game)?.botLevels ?? [];
	}

	private async change(what: string, send: () => Promise<Table>): Promise<boolean> {
		if (this.busy !== null) return false;
		this.busy = what;
		try {
			this.live.answered(await send());
			return true;
		} catch (thrown) {
			notify(refusalOf(thrown).words, { tone: 'danger' });
			return false;
		} finally {
			this.busy = null;
		}
	}

	private at(seat: number) {
		return { id: this.live.id, seat };
	}

	/** Returns the level for a new bot: the given one, or the game's default. */
	private async level(level?: string): Promise<string> {
		if (!level && !games.value) await games.load();
		return level ?? usualLevel(this.levels);
	}

	/** Gives free seats to bots, or changes the level of bots that have a seat already. */
	give(seats: readonly number[], level?: string): Promise<boolean> {
		return this.change(`bot ${seats}`, async () => {
			const body = { level: await this.level(level) };
			let record = this.live.record as Table;
			for (const seat of seats)
				record = await ask(api.put('/api/tables/{id}/seats/{seat}/bot', { path: this.at(seat), body }));
			return record;
		});
	}

	free(seat: number): Promise<boolean> {
		return this.change(`free ${seat}`, () =>
			ask(api.delete('/api/tables/{id}/seats/{seat}/bot', { path: this.at(seat) })),
		);
	}

	/** Lets a bot play a seat for the person who holds it. */
	standIn(seat: number, level?: string): Promise<boolean> {
		return this.change(`bot ${seat}`, async () =>
			ask(
				api.put('/api/tables/{id}/seats/{seat}/standin', {
					path: this.at(seat),
					body: { level: await this.level(level) },
				}),
			),
		);
	}

	/** Stops a bot that plays for a person: the seat's holder plays again. */
	takeBack(seat: number): Promise<boolean> {
		return this.change(`back ${seat}`, () =>
			ask(api.delete('/api/tables/{id}/seats/{seat}/standin', { path: this.at(seat) })),
		);
	}

	pace(botPace: Table['botPace']): Promise<boolean> {
		return this.change('pace', () =>
			ask(api.put('/api/tables/{id}/pace', { path: { id: this.live.id }, body: { botPace } })),
		);
	}

	/** Turns advice for the table's players on or off. */
	advice(on: boolean): Promise<boolean> {
		return this.change('advice', () =>
			ask(api.put('/api/tables/{id}/advice', { path: { id: this.live.id }, body: { on } })),
		);
	}

	/** Opens or closes the chat of those who watch. */
	watchersTalk(open: boolean): Promise<boolean> {
		return this.change('watchers-talk', () =>
			ask(api.put('/api/tables/{id}/watchers-talk', { path: { id: this.live.id }, body: { open } })),
		);
	}

	/** Lets everybody who sits at the table invite people, or the host alone. */
	invites(open: boolean): Promise<boolean> {
		return this.change('invites', () =>
			ask(api.put('/api/tables/{id}/invites', { path: { id: this.live.id }, body: { open } })),
		);
	}

	/** Turns takeovers on or off: whether bots play for people whose clock runs out. */
	takeover(on: boolean): Promise<boolean> {
		const path = { id: this.live.id };
		return this.change('takeover', async () =>
			on
				? ask(api.put('/api/tables/{id}/takeover', { path, body: { level: await this.level(), after: 1 } }))
				: ask(api.delete('/api/tables/{id}/takeover', { path })),
		);
	}
}
