// Remembers in this browser what the player last saw at each table, for a limited number of tables.

const place = 'theriac.seen';
const most = 60;

/** What the player last saw at a table: a log entry, and a message of each chat channel. */
export interface Seen {
	n: number;
	said: number;
	/** The last message seen in the team's channel. */
	team?: number;
}

type Stored = Record<string, Seen & { at: number }>;

function all(storage: Storage): Stored {
	try {
		return JSON.parse(storage.getItem(place) ?? '{}');
	} catch {
		return {}; // unreadable data counts as nothing seen
	}
}

/** Returns what the player last saw of a table; null if this browser has never shown it. */
export function recallSeen(table: string, storage: Storage): Seen | null {
	return all(storage)[table] ?? null;
}

/** Stores what the player saw. If there are too many tables, those visited longest ago are dropped. */
export function keepSeen(table: string, seen: Partial<Seen>, at: number, storage: Storage): void {
	const kept = all(storage);
	const before: Seen = kept[table] ?? { n: -1, said: 0 };
	kept[table] = {
		n: Math.max(before.n, seen.n ?? -1),
		said: Math.max(before.said, seen.said ?? 0),
		team: Math.max(before.team ?? 0, seen.team ?? 0),
		at,
	};
	const rows = Object.entries(kept).sort(([, a], [, b]) => b.at - a.at);
	try {
		storage.setItem(place, JSON.stringify(Object.fromEntries(rows.slice(0, most))));
	} catch {
		// If storage is unavailable, the player counts as having missed nothing.
	}
}
