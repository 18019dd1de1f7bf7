// The server shows the links of a table once, to the person who made them. This browser stores them, to
// show them again after a reload, until the game is over or a month has passed.

import type { Links } from '../gen/api.ts';

/** The links that this browser stores for a table: the invitation, and those of seats. */
interface KnownLinks {
	invite?: string;
	seats: Record<number, string>;
}

const prefix = 'theriac.links.';
const place = (table: string) => prefix + table;
/** How long the browser stores the links of a table that is not opened again, in ms. */
const month = 30 * 86_400_000;

/** Returns the stored links of a table. */
export function linksOf(table: string): KnownLinks {
	try {
		const kept: Partial<KnownLinks> = JSON.parse(localStorage.getItem(place(table)) ?? '{}');
		return { invite: kept.invite, seats: kept.seats ?? {} };
	} catch {
		return { seats: {} };
	}
}

/**
 * Stores links of a table and returns all its links; a new link replaces the old one for the same purpose.
 */
export function keepLinks(table: string, links: Partial<KnownLinks>): KnownLinks {
	const before = linksOf(table);
	const now = { invite: links.invite ?? before.invite, seats: { ...before.seats, ...links.seats } };
	try {
		localStorage.setItem(place(table), JSON.stringify({ ...now, at: Date.now() }));
		sweep();
	} catch {
		// If storage is unavailable, the links are lost when the page closes.
	}
	return now;
}

/** Stores the links in the server's response about a new table. */
export function keepReceived(table: string, told: Links | undefined): void {
	if (!told) return;
	keepLinks(table, {
		invite: told.invite,
		seats: Object.fromEntries((told.seats ?? []).map((s) => [s.seat, s.link])),
	});
}

/** Drops links that are older than a month or have no date. */
function sweep(): void {
	for (const key of Object.keys(localStorage)) {
		if (key.startsWith(prefix) && Date.now() - keptAt(key) > month) localStorage.removeItem(key);
	}
}

function keptAt(key: string): number {
	try {
		return JSON.parse(localStorage.getItem(key) ?? '{}').at ?? 0;
	} catch {
		return 0;
	}
}

/** Drops the links of a table that is over. */
export function forgetLinks(table: string): void {
	try {
		localStorage.removeItem(place(table));
	} catch {
		// If storage is unavailable, no links are stored.
	}
}
