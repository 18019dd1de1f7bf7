// Whose dealing was seen in this browser: it is shown once at each table.

import { settings } from '../../../settings.svelte.ts';
import type { PlayerSession } from '../session.svelte.ts';

const place = 'theriac.dealt';
/** So many tables are kept in mind. */
const most = 30;

function seen(): string[] {
	try {
		return JSON.parse(localStorage.getItem(place) ?? '[]');
	} catch {
		return [];
	}
}

/** Whether somebody who sits here should see how the game begins. */
export function isDealt({ live, position }: Pick<PlayerSession, 'live' | 'position'>): boolean {
	const { record, update, mine, steps } = live;
	return (
		settings.playback !== 'none' &&
		mine.length > 0 &&
		!record?.lesson &&
		!record?.puzzle &&
		update?.over === undefined &&
		position !== null &&
		// Others may have begun already: it is the first round, and nothing was played here.
		position.turn <= position.seats.length &&
		!steps.some((step) => step.plays?.some((p) => p.move !== undefined && mine.includes(p.seat ?? -1))) &&
		position.seats.every((s) => s.role) &&
		!seen().includes(live.id)
	);
}

/** Notes that it was shown. */
export function keepDealt(table: string): void {
	try {
		localStorage.setItem(place, JSON.stringify([table, ...seen()].slice(0, most)));
	} catch {
		// A browser that keeps nothing shows it again after a reload in the first turn.
	}
}
