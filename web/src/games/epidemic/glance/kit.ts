// What lists of running games show of a map game.

import type { Key } from '../../../i18n/words.svelte.ts';
import type { GlanceKit } from '../../manifest.ts';
import GlanceStrip from './GlanceStrip.svelte';
import Pieces from './Pieces.svelte';
import type { PlacesFile } from './pieces.ts';

/** Returns it for a map, and for a text about the cures. */
export function kitOf(map: PlacesFile, cures: Key): GlanceKit {
	return {
		Strip: (anchor, props) =>
			GlanceStrip(anchor, {
				get glance() {
					return props.glance;
				},
				cures,
			}),
		Pieces: (anchor, props) =>
			Pieces(anchor, {
				get pieces() {
					return props.pieces;
				},
				map,
			}),
	};
}
