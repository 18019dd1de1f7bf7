// A map game that is over, ready to be shown.

import type { Table } from '../../../gen/api';
import { type Film, film } from '../../../replay/film.ts';
import type { TableGame } from '../parts.ts';
import MapReplay from './MapReplay.svelte';
import { MapReel } from './reel.svelte.ts';

export function filmOf(record: Table, game: TableGame): Film {
	return film(new MapReel(record, game), MapReplay);
}
