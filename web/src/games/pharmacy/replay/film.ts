// A pharmacy game that is over, ready to be shown.

import type { Table } from '../../../gen/api';
import { film, type ReplayBundle } from '../../../replay/film.ts';
import PharmacyReplay from './PharmacyReplay.svelte';
import { PharmacyReplayPlayer } from './reel.svelte.ts';

export function filmOf(record: Table): ReplayBundle {
	return film(new PharmacyReplayPlayer(record), PharmacyReplay);
}
