// One table as it is now: its record, the game as far as this browser may know it, the chat, and who is
// connected. It follows the table's stream while it is open, and reconnects whenever the stream breaks.
//
// It knows no rules: the moves are texts that the server listed.

import { insist, newKey } from '../api/ask.ts';
import { type Answered, api } from '../api/client.ts';
import { Refusal, refusalOf } from '../api/refusal.ts';
import { dropAhead, follow, type ServerEvent, streamOf } from '../api/stream.ts';
import type { Done, Ghost, Player, Presence, Reason, Said, Step, Table, Update } from '../gen/api.ts';
import { isOlder } from './older.ts';
import type { Room } from './rooms.ts';
import { takeSlot, wantSlot } from './slots.ts';

/**
 * The state of the connection. It is `opening` at first, then `live`; `lost` while reconnecting, and `down`
 * after a longer failure. It is `gone` if the person may no longer follow the table, and `missing` if the
 * table does not exist for this person.
 */
type Connection = 'opening' | 'live' | 'lost' | 'down' | 'gone' | 'missing';

/** An update with its log entries, for components that animate it. */
export type News = { update: Update; steps: Step[] };

/** Whose sheet a player opens, and by which chat message, if it was by one. */
export interface Meeting {
	person: Player;
	line?: Said;
}

/** What those present can decide together. */
type Decidable = 'bot' | 'pause' | 'resume' | 'end';

/** What a table needs from the guide of a lesson (learn/guide.svelte.ts). */
interface TableGuide {
	/** Reports whether the lesson allows this legal move at its present step. */
	offers(seat: number, move: string): boolean;
	/** The cities and other places that the lesson highlights. */
	places: readonly string[];
	/** Returns the record as the learner should see it, with the guide's name on its seats. */
	seated(record: Table): Table;
}

export class LiveTable {
	readonly id: string;
	record = $state.raw<Table | null>(null);
	update = $state.raw<Update | null>(null);
	/** The log entries received, oldest first; the complete log once `whole` is true. */
	steps = $state.raw<Step[]>([]);
	whole = $state(false);
	private said = $state.raw<Said[]>([]);
	/** Reports whether this player does not read a message (PeopleLayer.svelte). */
	hushes = $state.raw<(said: Said) => boolean>(() => false);
	/** The chat, without what this player does not read. */
	talk: readonly Said[] = $derived(this.said.filter((said) => !this.hushes(said)));
	/** Opens a person's sheet; null if the table has none, as in a replay. */
	meet = $state.raw<((whom: Meeting) => void) | null>(null);
	/** The bot's seat whose sheet is open, for a person who may take it; null if none is. */
	joining = $state<number | 'any' | null>(null);
	presence = $state.raw<Presence>({ seats: [], watchers: 0 });
	/** The seats whose bots are thinking. */
	thinking = $state.raw<readonly number[]>([]);
	/** The reasons for bots' moves that this browser has received, oldest first. */
	reasons = $state.raw<readonly Reason[]>([]);
	/** The plans that seats show on the board, as moves by seat. */
	ghosts = $state.raw<Record<number, string[]>>({});
	/** The guide, if the table is a lesson and the guide has loaded. */
	private guide = $state.raw<TableGuide | null>(null);
	connection = $state<Connection>('opening');
	/** Why the table is missing or closed to this person, if the server gave a reason. */
	turnedAway = $state.raw<Refusal | null>(null);
	/** The hash of the last intact entry, if the table's log is damaged after it. */
	damaged = $state<string | null>(null);
	/** The command that is waiting for the server's answer. */
	sending = $state<string | null>(null);
	/** Whether sending takes unusually long: the connection is lost, or the server is down. */
	delayed = $state(false);
	/** The last refusal; cleared by the next command. */
	refusal = $state.raw<Refusal | null>(null);

	private stop = new AbortController();
	/** Aborts the current stream. */
	private cut = new AbortController();
	private lastId: string | undefined;
	/** The time of the last message of the stream; the server's keep-alive comments count. */
	private heard = 0;
	private failures = 0;
	/** How many milliseconds the client must wait before its next request, if the server set a delay. */
	private retry: number | undefined;
	/** Whether the current stream has delivered nothing yet. */
	private fresh = true;
	/** Settles when all commands sent so far are done; commands run one after another. */
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

	/** Returns the legal moves of one of the person's seats; in a lesson, only those that the lesson allows. */
	movesOf(seat: number): string[] {
		const list = this.update?.moves?.find((m) => m.seat === seat)?.list ?? [];
		return this.record?.lesson ? list.filter((move) => this.guide?.offers(seat, move)) : list;
	}

	/** The cities and other places that the lesson highlights; none outside lessons. */
	get meant(): readonly string[] {
		return this.guide?.places ?? [];
	}

	/** Attaches the guide of a lesson. */
	teach(guide: TableGuide): void {
		this.guide = guide;
		if (this.record) this.record = guide.seated(this.record);
	}

	/** Returns the questions that one of the person's seats always passes. */
	standingOf(seat: number): string[] {
		return this.update?.moves?.find((m) => m.seat === seat)?.standing ?? [];
	}

	/** The person's seats that owe an answer. */
	get owed(): number[] {
		const q = this.update?.question;
		const asked = [...(q?.all ?? []), ...(q?.any ?? [])];
		return this.update?.over ? [] : asked.filter((s) => this.mine.includes(s));
	}

