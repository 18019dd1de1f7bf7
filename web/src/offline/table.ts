// A table on this device that is open in this tab: its game runs in a worker, its entries are kept before anybody sees
// them, and the bots move at their pace while somebody looks. Another tab may have the same table open: then the one
// that opened it first lets the bots move, and both follow what was written.

import { newDeviceId } from '../api/device.ts';
import { Refusal } from '../api/refusal.ts';
import type { Reason, Table, Update } from '../gen/api.ts';
import { t } from '../i18n/words.svelte.ts';
import { go } from '../router.svelte.ts';
import { fileOf, keep } from './keep.ts';
import { append, entriesOf, find, type Kept } from './store.ts';
import { type Answered, type GameThread, threadOf } from './thread.ts';

/** How long bots wait after the last move, in milliseconds, as at a server. */
const paces: Record<Table['botPace'], number> = { 'at-once': 0, fast: 400, normal: 1200, slow: 2500 };
/** How long a bot thinks at most about its own move, and about a word in between, for which nobody waits. */
const thinking = { own: 3000, between: 250 };
/** How long a table stays open that nobody looks at. */
const idle = 20_000;

/** What the game's file says about its game. */
interface About {
	revision: number;
	settings: Record<string, string>;
	seats: number[];
	person: number[];
	thinking: number[];
	teams: number[][];
	over: boolean;
}

/** What somebody who looks is told: the name of an event, and its data. */
export type Listener = (event: string, data: string) => void;

/** How a game on this device begins. */
export type Beginning = Pick<Kept, 'game' | 'settings' | 'bots' | 'pace' | 'person'>;

const open = new Map<string, Promise<DeviceTable>>();
const tabs = () => new BroadcastChannel('theriac.device');

/** Lets other tabs look again at a game whose entries did not change. */
export function tellTabs(id: string): void {
	const others = tabs();
	others.postMessage({ id, n: Number.POSITIVE_INFINITY });
	others.close();
}

/** A table that is kept here, opened once for this tab. */
export function openTable(id: string): Promise<DeviceTable> {
	const there = open.get(id);
	if (there) return there;
	const made = DeviceTable.resume(id);
	open.set(id, made);
	made.catch(() => open.delete(id));
	return made;
}

/** Begins a game, and gives back its id. */
export async function beginTable(beginning: Beginning): Promise<string> {
	const table = await DeviceTable.begin(beginning);
	open.set(table.id, Promise.resolve(table));
	return table.id;
}

/** Forgets a table that is open here. */
export async function closeTable(id: string): Promise<void> {
	(await open.get(id)?.catch(() => null))?.close();
}

export class DeviceTable {
	private kept: Kept;
	private readonly thread: GameThread;
	/** The number of the newest entry. */
	private n = -1;
	private about: About | null = null;
	/** What is done to the game, one after another. */
	private line: Promise<unknown> = Promise.resolve();
	private readonly listeners = new Map<Listener, number>();
	private readonly tabs = tabs();
	private readonly gone = new AbortController();
	private closing: ReturnType<typeof setTimeout> | undefined;
	/** This tab lets the bots move. */
	private leads = false;
	private running = false;
	/** When the last move was made. */
	private moved = 0;

	private constructor(kept: Kept) {
		this.kept = kept;
		this.thread = threadOf(fileOf(kept.game));
		this.tabs.onmessage = ({ data }: MessageEvent<{ id: string; n: number }>) => {
			if (data.id === this.id && data.n > this.n)
				this.inLine(() => this.refold()).then(
					() => this.tell(),
					() => this.close(), // it is no longer here
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
		void navigator.storage?.persist?.().catch(() => false); // a browser that is short of space forgets others first
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

	/** Reads the game again from what is kept. */
	private async refold(): Promise<void> {
		const entries = await entriesOf(this.id);
		const kept = await find(this.id);
		if (!kept || entries.length === 0) throw new Refusal(404, { id: 'no-such-table' });
		if (kept.taken) {
			// It goes on at the server, and so does who looks at it here.
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

	/** Reads what the game's file says about its game now. */
	private async learn(): Promise<void> {
		this.about = JSON.parse((await this.thread.ask('about')).said);
	}

	/** Keeps what was written, and says what was said. */
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
				// Another tab was first, or there is no room: what is kept is how the game stands.
				await this.refold();
				const full = thrown instanceof DOMException && thrown.name === 'QuotaExceededError';
				throw new Refusal(409, { id: full ? 'device-full' : 'stale-question' });
			}
			this.tabs.postMessage({ id: this.id, n: this.n });
		}
		if (refused) throw new Refusal(refused.id === 'no-such-move' ? 404 : 409, refused);
		return said;
	}

	/** Does something once everything before it is done. */
	private inLine<T>(work: () => Promise<T>): Promise<T> {
		const done = this.line.then(work);
		this.line = done.catch(() => null);
		return done;
	}

	/** Asks the game's file, keeps what it wrote, and tells who looks. */
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

	/** The record of the table, as a server has it. */
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

	/** How many seats there are, as the set of all of them. */
	get everybody(): number {
		return (1 << (this.about?.seats.length ?? 0)) - 1;
	}

	/** What a new table with the same people begins with. */
	get again(): Beginning {
		const { game, settings, bots, pace, person } = this.kept;
		return { game, settings, bots, pace, person };
	}

	/** Somebody looks, who has seen what is up to an entry; they are told everything from then on. */
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

	/** Tells everybody who looks what is new. */
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

	/** Lets the bots of this table move from this tab, once no other one does. */
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
			.catch(() => null); // the table was closed before
	}

	/** Lets the bots move until a person is asked, for as long as somebody looks. */
	private async run(): Promise<void> {
		if (this.running || !this.leads) return;
		this.running = true;
		try {
			while (this.listeners.size > 0 && !this.about?.over) {
				const owing = this.about?.thinking ?? [];
				this.say('thinking', { seats: owing });
				const n = this.n;
				await pause(this.moved + paces[this.kept.pace] - performance.now());
				if (this.n !== n) continue; // the person moved meanwhile
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
			// Another tab went on with the game; it tells when.
		} finally {
			this.running = false;
		}
	}

	/** Closes itself once nobody has looked for a while. */
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

/** A key of chance. */
function key(): string {
	return Array.from(crypto.getRandomValues(new Uint8Array(32)), (b) => b.toString(16).padStart(2, '0')).join(
		'',
	);
}

/** The team of somebody whose seats are all in one. */
function teamOf(teams: readonly number[][], mine: readonly number[]): number | undefined {
	const team = teams.findIndex((seats) => mine.every((seat) => seats.includes(seat)));
	return team < 0 || mine.length === 0 ? undefined : team;
}
