// What this browser keeps of the games on this device: of each what it is, and its entries, which are all that it takes
// to go on. No position is kept.

import { Refusal } from '../api/refusal.ts';
import type { Over, Table } from '../gen/api.ts';

/** A game on this device. */
export interface Kept {
	id: string;
	game: string;
	/** What was chosen for it. */
	settings: Record<string, string>;
	/** By seat: the level of its bot, or nothing where the person plays it. */
	bots: string[];
	pace: Table['botPace'];
	/** Who played, as far as was known. */
	person: { id: string; name: string };
	created: number;
	updated: number;
	/** How many moves stand. */
	made: number;
	over?: Over;
	/** The table of the server that the game is now. */
	taken?: string;
	/** The table of the server that it was taken along from, and how many of its entries were written there. */
	from?: { table: string; entries: number };
}

const name = 'theriac';
const version = 1;

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
	opened ??= new Promise((done, failed) => {
		const request = indexedDB.open(name, version);
		request.onupgradeneeded = () => {
			request.result.createObjectStore('games', { keyPath: 'id' });
			request.result.createObjectStore('entries');
		};
		request.onsuccess = () => done(request.result);
		request.onerror = () => failed(request.error);
	});
	return opened;
}

/** Does something with both stores at once: all of it, or nothing. */
async function both<T>(
	mode: IDBTransactionMode,
	work: (games: IDBObjectStore, entries: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
	const change = (await open()).transaction(['games', 'entries'], mode);
	const request = work(change.objectStore('games'), change.objectStore('entries'));
	return new Promise((done, failed) => {
		change.oncomplete = () => done(request.result);
		change.onabort = () => failed(change.error ?? request.error ?? new DOMException('refused', 'AbortError'));
	});
}

/** The entries of a game are at its id and their number. */
const all = (id: string) => IDBKeyRange.bound([id, 0], [id, Number.MAX_SAFE_INTEGER]);

/** All games, the one that was played last first. */
export async function list(): Promise<Kept[]> {
	const games = (await both('readonly', (games) => games.getAll())) as Kept[];
	return games.sort((a, b) => b.updated - a.updated);
}

export function find(id: string): Promise<Kept | undefined> {
	return both('readonly', (games) => games.get(id));
}

export function entriesOf(id: string): Promise<string[]> {
	return both('readonly', (_, entries) => entries.getAll(all(id)));
}

/**
 * Writes entries, the first of which has the number `from`, and what the game is now. It fails where another tab has
 * written one of them, or has taken the game to the server: then the game went on there.
 */
export async function append(game: Kept, from: number, fresh: readonly string[]): Promise<void> {
	await both('readwrite', (games, entries) => {
		const before: IDBRequest<Kept | undefined> = games.get(game.id);
		before.onsuccess = () => {
			if (before.result?.taken) {
				before.transaction?.abort();
				return;
			}
			fresh.forEach((entry, i) => {
				entries.add(entry, [game.id, from + i]);
			});
			games.put(game);
		};
		return before;
	});
}

/** Notes something about a game, and gives back what is kept of it now. */
export async function mark(id: string, note: Partial<Kept>): Promise<Kept> {
	let now: Kept | undefined;
	await both('readwrite', (games) => {
		const before: IDBRequest<Kept | undefined> = games.get(id);
		before.onsuccess = () => {
			if (!before.result) return;
			now = { ...before.result, ...note };
			games.put(now);
		};
		return before;
	});
	if (!now) throw new Refusal(404, { id: 'no-such-table' });
	return now;
}

export async function remove(id: string): Promise<void> {
	await both('readwrite', (games, entries) => {
		games.delete(id);
		return entries.delete(all(id));
	});
}
