// Decides which screen a table's page shows: the lobby, the game, or why neither can be shown.

import type { LiveTable } from './live.svelte.ts';

export type Obstacle =
	| 'missing'
	| 'not-seated'
	| 'banned'
	| 'removed-here'
	| 'suspended'
	| 'taken-down'
	| 'closed'
	| 'gone'
	| 'down'
	| 'offline'
	| 'unknown-game'
	| 'broken';
export type Screen = 'opening' | 'lobby' | 'game' | Exclude<Obstacle, 'broken'>;

/** The parts of a table's state on which the choice of the screen depends. */
export type Known = Pick<LiveTable, 'record' | 'update' | 'connection' | 'turnedAway'>;

export function screenOf(live: Known, online: boolean, games: readonly string[]): Screen {
	const { record, connection, turnedAway } = live;
	if (connection === 'missing' || connection === 'gone') {
		switch (turnedAway?.id) {
			case 'taken-down':
			case 'banned':
			case 'removed-here':
			case 'suspended':
			case 'not-seated':
				return turnedAway.id;
			default:
				return connection;
		}
	}
	if (!record) {
		if (!online) return 'offline';
		return connection === 'down' ? 'down' : 'opening';
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
