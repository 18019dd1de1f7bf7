// The games that this client can show, by the names that the server has for them. No other file outside a game's folder
// names a game (names.test.ts).

import iberia from './iberia/manifest.ts';
import type { Manifest } from './manifest.ts';
import pharmacy from './pharmacy/manifest.ts';
import world from './world/manifest.ts';

/** The first is that of a visitor who has not chosen one. */
export const games: Record<string, Manifest | undefined> = { world, iberia, pharmacy };

export const [defaultGame = ''] = Object.keys(games);
