// A table on this device that is open in this tab. Its game runs in a worker. Log entries are stored before
// any watcher gets them, and bots move at their pace while a page watches. If several tabs have the table
// open, only the first lets the bots move; all tabs follow the stored entries.

import { newDeviceId } from '../api/device.ts';
import { Refusal } from '../api/refusal.ts';
import type { Reason, Table, Update } from '../gen/api.ts';
import { t } from '../i18n/words.svelte.ts';
import { go } from '../router.svelte.ts';
import { fileOf, keep } from './keep.ts';
import { append, type DeviceGame, entriesOf, find } from './store.ts';
import { type Answered, type GameThread, threadOf } from './thread.ts';

/** How long bots wait after the last move, in milliseconds; a server has the same values. */
const paces: Record<Table['botPace'], number> = { 'at-once': 0, fast: 400, normal: 1200, slow: 2500 };
/**
 * The time limits of a bot's thinking, in ms: for a move in its turn, and for a choice out of turn, for
 * which players should not have to wait.
 */
const thinking = { own: 3000, between: 250 };
/** How long a table stays open without a watcher, in ms. */
const idle = 20_000;

/** The state of the game, as its WebAssembly program reports it. */
interface About {
	revision: number;
	settings: Record<string, string>;
	seats: number[];
	person: number[];
	thinking: number[];
	teams: number[][];
	over: boolean;
}

/** Receives an event of the table, by name and with its data. */
type Listener = (event: string, data: string) => void;

/** The set-up of a new game on this device. */
export type Beginning = Pick<DeviceGame, 'game' | 'settings' | 'bots' | 'pace' | 'person'>;

const open = new Map<string, Promise<DeviceTable>>();
const tabs = () => new BroadcastChannel('theriac.device');

/** Makes other tabs reload a game's record although its entries have not changed. */
export function tellTabs(id: string): void {
	const others = tabs();
	others.postMessage({ id, n: Number.POSITIVE_INFINITY });
	others.close();
}

/** Opens a stored table; further calls in this tab return the same table. */
export function openTable(id: string): Promise<DeviceTable> {
	const there = open.get(id);
	if (there) return there;
	const made = DeviceTable.resume(id);
	open.set(id, made);
	made.catch(() => open.delete(id));
	return made;
}

/** Stores a new game and returns its id. */
export async function beginTable(beginning: Beginning): Promise<string> {
	const table = await DeviceTable.begin(beginning);
	open.set(table.id, Promise.resolve(table));
	return table.id;
}

/** Closes a table that is open in this tab. */
export async function closeTable(id: string): Promise<void> {
	(await open.get(id)?.catch(() => null))?.close();
}

export class DeviceTable {
	private kept: DeviceGame;
	private readonly thread: GameThread;
	/** The number of the newest entry; -1 if there is none. */
	private n = -1;
	private about: About | null = null;
	/** Settles when all operations queued so far are done; they run one after another. */
	private line: Promise<unknown> = Promise.resolve();
	private readonly listeners = new Map<Listener, number>();
	private readonly tabs = tabs();
	private readonly gone = new AbortController();
	private closing: ReturnType<typeof setTimeout> | undefined;
	/** Whether this tab moves the bots. */
	private leads = false;
	private running = false;
	/** The time of the last move. */
	private moved = 0;

	private constructor(kept: DeviceGame) {
		this.kept = kept;
		this.thread = threadOf(fileOf(kept.game));
		this.tabs.onmessage = ({ data }: MessageEvent<{ id: string; n: number }>) => {
			if (data.id === this.id && data.n > this.n)
				this.inLine(() => this.refold()).then(
					() => this.tell(),
					() => this.close(), // close the table if the game was deleted
				);
		};
		this.rest();
	}

	get id(): string {
		return this.kept.id;
	}

	static async begin(beginning: Beginning): Promise<DeviceTable> {
		await keep(beginning.game);
		const now = Date.now();
		const table = new DeviceTable({ ...beginning, id: newDeviceId(), created: now, updated: now, made: 0 });
		const { id, kept } = table;
		try {
			await table.write(await table.thread.ask('begin', id, kept.settings, key(), key(), kept.bots, now));
		} catch (thrown) {
			table.close();
			throw thrown;
		}
		void navigator.storage?.persist?.().catch(() => false); // with this permission, a browser that is short of space evicts other data first
		return table;
	}

