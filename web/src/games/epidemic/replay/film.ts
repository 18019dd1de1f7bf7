// A map game that is over, ready to be shown.

import type { Table } from '../../../gen/api';
import { type Film, film } from '../../../replay/film.ts';
import type { Game } from '../game.ts';
import MapReplay from './MapReplay.svelte';
import { MapReel } from './reel.svelte.ts';

export function filmOf(record: Table, game: Game): Film {
	return film(new MapReel(record, game), MapReplay);
}
