// Remembers the tables whose opening animation this browser has shown, so that it runs once per table.

import { settings } from '../../../settings.svelte.ts';
import type { PlayerSession } from '../session.svelte.ts';

const place = 'theriac.dealt';
/** The largest number of tables to remember. */
const most = 30;

function seen(): string[] {
	try {
		return JSON.parse(localStorage.getItem(place) ?? '[]');
	} catch {
		return [];
	}
}

/** Reports whether to show the player the animation of the game's start. */
export function isDealt({ live, position }: Pick<PlayerSession, 'live' | 'position'>): boolean {
	const { record, update, mine, steps } = live;
	return (
		settings.playback !== 'none' &&
		mine.length > 0 &&
		!record?.lesson &&
		!record?.puzzle &&
		update?.over === undefined &&
		position !== null &&
		// The game may have begun while this page was closed. The animation still runs in the first round,
		// before the player's first move.
		position.turn <= position.seats.length &&
		!steps.some((step) => step.plays?.some((p) => p.move !== undefined && mine.includes(p.seat ?? -1))) &&
		position.seats.every((s) => s.role) &&
		!seen().includes(live.id)
	);
}

/** Records that a table's opening animation was shown. */
export function keepDealt(table: string): void {
	try {
		localStorage.setItem(place, JSON.stringify([table, ...seen()].slice(0, most)));
	} catch {
		// If storage is unavailable, the animation runs again after a reload in the first round.
	}
}