	/** Calls the listener with every update that brings news. */
	onNews(listener: (news: News) => void): () => void {
		this.listeners.add(listener);
		return () => this.listeners.delete(listener);
	}

	/** Opens the table and follows its updates until close is called. */
	async open(): Promise<void> {
		const { signal } = this.stop;
		const back = () => this.lookUp();
		window.addEventListener('online', back, { signal });
		document.addEventListener('visibilitychange', back, { signal });
		// When the network is lost, the stream seems open until it times out much later. So it is aborted
		// immediately.
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

	/** Follows the stream until it ends, and returns the state of the connection afterwards. */
	private async followOnce(wanted: AbortSignal): Promise<void> {
		this.cut = new AbortController();
		this.fresh = true;
		this.retry = undefined;
		const until = AbortSignal.any([this.stop.signal, this.cut.signal, wanted]);
		try {
			await follow(streamOf(this.id), this.lastId, until, this.take, () => {
				this.heard = performance.now();
			});
			this.failures++; // the next stream resets this with its first message
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

	/**
	 * Reconnects immediately, since the old stream may be dead. This is called when the page becomes visible
	 * again or the network returns.
	 */
	private lookUp(): void {
		if (!document.hidden && performance.now() - this.heard > 20_000) this.cut.abort();
		this.wake?.();
	}

	/** Stops following the table. */
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

	/**
	 * Shows the table of a response, unless the stream has brought a newer one since: a response may arrive after it.
	 */
	answered(record: Table): void {
		if (!this.record || !isOlder(record.updated, this.record.updated)) this.record = record;
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
				// No player can move at this table any more. The page explains why before a player tries.
				if (e.event === 'damaged') this.damaged = e.data;
				this.refusal = new Refusal(423, { id: e.event });
				break;
			case 'gone':
				this.turnedAway = new Refusal(403, JSON.parse(e.data));
				this.connection = 'gone';
				return;
			default: // the stream's end, or an event that only newer servers send
				return;
		}
		this.failures = 0;
		this.connection = 'live';
	};

	private hear(said: Said): void {
		if (!this.said.some((s) => s.at === said.at)) this.said = [...this.said, said];
	}

	/**
	 * Applies an update, unless it is older than the current state. The first update of a stream always
	 * counts: a person who has given up a seat knows less than before.
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

	/** Fetches the log entries before entry n, the first one that this browser received. */
	private async remember(n: number): Promise<void> {
		try {
			const past = await insist(() =>
				api.get('/api/tables/{id}/view', { path: this.path, query: { after: -1 } }),
			);
			const from = Math.min(this.steps[0]?.n ?? n + 1, n + 1);
			this.steps = [...(past.steps ?? []).filter((s) => s.n < from), ...this.steps];
			this.whole = true;
		} catch {
			// If the request fails, the log begins with the first entry that this browser received.
		}
	}

	/** Polls the server for updates while there is no stream. */
	private async readAfter(): Promise<void> {
		const answer = await api
			.get('/api/tables/{id}/view', { path: this.path, query: { after: this.update?.n } })
			.catch(() => null);
		if (answer?.data) this.learn(answer.data);
	}

	/**
	 * Sends a command and reports whether the server carried it out; `refusal` has the reason if not. During
	 * a request, one more command can wait. It is sent only if it is still valid when its time comes.
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

	/**
	 * Waits for the update that contains the command's result, so that the player does not move on the old
	 * position.
	 */
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
	 * Plays a legal move for one of the person's seats. A move that had to wait is sent only if it is still
	 * legal for the same kind of question. The second press of a double click is ignored.
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

	/** Takes moves back until `to` moves are left, or proposes this to the other players. */
	undo(to: number): Promise<boolean> {
		return this.command('undo', (key) =>
			api.post('/api/tables/{id}/undo', { path: this.path, body: { to, key } }),
		);
	}

	/** Agrees to a proposal of another player, or refuses it. */
	answer(agree: boolean): Promise<boolean> {
		return this.command(agree ? 'agree' : 'refuse', (key) =>
			api.post('/api/tables/{id}/answer', { path: this.path, body: { agree, key } }),
		);
	}

	/**
	 * Proposes to those present what a majority of them can decide: a bot for a seat, a pause, to resume, or to
	 * give the game up. If no other player has to agree, it happens immediately.
	 */
	propose(what: Decidable, seat?: number): Promise<boolean> {
		return this.command(what, (key) =>
			api.post('/api/tables/{id}/propose', { path: this.path, body: { what, seat, key } }),
		);
	}

	/** Sets which questions one of the person's seats always passes. */
	stand(seat: number, passes: string[]): Promise<boolean> {
		return this.command('standing', (key) =>
			api.put('/api/tables/{id}/standing', { path: this.path, body: { seat, passes, key } }),
		);
	}

	/**
	 * Sends a chat message to everyone, the team or other spectators, and returns why it was refused. A failed
	 * message is not retried, since sending it twice would be worse than not sending it.
	 */
	async say(text: string, to: Room = 'table'): Promise<Refusal | null> {
		const answer = await api
			.post('/api/tables/{id}/talk', { path: this.path, body: { text, to } })
			.catch(() => null);
		if (answer?.response?.ok) return null;
		return new Refusal(answer?.response?.status ?? 0, (answer?.error as object) ?? {});
	}

	/** Shows a seat's plan to the other players; an empty list removes it. */
	async plan(seat: number, moves: string[]): Promise<void> {
		await api.post('/api/tables/{id}/ghost', { path: this.path, body: { seat, moves } }).catch(() => null);
	}
}
