// The code that the replay of a map game needs.

import type { Table } from '../../../gen/api.ts';
import { bundle, type ReplayBundle } from '../../../replay/bundle.ts';
import type { TableGame } from '../model/parts.ts';
import MapReplay from './MapReplay.svelte';
import { MapReplayPlayer } from './player.svelte.ts';

export function bundleOf(record: Table, game: TableGame): ReplayBundle {
	return bundle(new MapReplayPlayer(record, game), MapReplay);
}
