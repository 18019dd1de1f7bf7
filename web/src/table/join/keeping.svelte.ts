// A bot's seat that is kept for this person while they look at its sheet, and the attempts to take it.

import { ask } from '../../api/ask.ts';
import { api } from '../../api/client.ts';
import { arrive, me } from '../../api/me.svelte.ts';
import { type Refusal, refusalOf } from '../../api/refusal.ts';
import type { LiveTable } from '../live.svelte.ts';
import { another, askedFor, askedLeft, keptFor } from './times.ts';

/**
 * What the sheet is about: `opening` until the seat is kept, then `kept`. `waiting` for the end of the bot's
 * turn, `asking` those who play. `expired`, `lost` to another person, `refused`, or at last `sat`.
 */
type State = 'opening' | 'kept' | 'waiting' | 'asking' | 'expired' | 'lost' | 'refused' | 'sat';

/** With less time left than this, a person who waits for the seat keeps it again. */
const renewal = 15_000;
/** How long to wait before the next attempt if nothing happens at the table. */
const patience = 2_000;

export class Keeping {
	readonly live: LiveTable;
	seat = $state<number | null>(null);
	state = $state<State>('opening');
	/** The time now, when the kept minute ends, and when the time to refuse ends, by this device's clock. */
	now = $state(Date.now());
	until = $state(0);
	asked = $state(0);
	/** Whether a request is in progress. */
	busy = $state(false);
	/** Why the seat cannot be kept or taken. */
	refusal = $state.raw<Refusal | null>(null);
	/** The time of the last attempt to take the seat, and the table's log entry then. */
	private tried = { at: 0, n: -1 };
	/** When the record first did not list the seat as kept. */
	private missing = 0;

	constructor(live: LiveTable) {
		this.live = live;
	}

	private get path() {
		return { id: this.live.id };
	}

	/** Whether the person has asked for the seat, which they get as soon as possible. */
	get wants(): boolean {
		return this.state === 'waiting' || this.state === 'asking';
	}

	/** Whether the seat is kept. */
	get held(): boolean {
		return this.wants || this.state === 'kept';
	}

	/** Another bot's seat at the table, if this one is lost. */
	get other(): number | undefined {
		return another(this.live.record?.seats ?? [], this.seat, me()?.id ?? '', this.now);
	}

	/** Keeps a bot's seat for a minute; if none is given, the one that is kept already, otherwise any. */
	async keep(wanted?: number): Promise<void> {
		if (this.busy) return;
		this.busy = true;
		let seat = wanted;
		try {
			const { id } = await arrive();
			seat ??= this.live.record?.seats?.find(({ kept }) => kept?.person.id === id)?.seat;
			const found = await ask(
				api.post('/api/tables/{id}/keep', { path: this.path, body: seat === undefined ? {} : { seat } }),
			);
			const kept = found.table.seats?.[found.seat]?.kept;
			this.now = Date.now();
			this.seat = found.seat;
			this.until = this.now + keptFor;
			this.asked = kept ? this.now + askedLeft(kept) : 0;
			this.missing = 0;
			this.live.answered(found.table);
			if (!this.wants) this.state = 'kept';
		} catch (thrown) {
			this.fails(refusalOf(thrown), seat);
		}
		this.busy = false;
	}

	/** Takes the seat as soon as it is possible. */
	async take(): Promise<void> {
		if (this.busy || this.seat === null || !this.held) return;
		this.busy = true;
		this.tried = { at: Date.now(), n: this.live.update?.n ?? -1 };
		try {
			const { table } = await ask(
				api.post('/api/tables/{id}/dropin', { path: this.path, body: { seat: this.seat } }),
			);
			this.live.answered(table);
			this.state = 'sat';
		} catch (thrown) {
			this.fails(refusalOf(thrown), this.seat);
		}
		this.busy = false;
	}

	private fails(refusal: Refusal, seat: number | undefined): void {
		if (refusal.passing && this.held) this.state = this.wants ? this.state : 'waiting';
		else if (refusal.id === 'bot-moves') this.state = 'waiting';
		else if (refusal.id === 'asking') {
			this.state = 'asking';
			if (this.asked <= Date.now()) this.asked = Date.now() + Math.min(askedFor, patience);
		} else if (refusal.id === 'not-kept') this.state = 'expired';
		else if (refusal.id === 'seat-taken' || refusal.id === 'seat-kept') {
			this.seat = seat ?? this.seat;
			this.state = 'lost';
		} else {
			this.refusal = refusal;
			this.state = 'refused';
		}
	}

	/** Looks at the clock and at the table. It is called several times per second while the sheet is open. */
	tick(): void {
		this.now = Date.now();
		if (!this.held || this.busy) return;
		const place = this.live.record?.seats?.[this.seat ?? -1];
		if (this.live.mine.includes(this.seat ?? -1)) this.state = 'sat';
		else if (place?.holder) this.state = 'lost';
		else if (place && place.kept?.person.id !== me()?.id) this.gone();
		else this.missing = 0;
		if (this.held && this.now >= this.until) this.state = 'expired';
		if (!this.wants) return;
		if (this.until - this.now < renewal) return void this.keep(this.seat ?? undefined);
		if (this.now < this.asked) return;
		const news = this.live.update?.n !== this.tried.n;
		if (this.now - this.tried.at > (news ? 300 : patience)) void this.take();
	}

	/** Handles a record in which the seat is not kept. An older record may still arrive, so this takes a moment. */
	private gone(): void {
		this.missing ||= this.now;
		if (this.now - this.missing < 1500) return;
		this.state = this.live.record?.letsIn ? 'refused' : 'expired';
	}

	/** Lets the seat go, so that others can take it. */
	letGo(): void {
		if (this.held || this.busy)
			void api.delete('/api/tables/{id}/keep', { path: this.path }).catch(() => null);
	}
}
