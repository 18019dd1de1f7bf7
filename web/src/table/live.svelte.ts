// One table, as it is now: its record, the game as far as this browser may know
// it, what is said, who is there. It follows the table's stream for as long as it
// is open, and comes back by itself whenever the stream breaks.
//
// It knows no rule: moves are lines that the server listed.

import { insist, newKey } from '../api/ask.ts';
import { type Answered, api } from '../api/client.ts';
import { Refusal, refusalOf } from '../api/refusal.ts';
import { dropAhead, follow, type ServerEvent, streamOf } from '../api/stream.ts';
import type { Done, Ghost, Presence, Reason, Said, Step, Table, Update } from '../gen/api.ts';
import type { Channel } from './channels.ts';
import { takeSlot, wantSlot } from './slots.ts';

/**
 * How the table can be reached: `opening` for the first time, `live`, `lost` and
 * coming back, `down` when nobody has answered for a while, `gone` when one may not
 * follow it any more, `missing` when there is no such table for this person.
 */
export type Connection = 'opening' | 'live' | 'lost' | 'down' | 'gone' | 'missing';

/** What a newer update brought, for those who show it happening. */
export type News = { update: Update; steps: Step[] };

/** Leads through a lesson (learn/guide.svelte.ts). */
export interface TableGuide {
	/** Whether a listed move is offered now. */
	offers(seat: number, move: string): boolean;
	/** The places that are spoken of. */
	places: readonly string[];
	/** The record as the learner should see it. */
	seated(record: Table): Table;
}

export class LiveTable {
	readonly id: string;
	record = $state.raw<Table | null>(null);
	update = $state.raw<Update | null>(null);
	/** Every entry of the log that has been seen, oldest first; all of them once `whole`. */
	steps = $state.raw<Step[]>([]);
	whole = $state(false);
	talk = $state.raw<Said[]>([]);
	presence = $state.raw<Presence>({ seats: [], watchers: 0 });
	/** The seats whose bots think about an answer. */
	thinking = $state.raw<readonly number[]>([]);
	/** Why bots moved, as far as this browser has heard it, oldest first. */
	reasons = $state.raw<readonly Reason[]>([]);
	/** The plans that seats show. */
	ghosts = $state.raw<Record<number, string[]>>({});
	/** Who leads through the lesson that the table is, once it is loaded. */
	private guide = $state.raw<TableGuide | null>(null);
	connection = $state<Connection>('opening');
	/** Why the table is missing or gone, where the server said so. */
	turnedAway = $state.raw<Refusal | null>(null);
	/** The last sound entry of a log that is damaged behind it. */
	damaged = $state<string | null>(null);
	/** What has been sent and is not answered yet. */
	sending = $state<string | null>(null);
	/** Sending takes longer than it should: the connection or the server is away. */
	delayed = $state(false);
	/** The last refusal, until the next command. */
	refusal = $state.raw<Refusal | null>(null);

	private stop = new AbortController();
	/** Ends the stream that is followed now. */
	private cut = new AbortController();
	private lastId: string | undefined;
	/** When the stream last gave a sign of life. */
	private heard = 0;
	private failures = 0;
	/** How long the server wants to be left alone, in milliseconds. */
	private retry: number | undefined;
	/** Nothing has come yet by the stream that is followed now. */
	private fresh = true;
	/** The commands that are under way, one after another. */
	private line: Promise<unknown> = Promise.resolve();
	private waiting = 0;
	private listeners = new Set<(news: News) => void>();
	private wake: (() => void) | undefined;
	private arrived: (() => void) | undefined;

	constructor(id: string) {
		this.id = id;
	}

	/** The seats of this browser's person. */
	get mine(): number[] {
		return this.record?.you.seats ?? [];
	}

	/** The legal moves of a seat of mine; in a lesson, those that it offers. */
	movesOf(seat: number): string[] {
		const list = this.update?.moves?.find((m) => m.seat === seat)?.list ?? [];
		return this.record?.lesson ? list.filter((move) => this.guide?.offers(seat, move)) : list;
	}

	/** The places that a lesson speaks of. */
	get meant(): readonly string[] {
		return this.guide?.places ?? [];
	}

	/** Is led by a guide from now on. */
	teach(guide: TableGuide): void {
		this.guide = guide;
		if (this.record) this.record = guide.seated(this.record);
	}

	/** What a seat of mine always lets pass. */
	standingOf(seat: number): string[] {
		return this.update?.moves?.find((m) => m.seat === seat)?.standing ?? [];
	}

	/** The seats of mine that owe an answer. */
	get owed(): number[] {
		const q = this.update?.question;
		const asked = [...(q?.all ?? []), ...(q?.any ?? [])];
		return this.update?.over ? [] : asked.filter((s) => this.mine.includes(s));
	}

	/** Hears of every update that brings something new. */
	onNews(listener: (news: News) => void): () => void {
		this.listeners.add(listener);
		return () => this.listeners.delete(listener);
	}

