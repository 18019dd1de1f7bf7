// What people do about the bots of a table, before the game and in it. Every answer has the table's record, which
// is shown at once; refusals are shown as toasts.

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
	/** What is being done. */
	busy = $state<string | null>(null);
	private readonly live: LiveTable;

	constructor(live: LiveTable) {
		this.live = live;
		if (!games.value && !games.busy) void games.load();
	}

	/** The levels of this table's game, the weakest first; none until they are read. */
	get levels(): readonly string[] {
		return games.value?.find((game) => game.name === this.live.record?.game)?.botLevels ?? [];
	}

	private async change(what: string, send: () => Promise<Table>): Promise<boolean> {
		if (this.busy !== null) return false;
		this.busy = what;
		try {
			this.live.record = await send();
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

	/** The level of a new bot where nobody chooses one. */
	private async level(level?: string): Promise<string> {
		if (!level && !games.value) await games.load();
		return level ?? usualLevel(this.levels);
	}

	/** Gives free seats to bots, or bots another level. */
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

	/** Lets a bot play for the person who holds a seat. */
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

	/** Lets the person who holds a seat play again. */
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

	/** Lets those who sit here ask what to do, or not. */
	advice(on: boolean): Promise<boolean> {
		return this.change('advice', () =>
			ask(api.put('/api/tables/{id}/advice', { path: { id: this.live.id }, body: { on } })),
		);
	}

	/** Lets bots stand in by themselves for people whose clock runs out, or not. */
	takeover(on: boolean): Promise<boolean> {
		const path = { id: this.live.id };
		return this.change('takeover', async () =>
			on
				? ask(api.put('/api/tables/{id}/takeover', { path, body: { level: await this.level(), after: 1 } }))
				: ask(api.delete('/api/tables/{id}/takeover', { path })),
		);
	}
}
