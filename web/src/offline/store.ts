// Stores the games on this device in the browser: a record of each game, and its log entries. A game can be
// continued from its entries, so positions are not stored.

import { Refusal } from '../api/refusal.ts';
import type { Over, Table } from '../gen/api.ts';

/** The stored record of a game on this device. */
export interface DeviceGame {
	id: string;
	game: string;
	/** The options that were chosen for the game. */
	settings: Record<string, string>;
	/** For each seat, the level of its bot; undefined if the person plays it. */
	bots: string[];
	pace: Table['botPace'];
	/** The person who plays, as known when the game began. */
	person: { id: string; name: string };
	created: number;
	updated: number;
	/** The number of moves that were not taken back. */
	made: number;
	over?: Over;
	/** The id of the server's table to which the game has moved. */
	taken?: string;
	/**
	 * The server's table from which the game was moved to this device, and how many of its entries the server
	 * had written.
	 */
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

/** Runs a transaction on both stores: either all of it succeeds, or nothing changes. */
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

/** Returns the range of keys of a game's entries; a key is the game's id and the entry's number. */
const all = (id: string) => IDBKeyRange.bound([id, 0], [id, Number.MAX_SAFE_INTEGER]);

/** Returns all games, the one played most recently first. */
export async function list(): Promise<DeviceGame[]> {
	const games = (await both('readonly', (games) => games.getAll())) as DeviceGame[];
	return games.sort((a, b) => b.updated - a.updated);
}

export function find(id: string): Promise<DeviceGame | undefined> {
	return both('readonly', (games) => games.get(id));
}

export function entriesOf(id: string): Promise<string[]> {
	return both('readonly', (_, entries) => entries.getAll(all(id)));
}

/**
 * Stores entries, numbered from `from`, and the game's new record. It fails if another tab has stored one of
 * these entries, or has moved the game to the server.
 */
export async function append(game: DeviceGame, from: number, fresh: readonly string[]): Promise<void> {
	await both('readwrite', (games, entries) => {
		const before: IDBRequest<DeviceGame | undefined> = games.get(game.id);
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

/** Updates a game's record and returns it. */
export async function mark(id: string, note: Partial<DeviceGame>): Promise<DeviceGame> {
	let now: DeviceGame | undefined;
	await both('readwrite', (games) => {
		const before: IDBRequest<DeviceGame | undefined> = games.get(id);
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
