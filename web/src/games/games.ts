// The games that this client can show, keyed by the names that the server uses. No other file outside a
// game's folder names a game (names.test.ts).

import iberia from './iberia/manifest.ts';
import type { Manifest } from './manifest.ts';
import pharmacy from './pharmacy/manifest.ts';
import world from './world/manifest.ts';

/** The games by name. The first is the default for a new visitor. */
export const games: Record<string, Manifest | undefined> = { world, iberia, pharmacy };

export const [defaultGame = ''] = Object.keys(games);
