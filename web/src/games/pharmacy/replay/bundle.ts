// The code that the replay of a pharmacy game needs.

import type { Table } from '../../../gen/api.ts';
import { bundle, type ReplayBundle } from '../../../replay/bundle.ts';
import PharmacyReplay from './PharmacyReplay.svelte';
import { PharmacyReplayPlayer } from './player.svelte.ts';

export function bundleOf(record: Table): ReplayBundle {
	return bundle(new PharmacyReplayPlayer(record), PharmacyReplay);
}
