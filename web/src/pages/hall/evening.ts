// When people meet in the hall, as the player's clock shows it.

import type { EveningHour } from '../../gen/api.ts';

const minute = 60_000;

/** How long before its hour people wait for an evening in the hall. */
export const door = 10 * minute;
/** How often the page tells the server that its player waits, and how often it asks for their table. */
const often = 20_000;
const soon = 2000;

/** Returns the word for a day; empty if only its date tells which one it is. */
export function dayOf(at: Date, now: Date): 'tonight' | 'today' | 'tomorrow' | '' {
	const days = [0, 1].map((n) =>
		new Date(now.getFullYear(), now.getMonth(), now.getDate() + n).toDateString(),
	);
	const which = days.indexOf(at.toDateString());
	if (which === 0) return at.getHours() >= 17 ? 'tonight' : 'today';
	return which === 1 ? 'tomorrow' : '';
}

/** Returns how long after the last sign of the player the next one is due; Infinity before the door opens. */
export function pauseAt(at: number, now: number): number {
	if (now < at - door) return Number.POSITIVE_INFINITY;
	return now < at ? often : soon;
}

/** Reports whether a time is in the hour that begins at another time. */
export function isHourOf(hour: string, at: string): boolean {
	const since = Date.parse(at) - Date.parse(hour);
	return since >= 0 && since < 60 * minute;
}

/** Returns the hours as heights from 0 to 1; none if no person is known to come at any of them. */
export function heights(hours: readonly EveningHour[]): { at: string; people: number; height: number }[] {
	const most = Math.max(...hours.map(({ people }) => people));
	return most > 0 ? hours.map(({ at, people }) => ({ at, people, height: people / most })) : [];
}
