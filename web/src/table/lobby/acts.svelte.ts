// What people do at a table before it begins. Every answer has the table's record,
// which is shown at once; the stream brings the same to everybody.

import { ask } from '../../api/ask.ts';
import { api } from '../../api/client.ts';
import { arrive, recall } from '../../api/me.svelte.ts';
import { type Refusal, refusalOf } from '../../api/refusal.ts';
import type { SetUp, Table, Watching } from '../../gen/api.ts';
import { forgetLinks, keepLinks, linksOf } from '../links.ts';
import type { LiveTable } from '../live.svelte.ts';

export class Acts {
	/** What is being done. */
	busy = $state<string | null>(null);
	refusal = $state.raw<Refusal | null>(null);
	links = $state.raw(linksOf(''));
	/** What a visitor without a name typed as theirs. */
	name = $state('');
	private readonly live: LiveTable;

	constructor(live: LiveTable) {
		this.live = live;
		this.links = linksOf(live.id);
	}

	/** Does one thing at a time and says whether it was done. */
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
		if (record) this.live.record = record;
		return record !== undefined;
	}

	private get path() {
		return { id: this.live.id };
	}

	/** Sits down, on any seat that is free if none is named. A visitor becomes somebody by it. */
	sit(seat?: number): Promise<boolean> {
		return this.change(seat === undefined ? 'sit' : `sit ${seat}`, async () => {
			const name = this.name.trim();
			if (name || !(await recall())) await arrive(name || undefined);
			return (await ask(api.post('/api/tables/{id}/sit', { path: this.path, body: { seat } }))).table;
		});
	}

	/** Gives the seats of one's own up for another one: in company nobody sits on two sides. */
	changeTo(seat: number): Promise<boolean> {
		return this.change(`sit ${seat}`, async () => {
			for (const mine of this.live.mine)
				await ask(api.post('/api/tables/{id}/stand', { path: this.path, body: { seat: mine } }));
			return (await ask(api.post('/api/tables/{id}/sit', { path: this.path, body: { seat } }))).table;
		});
	}

	/** Takes every seat that is free. */
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

	kick(person: string, ban: boolean | undefined): Promise<boolean> {
		return this.change('kick', () =>
			ask(api.post('/api/tables/{id}/kick', { path: this.path, body: { person, ban } })),
		);
	}

	watch(watch: Watching['watch']): Promise<boolean> {
		return this.change('watch', () =>
			ask(api.post('/api/tables/{id}/watch', { path: this.path, body: { watch } })),
		);
	}

	/** Changes the options and the clock. Seats may go with it, and the links that this browser knows to them. */
	async setUp(body: SetUp): Promise<boolean> {
		const done = await this.change('set-up', () =>
			ask(api.post('/api/tables/{id}/setup', { path: this.path, body })),
		);
		if (!done) return false;
		forgetLinks(this.live.id);
		this.links = keepLinks(this.live.id, { invite: this.links.invite });
		return true;
	}

	close(): Promise<boolean> {
		return this.change('close', () => ask(api.post('/api/tables/{id}/close', { path: this.path })));
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

	/** A new invitation; the one before stops working. */
	async invite(): Promise<void> {
		const made = await this.act('invite', () =>
			ask(api.post('/api/tables/{id}/links', { path: this.path, body: { kind: 'invite' } })),
		);
		if (made) this.links = keepLinks(this.live.id, { invite: made.link });
	}

	/** The link to a free seat, or the one that gives a seat of one's own away. */
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
