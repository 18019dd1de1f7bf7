// The links of a table are told once, to whoever made them. This browser keeps them so
// that they can be shown again after a reload, and forgets them when it sees that the
// game is over, or after a month.

import type { Links } from '../gen/api.ts';

/** The links that this browser knows: the invitation, and those of seats. */
export interface KnownLinks {
	invite?: string;
	seats: Record<number, string>;
}

const prefix = 'theriac.links.';
const place = (table: string) => prefix + table;
/** How long the links of a table that one never came back to are kept, in ms. */
const month = 30 * 86_400_000;

/** The links of a table that were told in this browser. */
export function linksOf(table: string): KnownLinks {
	try {
		const kept: Partial<KnownLinks> = JSON.parse(localStorage.getItem(place(table)) ?? '{}');
		return { invite: kept.invite, seats: kept.seats ?? {} };
	} catch {
		return { seats: {} };
	}
}

/** Keeps links of a table; new ones replace those before. */
export function keepLinks(table: string, links: Partial<KnownLinks>): KnownLinks {
	const before = linksOf(table);
	const now = { invite: links.invite ?? before.invite, seats: { ...before.seats, ...links.seats } };
	try {
		localStorage.setItem(place(table), JSON.stringify({ ...now, at: Date.now() }));
		sweep();
	} catch {
		// A browser that keeps nothing shows them until the page is left.
	}
	return now;
}

/** Keeps what a new table was answered with. */
export function keepReceived(table: string, told: Links | undefined): void {
	if (!told) return;
	keepLinks(table, {
		invite: told.invite,
		seats: Object.fromEntries((told.seats ?? []).map((s) => [s.seat, s.link])),
	});
}

/** Forgets what is older than a month, and what does not say how old it is. */
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

/** Forgets the links of a table that is over. */
export function forgetLinks(table: string): void {
	try {
		localStorage.removeItem(place(table));
	} catch {
		// then there is nothing to forget
	}
}