	static async resume(id: string): Promise<DeviceTable> {
		const kept = await find(id);
		if (!kept) throw new Refusal(404, { id: 'no-such-table' });
		const table = new DeviceTable(kept);
		try {
			await table.refold();
		} catch (thrown) {
			table.close();
			throw thrown;
		}
		return table;
	}

	/** Loads the game again from its stored entries. */
	private async refold(): Promise<void> {
		const entries = await entriesOf(this.id);
		const kept = await find(this.id);
		if (!kept || entries.length === 0) throw new Refusal(404, { id: 'no-such-table' });
		if (kept.taken) {
			// The game has moved to the server, and this page follows it to its new address.
			const { pathname } = location;
			if (pathname.includes(this.id)) go(pathname.replace(this.id, kept.taken), true);
			throw new Refusal(404, { id: 'no-such-table' });
		}
		const { refused } = await this.thread.ask('resume', kept.from?.table ?? this.id, entries, kept.bots);
		if (refused) throw new Refusal(404, { id: 'damaged' });
		this.kept = kept;
		this.n = entries.length - 1;
		await this.learn();
	}

	/** Reads the game's state from an answer of its program. */
	private async learn(): Promise<void> {
		this.about = JSON.parse((await this.thread.ask('about')).said);
	}

	/** Stores the new log entries in an answer of the program, and returns the answer's result. */
	private async write({ said, fresh, refused }: Answered): Promise<string> {
		if (fresh.length > 0) {
			const from = this.n + 1;
			this.n += fresh.length;
			await this.learn();
			const { made, over }: Update = JSON.parse((await this.thread.ask('update', this.n)).said);
			this.kept = { ...this.kept, updated: Date.now(), made, over };
			this.moved = performance.now();
			try {
				await append(this.kept, from, fresh);
			} catch (thrown) {
				// Either another tab stored an entry first, or the storage is full. The game is loaded again from the
				// stored entries.
				await this.refold();
				const full = thrown instanceof DOMException && thrown.name === 'QuotaExceededError';
				throw new Refusal(409, { id: full ? 'device-full' : 'stale-question' });
			}
			this.tabs.postMessage({ id: this.id, n: this.n });
		}
		if (refused) throw new Refusal(refused.id === 'no-such-move' ? 404 : 409, refused);
		return said;
	}

	/** Runs an operation after all operations that were queued before it. */
	private inLine<T>(work: () => Promise<T>): Promise<T> {
		const done = this.line.then(work);
		this.line = done.catch(() => null);
		return done;
	}

	/** Calls the game's program, stores the entries that it makes, and informs the watchers. */
	async ask(...args: unknown[]): Promise<string> {
		this.rest();
		const before = this.n;
		try {
			return await this.inLine(async () => this.write(await this.thread.ask(...args)));
		} finally {
			if (this.n !== before) {
				await this.tell();
				void this.run();
			}
		}
	}

	/** Returns the table's record in the form that a server sends. */
	record(): Table {
		const { id, game, settings, bots, pace, person, created, updated, over } = this.kept;
		const { revision, seats = [], person: mine = [], teams = [], ...about } = this.about ?? ({} as About);
		const at = (ms: number) => new Date(ms).toISOString();
		return {
			id,
			game,
			revision,
			settings: about.settings ?? settings,
			title: t('web.device.games'),
			created: at(created),
			started: at(created),
			updated: at(updated),
			finished: over ? at(updated) : undefined,
			status: over ? 'finished' : 'playing',
			outcome: over,
			seats: seats.map((seat) => ({
				seat,
				id: String(seat),
				...(mine.includes(seat) ? { holder: person } : { bot: { level: bots[seat] ?? '' } }),
			})),
			teams: teams.length > 0 ? teams : undefined,
			you: { host: false, seats: mine, watch: 'nobody', team: teamOf(teams, mine) },
			advice: 'never',
			botPace: pace,
			clock: { kind: 'slow' },
			onePerson: false,
			public: false,
			watch: 'nobody',
		};
	}

