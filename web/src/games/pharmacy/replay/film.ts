// A pharmacy game that is over, ready to be shown.

import type { Table } from '../../../gen/api';
import { type Film, film } from '../../../replay/film.ts';
import PharmacyReplay from './PharmacyReplay.svelte';
import { PharmacyReel } from './reel.svelte.ts';

export function filmOf(record: Table): Film {
	return film(new PharmacyReel(record), PharmacyReplay);
}