	/** Follows the table until it is closed. */
	async open(): Promise<void> {
		const { signal } = this.stop;
		const back = () => this.lookUp();
		window.addEventListener('online', back, { signal });
		document.addEventListener('visibilitychange', back, { signal });
		// A stream over a network that is gone only seems alive: it would be missed much later.
		window.addEventListener('offline', () => this.cut.abort(), { signal });
		while (!signal.aborted) {
			const slot = await takeSlot();
			if (slot) {
				try {
					await this.followOnce(slot.wanted);
				} finally {
					slot.release();
				}
			} else {
				dropAhead();
				if (!document.hidden) wantSlot();
				await this.readAfter();
			}
			if (signal.aborted || this.connection === 'gone' || this.connection === 'missing') return;
			const soon = slot && !slot.wanted.aborted;
			await this.pause(soon ? this.patience() : document.hidden ? 20_000 : 1000);
		}
	}

	/** Follows the stream until it ends, and says how the table can be reached then. */
	private async followOnce(wanted: AbortSignal): Promise<void> {
		this.cut = new AbortController();
		this.fresh = true;
		this.retry = undefined;
		const until = AbortSignal.any([this.stop.signal, this.cut.signal, wanted]);
		try {
			await follow(streamOf(this.id), this.lastId, until, this.take, () => {
				this.heard = performance.now();
			});
			this.failures++; // taken back as soon as a stream has told something
		} catch (thrown) {
			if (this.stop.signal.aborted || wanted.aborted) return;
			const refusal = refusalOf(thrown);
			if (refusal.status === 404 || refusal.status === 403 || refusal.status === 401) {
				this.turnedAway = refusal;
				this.connection = this.record ? 'gone' : 'missing';
				return;
			}
			if (refusal.wait) this.retry = refusal.wait * 1000;
			this.failures++;
		}
		if (this.connection !== 'gone')
			this.connection = this.failures > 3 ? 'down' : this.record ? 'lost' : 'opening';
	}

	private patience(): number {
		return (this.retry ?? Math.min(250 * 2 ** this.failures, 8000)) + Math.random() * 300;
	}

	/** Somebody looks, or the network is back: what only seems alive is not trusted, and nothing is waited for. */
	private lookUp(): void {
		if (!document.hidden && performance.now() - this.heard > 20_000) this.cut.abort();
		this.wake?.();
	}

	/** Stops following. */
	close(): void {
		this.stop.abort();
		this.wake?.();
		this.listeners.clear();
	}

	private pause(ms: number): Promise<void> {
		return new Promise((done) => {
			const timer = setTimeout(done, ms);
			this.wake = () => {
				clearTimeout(timer);
				done();
			};
		});
	}

	private take = (e: ServerEvent): void => {
		if (e.id) this.lastId = e.id;
		if (e.retry) this.retry = e.retry;
		switch (e.event) {
			case 'table':
				this.record = JSON.parse(e.data);
				if (this.guide && this.record) this.record = this.guide.seated(this.record);
				break;
			case 'update':
				this.learn(JSON.parse(e.data));
				break;
			case 'talk':
				this.hear(JSON.parse(e.data));
				break;
			case 'presence':
				this.presence = JSON.parse(e.data);
				break;
			case 'ghost': {
				const ghost: Ghost = JSON.parse(e.data);
				this.ghosts = { ...this.ghosts, [ghost.seat]: ghost.moves ?? [] };
				break;
			}
			case 'thinking':
				this.thinking = JSON.parse(e.data).seats ?? [];
				break;
			case 'reason':
				this.reasons = [...this.reasons, JSON.parse(e.data)];
				break;
			case 'damaged':
			case 'newer':
				// Nobody can move here any more: say why, before somebody tries.
				if (e.event === 'damaged') this.damaged = e.data;
				this.refusal = new Refusal(423, { id: e.event });
				break;
			case 'gone':
				this.connection = 'gone';
				return;
			default: // bye, and what a newer server may say
				return;
		}
		this.failures = 0;
		this.connection = 'live';
	};

	private hear(said: Said): void {
		if (!this.talk.some((s) => s.at === said.at)) this.talk = [...this.talk, said];
	}

	/**
	 * Takes an update in. One that is older than what is known changes nothing, unless
	 * it opens a stream: then less is known than before, as by whoever has given a seat up.
	 */
	private learn(update: Update): void {
		const opens = this.fresh;
		this.fresh = false;
		const before = this.update;
		if (before && update.n < before.n) {
			if (!opens) return;
			this.steps = this.steps.filter((s) => s.n <= update.n);
		}
		const known = this.steps.at(-1)?.n ?? before?.n ?? -1;
		const news = before ? (update.steps ?? []).filter((s) => s.n > known) : [];
		this.update = update;
		performance.clearMarks('update');
		performance.mark('update');
		if (!before) this.steps = update.steps ?? [];
		else if (news.length > 0) this.steps = [...this.steps, ...news];
		if (update.n < 0 || this.steps[0]?.n === 0) this.whole = true;
		if (!before || news.length > 0) {
			if (Object.keys(this.ghosts).length > 0) this.ghosts = {};
			for (const tell of this.listeners) tell({ update, steps: news });
		}
		if (!before && !this.whole) void this.remember(update.n);
		this.arrived?.();
	}