	/** Returns the bit set that contains all seats. */
	get everybody(): number {
		return (1 << (this.about?.seats.length ?? 0)) - 1;
	}

	/** Returns the set-up for a new table with the same game and players. */
	get again(): Beginning {
		const { game, settings, bots, pace, person } = this.kept;
		return { game, settings, bots, pace, person };
	}

	/** Adds a watcher who has seen the entries up to `after`. The watcher then gets every later event. */
	async follow(listener: Listener, after: number): Promise<() => void> {
		listener('table', JSON.stringify(this.record()));
		listener('presence', JSON.stringify({ seats: this.about?.person ?? [], watchers: 0 }));
		await this.inLine(async () => {
			listener('update', await this.update(after));
			this.listeners.set(listener, this.n);
		});
		this.rest();
		this.lead();
		void this.run();
		return () => {
			this.listeners.delete(listener);
			this.rest();
		};
	}

	private async update(after: number): Promise<string> {
		return (await this.thread.ask('update', Math.min(after, this.n))).said;
	}

	/** Sends the watchers the entries that they have not seen yet. */
	private tell(): Promise<void> {
		return this.inLine(async () => {
			for (const [listener, seen] of this.listeners) {
				if (seen === this.n) continue;
				listener('update', await this.update(seen));
				this.listeners.set(listener, this.n);
				if (this.kept.over) listener('table', JSON.stringify(this.record()));
			}
		});
	}

	private say(event: string, data: unknown): void {
		for (const listener of this.listeners.keys()) listener(event, JSON.stringify(data));
	}

	/** Makes this tab move the bots as soon as no other tab does. */
	private lead(): void {
		if (this.leads) return;
		if (!navigator.locks) {
			this.leads = true;
			return;
		}
		const wait = { signal: this.gone.signal };
		void navigator.locks
			.request(`theriac.table.${this.id}`, wait, () => {
				this.leads = true;
				void this.run();
				return new Promise<void>((done) => this.gone.signal.addEventListener('abort', () => done()));
			})
			.catch(() => null); // the table was closed while it waited
	}

	/** Lets the bots move until it is a person's turn, as long as a page watches. */
	private async run(): Promise<void> {
		if (this.running || !this.leads) return;
		this.running = true;
		try {
			while (this.listeners.size > 0 && !this.about?.over) {
				const owing = this.about?.thinking ?? [];
				this.say('thinking', { seats: owing });
				const n = this.n;
				await pause(this.moved + paces[this.kept.pace] - performance.now());
				if (this.n !== n) continue; // discard the bot's move, since the person has moved meanwhile
				const most = owing.length > 0 ? thinking.own : thinking.between;
				const said = await this.inLine(async () =>
					this.write(await this.thread.ask('play', Date.now(), most)),
				);
				const { moved, reason }: { moved: boolean; reason?: Reason } = JSON.parse(said);
				await this.tell();
				if (reason) this.say('reason', reason);
				if (!moved && this.n === n) break;
			}
			this.say('thinking', { seats: [] });
		} catch {
			// An error means that another tab has continued the game. The watchers learn of it from that tab.
		} finally {
			this.running = false;
		}
	}

	/** Closes the table after it has had no watcher for some time. */
	private rest(): void {
		clearTimeout(this.closing);
		if (this.listeners.size === 0) this.closing = setTimeout(() => this.close(), idle);
	}

	close(): void {
		clearTimeout(this.closing);
		this.gone.abort();
		this.listeners.clear();
		this.tabs.close();
		this.thread.close();
		open.delete(this.id);
	}
}

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, Math.max(ms, 0)));

/** Makes a random idempotency key. */
function key(): string {
	return Array.from(crypto.getRandomValues(new Uint8Array(32)), (b) => b.toString(16).padStart(2, '0')).join(
		'',
	);
}

/** Returns the team to which all of a person's seats belong; undefined if they belong to more than one. */
function teamOf(teams: readonly number[][], mine: readonly number[]): number | undefined {
	const team = teams.findIndex((seats) => mine.every((seat) => seats.includes(seat)));
	return team < 0 || mine.length === 0 ? undefined : team;
}
