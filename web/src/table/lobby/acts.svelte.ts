// The requests by which people set up a table before the game begins. Every response contains the changed
// table, which is shown immediately. Other players receive it through the stream.

import { ask } from '../../api/ask.ts';
import { api } from '../../api/client.ts';
import { arrive, recall } from '../../api/me.svelte.ts';
import { type Refusal, refusalOf } from '../../api/refusal.ts';
import type { SetUp, Table, Watching } from '../../gen/api.ts';
import { forgetLinks, keepLinks, linksOf } from '../links.ts';
import type { LiveTable } from '../live.svelte.ts';

/** The table at which this browser waits for the host to let its person sit, and the seat that they chose. */
let knocked = $state.raw<{ table: string; seat?: number } | null>(null);

export class Acts {
	/** The request that is in progress, by name; null if there is none. */
	busy = $state<string | null>(null);
	refusal = $state.raw<Refusal | null>(null);
	links = $state.raw(linksOf(''));
	/** The name that a visitor without a name has typed. */
	name = $state('');
	private readonly live: LiveTable;

	constructor(live: LiveTable) {
		this.live = live;
		this.links = linksOf(live.id);
	}

	/** Runs one request at a time. It returns the answer, or undefined if the request failed. */
	private async act<T>(what: string, send: () => Promise<T>): Promise<T | undefined> {
		if (this.busy !== null) return undefined;
		this.busy = what;
		this.refusal = null;
		try {
			return await send();
		} catch (thrown) {
			this.refusal = refusalOf(thrown);
			return undefined;
		} finally {
			this.busy = null;
		}
	}

	private async change(what: string, send: () => Promise<Table>): Promise<boolean> {
		const record = await this.act(what, send);
		if (record) this.live.answered(record);
		return record !== undefined;
	}

	private get path() {
		return { id: this.live.id };
	}

	/**
	 * Takes the given seat, or any free one. If the visitor has no person yet, the server makes one. If the host
	 * has to agree first, the browser waits. If the table has changed during the request, the host may have agreed
	 * since, so the browser asks again.
	 */
	async sit(seat?: number): Promise<boolean> {
		const [table, before] = [this.live.id, this.live.record];
		const done = await this.change(seat === undefined ? 'sit' : `sit ${seat}`, async () => {
			const name = this.name.trim();
			if (name || !(await recall())) await arrive(name || undefined);
			const { table: now } = await ask(api.post('/api/tables/{id}/sit', { path: this.path, body: { seat } }));
			knocked = null; // before the page hears of the seat, and asks for it again
			return now;
		});
		knocked = this.refusal?.id === 'knocking' ? { table, seat } : null;
		if (!knocked) return done;
		this.refusal = null;
		return this.live.record === before ? done : this.sit(seat);
	}

	/** Whether this person waits for the host to let them sit. */
	get knocking(): boolean {
		return knocked?.table === this.live.id;
	}

	/** Tries again to sit down, after the host may have agreed. */
	async knockAgain(): Promise<void> {
		if (knocked?.table === this.live.id && this.busy === null) await this.sit(knocked.seat);
	}

	/**
	 * Gives up the player's seats and takes another one instead. If other people sit at the table, no person
	 * may play for two teams.
	 */
	changeTo(seat: number): Promise<boolean> {
		return this.change(`sit ${seat}`, async () => {
			for (const mine of this.live.mine)
				await ask(api.post('/api/tables/{id}/stand', { path: this.path, body: { seat: mine } }));
			return (await ask(api.post('/api/tables/{id}/sit', { path: this.path, body: { seat } }))).table;
		});
	}

	/** Takes every free seat. */
	sitOnAll(seats: number[]): Promise<boolean> {
		return this.change('sit', async () => {
			let record = this.live.record as Table;
			for (const seat of seats)
				record = (await ask(api.post('/api/tables/{id}/sit', { path: this.path, body: { seat } }))).table;
			return record;
		});
	}

	stand(seat: number): Promise<boolean> {
		return this.change(`stand ${seat}`, () =>
			ask(api.post('/api/tables/{id}/stand', { path: this.path, body: { seat } })),
		);
	}

	nonce(seat: number, nonce: string): Promise<boolean> {
		return this.change(`nonce ${seat}`, () =>
			ask(api.post('/api/tables/{id}/nonce', { path: this.path, body: { seat, nonce } })),
		);
	}

	/** Tells the others whether this player is ready for the game to begin. */
	ready(ready: boolean): Promise<boolean> {
		return this.change('ready', () =>
			ask(api.put('/api/tables/{id}/ready', { path: this.path, body: { ready } })),
		);
	}

	watch(watch: Watching['watch']): Promise<boolean> {
		return this.change('watch', () =>
			ask(api.post('/api/tables/{id}/watch', { path: this.path, body: { watch } })),
		);
	}

	/**
	 * Changes the options and the clock. This can remove seats; this browser then forgets the links to them.
	 */
	async setUp(body: SetUp): Promise<boolean> {
		const done = await this.change('set-up', () =>
			ask(api.post('/api/tables/{id}/setup', { path: this.path, body })),
		);
		if (!done) return false;
		forgetLinks(this.live.id);
		this.links = keepLinks(this.live.id, { invite: this.links.invite });
		return true;
	}

	async close(): Promise<boolean> {
		const done = await this.change('close', () =>
			ask(api.post('/api/tables/{id}/close', { path: this.path })),
		);
		if (done) forgetLinks(this.live.id);
		return done;
	}

	start(): Promise<boolean> {
		return this.change('start', () => ask(api.post('/api/tables/{id}/start', { path: this.path })));
	}

	async leave(): Promise<boolean> {
		return (
			(await this.act('leave', () =>
				ask(api.post('/api/tables/{id}/leave', { path: this.path })).then(() => true),
			)) ?? false
		);
	}

	/** Makes a new invitation of this person; their earlier one stops working. */
	async invite(): Promise<void> {
		const made = await this.act('invite', () =>
			ask(api.post('/api/tables/{id}/links', { path: this.path, body: { kind: 'invite' } })),
		);
		if (made) this.links = keepLinks(this.live.id, { invite: made.link });
	}

	/** Makes a link to a free seat, or a link that gives away one of the player's own seats. */
	async seatLink(seat: number, mine: boolean): Promise<string | undefined> {
		if (!mine && this.links.seats[seat]) return this.links.seats[seat];
		const made = await this.act(`link ${seat}`, () =>
			ask(
				mine
					? api.post('/api/tables/{id}/handover', { path: this.path, body: { seat } })
					: api.post('/api/tables/{id}/links', { path: this.path, body: { kind: 'seat', seat } }),
			),
		);
		if (made && !mine) this.links = keepLinks(this.live.id, { seats: { [seat]: made.link } });
		return made?.link;
	}
}
