// Which room of a table is open: what there is to see, or what stands in the way.

import type { LiveTable } from './live.svelte.ts';

export type Obstacle =
	| 'missing'
	| 'not-seated'
	| 'banned'
	| 'taken-down'
	| 'closed'
	| 'gone'
	| 'down'
	| 'offline'
	| 'unknown-game'
	| 'broken';
export type Room = 'opening' | 'lobby' | 'game' | Exclude<Obstacle, 'broken'>;

/** What of a table decides which room it is. */
export type Known = Pick<LiveTable, 'record' | 'update' | 'reach' | 'turnedAway'>;

export function roomOf(live: Known, online: boolean, games: readonly string[]): Room {
	const { record, reach, turnedAway } = live;
	if (reach === 'missing' || reach === 'gone') {
		switch (turnedAway?.id) {
			case 'taken-down':
			case 'banned':
			case 'not-seated':
				return turnedAway.id;
			default:
				return reach;
		}
	}
	if (!record) {
		if (!online) return 'offline';
		return reach === 'down' ? 'down' : 'opening';
	}
	switch (record.status) {
		case 'gathering':
			return 'lobby';
		case 'closed':
		case 'taken-down':
			return record.status;
		default:
			if (!games.includes(record.game)) return 'unknown-game';
			return live.update ? 'game' : 'opening';
	}
}
