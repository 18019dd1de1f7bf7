// A map game that is over, ready to be shown.

import type { Table } from '../../../gen/api';
import { film, type ReplayBundle } from '../../../replay/film.ts';
import type { TableGame } from '../parts.ts';
import MapReplay from './MapReplay.svelte';
import { MapReplayPlayer } from './reel.svelte.ts';

export function filmOf(record: Table, game: TableGame): ReplayBundle {
	return film(new MapReplayPlayer(record, game), MapReplay);
}