	/** Reads what happened up to the entry at which this browser came. */
	private async remember(n: number): Promise<void> {
		try {
			const past = await insist(() =>
				api.get('/api/tables/{id}/view', { path: this.path, query: { after: -1 } }),
			);
			const from = Math.min(this.steps[0]?.n ?? n + 1, n + 1);
			this.steps = [...(past.steps ?? []).filter((s) => s.n < from), ...this.steps];
			this.whole = true;
		} catch {
			// The log then begins where this browser came in.
		}
	}

	/** Asks for what is new, where no stream brings it. */
	private async readAfter(): Promise<void> {
		const answer = await api
			.get('/api/tables/{id}/view', { path: this.path, query: { after: this.update?.n } })
			.catch(() => null);
		if (answer?.data) this.learn(answer.data);
	}

	/**
	 * Sends a command and says whether it was carried out; a refusal is kept for who
	 * shows it. While one is under way one more may wait. It is sent if it still holds then.
	 */
	private command(
		what: string,
		send: (key: string) => Promise<Answered<Done>>,
		holds = () => true,
	): Promise<boolean> {
		if (this.waiting > 1) return Promise.resolve(false);
		this.waiting++;
		const done = this.line.then(() => this.send(what, send, holds)).finally(() => this.waiting--);
		this.line = done;
		return done;
	}

	private async send(
		what: string,
		send: (key: string) => Promise<Answered<Done>>,
		holds: () => boolean,
	): Promise<boolean> {
		if (!holds()) return false;
		const key = newKey();
		this.sending = what;
		this.refusal = null;
		const late = setTimeout(() => {
			this.delayed = true;
		}, 1000);
		try {
			await this.reaches(await insist<Done>(() => send(key)));
			return true;
		} catch (thrown) {
			this.refusal = refusalOf(thrown);
			if (this.refusal.status === 409) await this.readAfter();
			return false;
		} finally {
			clearTimeout(late);
			this.sending = null;
			this.delayed = false;
		}
	}

	/** Waits until what was answered can be seen: the old position must not be played on. */
	private async reaches({ n }: Done): Promise<void> {
		if ((this.update?.n ?? -1) >= n) return;
		this.wake?.();
		await new Promise<void>((done) => {
			const timer = setTimeout(done, 700);
			this.arrived = () => {
				if ((this.update?.n ?? -1) < n) return;
				clearTimeout(timer);
				done();
			};
		});
		this.arrived = undefined;
		if ((this.update?.n ?? -1) < n) await this.readAfter();
	}

	private get path() {
		return { id: this.id };
	}

	/**
	 * Plays a listed move for a seat of mine. One that waited for another is played only
	 * if it is still listed under the same kind of question, and is not the same pressed twice.
	 */
	play(seat: number, move: string): Promise<boolean> {
		const { step } = this.update?.question ?? {};
		const twice = this.sending === move;
		const holds = () => !twice && this.update?.question.step === step && this.movesOf(seat).includes(move);
		const send = (key: string) => {
			const question = this.update?.question.id ?? '';
			return api.post('/api/tables/{id}/moves', { path: this.path, body: { seat, question, move, key } });
		};
		return this.command(move, send, holds);
	}

	/** Goes back to a number of moves, or asks the others whether it may. */
	undo(to: number): Promise<boolean> {
		return this.command('undo', (key) =>
			api.post('/api/tables/{id}/undo', { path: this.path, body: { to, key } }),
		);
	}

	/** Answers a proposal. */
	answer(agree: boolean): Promise<boolean> {
		return this.command(agree ? 'agree' : 'refuse', (key) =>
			api.post('/api/tables/{id}/answer', { path: this.path, body: { agree, key } }),
		);
	}

	/** Gives the game up, or asks the others. */
	giveUp(): Promise<boolean> {
		return this.command('giveup', (key) =>
			api.post('/api/tables/{id}/giveup', { path: this.path, body: { key } }),
		);
	}

	/** Says what a seat of mine always lets pass. */
	stand(seat: number, passes: string[]): Promise<boolean> {
		return this.command('standing', (key) =>
			api.put('/api/tables/{id}/standing', { path: this.path, body: { seat, passes, key } }),
		);
	}

	/**
	 * Says something to everybody or to one's team, and gives back why it was not taken. Saying it twice would be
	 * worse than not at all, so it is sent once.
	 */
	async say(text: string, to: Channel = 'table'): Promise<Refusal | null> {
		const answer = await api
			.post('/api/tables/{id}/talk', { path: this.path, body: { text, to } })
			.catch(() => null);
		if (answer?.response?.ok) return null;
		return new Refusal(answer?.response?.status ?? 0, (answer?.error as object) ?? {});
	}

	/** Shows the others a plan; none takes it away. */
	async plan(seat: number, moves: string[]): Promise<void> {
		await api.post('/api/tables/{id}/ghost', { path: this.path, body: { seat, moves } }).catch(() => null);
	}
}
